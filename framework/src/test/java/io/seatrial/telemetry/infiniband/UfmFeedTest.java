package io.seatrial.telemetry.infiniband;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Setting;
import io.seatrial.telemetry.CounterFeed.Sweep;
import io.seatrial.telemetry.FakeServer;
import io.seatrial.telemetry.TelemetryCluster;
import io.seatrial.telemetry.TelemetryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UfmFeedTest {
    private static final String PORTS = """
            [{"name": "00a1_1", "system_name": "leaf-1", "number": 1, "dname": "1/1/1", "logical_state": "Active",
              "physical_state": "Link Up", "active_speed": "NDR", "active_width": "4x"},
             {"name": "00a1_9", "system_name": "leaf-1", "number": 9, "dname": "1/9/1", "logical_state": "Down",
              "physical_state": "Polling", "active_speed": "", "active_width": ""},
             {"name": "00b1_1", "system_name": "gpu-01", "number": 1, "dname": "HCA-1/1", "logical_state": "Active",
              "active_speed": "NDR", "active_width": "4x"}]
            """;
    private static final String SNAPSHOT = """
            {"2026-06-18 08:34:46": {"Port": {
              "00a1_1": {"dname": "1/1/1", "statistics": {"Infiniband_XmitWait": 17, "Infiniband_LinkDowned": 255,
                 "Infiniband_SymbolErrors": "4", "Infiniband_RcvErrors": -1, "Infiniband_PckOut": 99999999999,
                 "Infiniband_MBOut": 5}},
              "00b1_1": {"statistics": {"Infiniband_XmitWait": 1}}}}}
            """;

    @TempDir
    Path folder;

    private final FakeServer ufm = new FakeServer()
            .on("/ufmRestV3/resources/ports", 200, PORTS)
            .on("/ufmRestV3/monitoring/snapshot", 200, SNAPSHOT);

    @AfterEach
    void stop() {
        ufm.close();
    }

    private UfmFeed feed() {
        try {
            Files.writeString(folder.resolve("token"), "t0ken");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        Cluster cluster = TelemetryCluster.with(
                folder, "ufm: {url: \"http://" + ufm.authority() + "\", token-file: token, refresh: 20s}\n");
        return new UfmFeed(cluster.servers().ufm().orElseThrow(), cluster);
    }

    @Test
    void tells_the_counters_of_switch_ports_and_not_those_that_stand_at_their_end() {
        Sweep sweep = feed().sweep();

        assertThat(sweep.readings()).hasSize(1);
        assertThat(sweep.readings().get(0).port().name()).isEqualTo("leaf-1/1");
        assertThat(sweep.readings().get(0).values())
                .isEqualTo(Map.of(
                        Kind.TX_WAIT.one(), 17L,
                        Kind.SYMBOL_ERRORS.one(), 4L,
                        Kind.TX_PACKETS.one(), 99_999_999_999L));
        assertThat(sweep.sources()).hasSize(1);
        assertThat(sweep.sources().get(0).refresh()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void a_port_without_counters_is_told() {
        assertThat(feed().sweep().failures().get("ufm").values()).containsEntry("port", "leaf-1/9");
    }

    @Test
    void asks_for_whole_counts_of_all_ports() {
        feed().sweep();

        assertThat(ufm.requests())
                .anyMatch(request -> request.method().equals("POST")
                        && request.authorization().equals("Bearer t0ken")
                        && request.text().contains("\"Infiniband_XmitWait\"")
                        && request.text().contains("\"functions\":[\"RAW\"]")
                        && request.text().contains("\"monitor_object\":\"Port\"")
                        && !request.text().contains("_Delta"));
    }

    @Test
    void the_same_snapshot_twice_is_one_reading() {
        UfmFeed feed = feed();
        feed.sweep();

        assertThat(feed.sweep().readings()).isEmpty();
        ufm.on("/ufmRestV3/monitoring/snapshot", 200, SNAPSHOT.replace("08:34:46", "08:35:06"));
        assertThat(feed.sweep().readings()).hasSize(1);
    }

    @Test
    void width_and_rate_are_settings() {
        List<Setting> settings = feed().settings();

        assertThat(settings)
                .extracting(each -> each.subject().name())
                .contains("leaf-2/1", "spine-1/2")
                .doesNotContain("gpu-01/mlx5_0");
        assertThat(settings)
                .filteredOn(each -> each.subject().name().equals("leaf-1/1"))
                .extracting(each -> each.name() + "=" + each.text().orElse("?"))
                .containsExactlyInAnyOrder("width=4", "rate=400000000000");
        assertThat(settings)
                .filteredOn(each -> each.subject().name().equals("leaf-1/9"))
                .allMatch(each -> each.cause().isPresent());
    }

    @Test
    void a_server_that_fails_leaves_the_settings_unreadable_with_the_cause() {
        ufm.on("/ufmRestV3/resources/ports", 500, "out of order");

        assertThat(feed().settings())
                .isNotEmpty()
                .allMatch(each -> each.cause()
                        .orElseThrow()
                        .values()
                        .get("cause")
                        .toString()
                        .contains("status 500: out of order"));
    }

    @Test
    void ports_of_another_fabric_are_told_by_an_example() {
        ufm.on("/ufmRestV3/resources/ports", 200, PORTS.replace("leaf-1", "rack-7"));

        Sweep sweep = feed().sweep();

        assertThat(sweep.readings()).isEmpty();
        assertThat(sweep.failures().get("ufm").values()).containsEntry("port", "rack-7/1");
    }

    @Test
    void errors_are_told_in_full() {
        ufm.on("/ufmRestV3/monitoring/snapshot", 403, "Forbidden");
        assertThatThrownBy(() -> feed().sweep())
                .isInstanceOf(TelemetryException.class)
                .hasMessageContaining(
                        "/ufmRestV3/monitoring/snapshot: status 403: Forbidden; look at the credential that cluster.yaml names");
        ufm.on("/ufmRestV3/monitoring/snapshot", 200, "{\"error\": \"no license\"}");
        assertThatThrownBy(() -> feed().sweep()).hasMessageContaining("got {\"error\":\"no license\"}");
        ufm.on("/ufmRestV3/resources/ports", 200, "{}");
        assertThatThrownBy(() -> feed().sweep()).hasMessageContaining("expected a list of ports");
    }
}
