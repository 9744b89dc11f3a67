package io.seatrial.telemetry;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.transport.Consoles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwitchFeedsTest {
    private static final Consoles NOBODY =
            node -> CompletableFuture.failedFuture(new AssertionError("nothing is asked before the first sweep"));

    @TempDir
    Path folder;

    private Cluster cluster;

    @BeforeEach
    void read() throws IOException {
        Files.writeString(folder.resolve(ClusterFile.NAME), """
                format: 1
                name: small
                ssh: {user: reader}
                tiers: [{name: host-leaf}, {name: leaf-spine}]
                switches:
                  - {names: leaf-1, role: leaf, address: 192.0.2.101, system: eos}
                  - {names: leaf-2, role: leaf, address: 192.0.2.102}
                  - {names: spine-1, role: spine, system: sonic}
                hosts:
                  - names: gpu-01
                    address: 192.0.2.1
                    ports:
                      - {device: mlx5_0, address: 198.51.100.1, rate: 400Gb/s, link: leaf-1/Ethernet1}
                      - {device: mlx5_1, address: 198.51.100.2, rate: 400Gb/s, link: leaf-2/Ethernet1}
                cables:
                  - {from: "leaf-[1-2]/Ethernet48", to: "spine-1/Ethernet[1-2]", rate: 400Gb/s}
                """);
        cluster = ClusterFile.read(folder);
    }

    @Test
    void a_switch_without_address_or_system_is_not_asked_and_the_cause_is_known() {
        assertThat(SwitchFeeds.of(cluster, NOBODY))
                .extracting(CounterFeed::name)
                .containsExactly("leaf-1");
        assertThat(SwitchFeeds.notAsked(cluster).entrySet().stream()
                        .collect(Collectors.toMap(
                                e -> e.getKey(), e -> e.getValue().key())))
                .containsOnly(entry("leaf-2", "telemetry.no-system"), entry("spine-1", "telemetry.no-address"));
    }

    @Test
    void the_ports_of_a_switch_are_those_where_links_end() {
        SwitchPorts ports = SwitchPorts.of(cluster, "leaf-1");

        assertThat(ports.rates())
                .containsOnly(entry("Ethernet1", 400_000_000_000L), entry("Ethernet48", 400_000_000_000L));
        assertThat(ports.subject("Ethernet1").name())
                .isEqualTo(cluster.links().get(0).b().toString());
        assertThat(SwitchPorts.of(cluster, "spine-1").names()).containsExactly("Ethernet1", "Ethernet2");
    }

    @Test
    void a_switch_without_a_system_has_no_feed() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SwitchFeed.of(cluster, cluster.switches().get(1), NOBODY, SwitchFeed.Options.standard()))
                .withMessageContaining("switch leaf-2: no system that can be asked");
    }
}
