package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabReaderTest {
    private static final String HEAD = """
            format: 1
            name: small
            lab: %s
            tiers: [{name: host-leaf}]
            switches: [{names: leaf-1, role: leaf}]
            hosts:
              - names: gpu-1
                address: 127.0.3.1
                ports: [{device: mlx5_0, address: 127.0.4.1, rate: 200Mb/s, link: leaf-1/Ethernet1}]
            """;

    @TempDir
    private Path folder;

    private Cluster read(String lab) throws IOException {
        Files.writeString(folder.resolve(ClusterFile.NAME), HEAD.formatted(lab));
        return ClusterFile.read(folder);
    }

    private Optional<LabQos> qos(String lab) throws IOException {
        return read(lab).lab().orElseThrow().qos();
    }

    @Test
    void without_thresholds_switches_neither_mark_nor_pause() throws IOException {
        assertThat(qos("{delay: 2ms, queue: 64KiB}")).isEmpty();
    }

    @Test
    void what_is_left_out_follows_from_the_queue() throws IOException {
        assertThat(qos("{delay: 2ms, queue: 64KiB, qos: {}}"))
                .contains(new LabQos(16 << 10, 32 << 10, 0.1, 48 << 10, 40 << 10));
        assertThat(qos("{delay: 2ms, queue: 64KiB, qos: {kmin: 8KiB, pmax: 2.5%}}"))
                .contains(new LabQos(8 << 10, 32 << 10, 0.025, 48 << 10, 40 << 10));
    }

    @Test
    void the_cluster_for_congestion_marks_before_it_pauses() {
        Cluster cluster = ClusterFile.read(WrittenClusters.shipped().resolve("virtual-congestion"));
        assertThat(cluster.lab().orElseThrow().qos())
                .contains(new LabQos(64 << 10, 128 << 10, 0.1, 192 << 10, 160 << 10));
        assertThat(cluster.switches())
                .allMatch(
                        node -> node.system().equals("sonic") && !node.address().isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kmin: 40KiB} | thresholds in another order",
                "{xoff: 30KiB} | thresholds in another order",
                "{xon: 48KiB} | expected 0 < xon < xoff",
                "{xoff: 65KiB} | xoff of 66560 B; expected at most the queue, 65536 B",
                "{pmax: 0%} | pmax above 0 %",
                "{pmax: 10} | pmax '10'; expected a share, for example 10%",
                "{kmin: 5} | kmin '5'",
                "{kmin: 0B} | kmin of 0 B",
                "{kmn: 5KiB} | unknown key 'kmn'",
                "4 | qos of the lab with the keys kmin, kmax, pmax, xoff, xon"
            })
    void what_is_wrong_is_said_with_its_line(String qos, String part) {
        assertThatThrownBy(() -> read("{delay: 2ms, queue: 64KiB, qos: " + qos + "}"))
                .isInstanceOf(InventoryException.class)
                .hasMessageContaining(":3")
                .hasMessageContaining(part);
    }
}
