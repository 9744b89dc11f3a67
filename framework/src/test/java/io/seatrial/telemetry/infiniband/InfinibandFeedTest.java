package io.seatrial.telemetry.infiniband;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.Setting;
import io.seatrial.telemetry.CounterFeed.Sweep;
import io.seatrial.telemetry.TelemetryCluster;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.transport.TransportException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InfinibandFeedTest {
    private static final String LINKS = "iblinkinfo --switches-only";
    /** leaf-1 by its name, leaf-2 by its GUID because it is not managed, spine-1 is not there. */
    private static final String TOPOLOGY = """
            Switch: 0x00000000000000a1 MF0;leaf-1:MQM9700/U1:
                       2    1[  ] ==( 4X        106.25 Gbps Active/  LinkUp)==>       9    1[  ] "gpu-01 mlx5_0" ( )
                       2    2[  ] ==( 2X        106.25 Gbps Active/  LinkUp)==>      12    1[  ] "gpu-02 mlx5_0" (Could be 4X)
                       2    9[  ] ==(                Down/ Polling)==>             [  ] "" ( )
            Switch: 0x00000000000000a2 Quantum Mellanox Technologies:
                       3    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>      10    1[  ] "gpu-01 mlx5_1" ( )
            Switch: 0x00000000000000a3 Quantum Mellanox Technologies:
                       4    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>      11    1[  ] "other mlx5_1" ( )
            """;

    @TempDir
    Path folder;

    private final DiagHost host = new DiagHost().prints(LINKS, TOPOLOGY);

    private InfinibandFeed feed(String more) {
        Cluster cluster = TelemetryCluster.with(
                folder,
                "infiniband: {from: gpu-01, switches: [{name: leaf-2, guid: \"0xa2\"}], deadline: 7s" + more + "}\n");
        return new InfinibandFeed(cluster.servers().infiniband().orElseThrow(), cluster, host);
    }

    private InfinibandFeed feed() {
        host.prints("perfquery -l 3 1-1", classic(3, 1, 0, 7)).prints("perfquery -x -l 3 1-1", extended(3, 1, 40));
        return feed("");
    }

    private static String classic(int lid, int port, int downed, long wait) {
        return """
                # Port counters: Lid %d port %d (CapMask: 0x5A00)
                PortSelect:......................%d
                SymbolErrorCounter:..............65535
                LinkErrorRecoveryCounter:........1
                LinkDownedCounter:...............%d
                PortRcvErrors:...................3
                PortXmitDiscards:................4
                VL15Dropped:.....................5
                PortXmitData:....................4294967295
                PortXmitWait:....................%d
                """.formatted(lid, port, port, downed, wait);
    }

    private static String extended(int lid, int port, long words) {
        return """
                # Port extended counters: Lid %d port %d (CapMask: 0x5A00)
                PortSelect:......................%d
                PortXmitData:....................%d
                PortXmitPkts:....................6
                """.formatted(lid, port, port, words);
    }

    private static Map<String, Map<Counter, Long>> values(Sweep sweep) {
        return sweep.readings().stream().collect(Collectors.toMap(r -> r.port().name(), CounterReading::values));
    }

    private void leafOne() {
        host.prints("perfquery -l 2 1-9", classic(2, 1, 255, 8) + classic(2, 2, 2, 4294967295L) + classic(2, 9, 0, 0));
        host.prints("perfquery -x -l 2 1-9", extended(2, 1, 20_000_000_000L) + extended(2, 2, 0));
    }

    @Test
    void counters_of_the_switches_come_wide_before_classic_and_saturated_ones_are_unknown() {
        leafOne();

        Sweep sweep = feed().sweep();

        Map<String, Map<Counter, Long>> values = values(sweep);
        assertThat(values).containsOnlyKeys("leaf-1/1", "leaf-1/2", "leaf-2/1");
        assertThat(values.get("leaf-1/1"))
                .isEqualTo(Map.of(
                        Kind.LINK_RECOVERIES.one(), 1L,
                        Kind.RX_ERRORS.one(), 3L,
                        Kind.TX_DISCARDS.one(), 4L,
                        Kind.VL15_DROPPED.one(), 5L,
                        Kind.TX_BYTES.one(), 80_000_000_000L,
                        Kind.TX_PACKETS.one(), 6L,
                        Kind.TX_WAIT.one(), 8L));
        assertThat(values.get("leaf-1/2"))
                .containsEntry(Kind.LINK_DOWNED.one(), 2L)
                .doesNotContainKey(Kind.TX_WAIT.one());
        assertThat(sweep.sources())
                .extracting(source -> source.node() + " " + source.name())
                .containsExactly("leaf-1 perfquery", "leaf-2 perfquery");
        assertThat(sweep.sources()).allMatch(source -> source.refresh().equals(Duration.ofSeconds(1)));
    }

    @Test
    void a_switch_that_the_fabric_does_not_show_is_told() {
        leafOne();

        Sweep sweep = feed().sweep();

        assertThat(sweep.failures()).containsOnlyKeys("spine-1/perfquery");
        assertThat(sweep.failures().get("spine-1/perfquery").key()).isEqualTo("telemetry.infiniband.no-switch");
    }

    @Test
    void one_switch_that_fails_leaves_the_others_and_is_looked_for_again() {
        host.prints("perfquery -l 2 1-9", 1, "", "ibwarn: [1] mad_rpc: _do_madrpc failed; dport (Lid 2)");
        InfinibandFeed feed = feed();

        Sweep sweep = feed.sweep();

        assertThat(values(sweep)).containsOnlyKeys("leaf-2/1");
        assertThat(sweep.failures().get("leaf-1/perfquery").values().get("cause"))
                .isEqualTo(
                        "InfiniBand by gpu-01: 'perfquery -l 2 1-9' ended with status 1: ibwarn: [1] mad_rpc: _do_madrpc failed; dport (Lid 2)");
        feed.sweep();
        assertThat(host.commands().stream().filter(each -> each.endsWith(LINKS)))
                .hasSize(2);
    }

    @Test
    void what_came_before_a_command_failed_is_used_and_the_failure_told() {
        leafOne();
        host.prints("perfquery -x -l 2 1-9", 124, extended(2, 1, 5), "");

        Sweep sweep = feed().sweep();

        assertThat(values(sweep)).containsOnlyKeys("leaf-1/1", "leaf-2/1");
        assertThat(sweep.failures()
                        .get("leaf-1/perfquery")
                        .values()
                        .get("cause")
                        .toString())
                .contains("ended with status 124; it was ended after 7000 ms");
    }

    @Test
    void every_command_is_on_the_list_has_a_leash_and_resets_nothing() {
        leafOne();
        InfinibandFeed feed = feed();
        feed.sweep();
        feed.settings();

        assertThat(host.commands())
                .hasSize(6)
                .allMatch(each -> each.matches(
                        "exec timeout -k 2 7 (iblinkinfo --switches-only|perfquery (-x )?-l \\d+ 1-\\d+)"));
    }

    @Test
    void sudo_is_asked_never_to_wait_for_a_password() {
        assertThat(DiagCommand.topology().line(true, Duration.ofMillis(1500)))
                .isEqualTo("exec timeout -k 2 2 sudo -n iblinkinfo --switches-only");
        assertThatThrownBy(() -> DiagCommand.classic(0xc000, 1)).hasMessageContaining("unicast LID");
    }

    @Test
    void tools_that_are_not_there_or_not_allowed_say_what_to_do() {
        host.prints(LINKS, 127, "", "sh: iblinkinfo: not found");
        assertThatThrownBy(() -> feed().sweep())
                .isInstanceOf(TelemetryException.class)
                .hasMessage(
                        "InfiniBand by gpu-01: 'iblinkinfo --switches-only' ended with status 127: sh: iblinkinfo: not found; install infiniband-diags there");
        host.prints(LINKS, 1, "", "ibwarn: [9] mad_rpc_open_port: can't open UMAD port ((null):0)");
        assertThatThrownBy(() -> feed().sweep()).hasMessageContaining("write 'sudo: true'");
        host.prints(LINKS, "Hello\n");
        assertThatThrownBy(() -> feed().sweep()).hasMessageContaining("printed something else");
        host.breaks(LINKS, new TransportException("gpu-01", TransportException.Kind.LOST, "connection lost", null));
        assertThatThrownBy(() -> feed().sweep()).hasMessageContaining("connection lost");
    }

    @Test
    void width_and_rate_are_settings_and_of_a_port_that_is_down_or_not_shown_unreadable() {
        List<Setting> settings = feed().settings();

        assertThat(text(settings, "leaf-1/1", Setting.WIDTH)).contains("4");
        assertThat(text(settings, "leaf-1/1", Setting.RATE)).contains("400000000000");
        assertThat(text(settings, "leaf-1/2", Setting.WIDTH)).contains("2");
        assertThat(text(settings, "leaf-1/2", Setting.RATE)).contains("200000000000");
        assertThat(text(settings, "leaf-2/1", Setting.RATE)).contains("200000000000");
        assertThat(cause(settings, "leaf-1/9")).isEqualTo("the port is Down (Polling)");
        assertThat(cause(settings, "spine-1/1")).isEqualTo("iblinkinfo does not show it");
        assertThat(settings).extracting(each -> each.subject().name()).doesNotContain("gpu-01/mlx5_0");
    }

    @Test
    void a_host_that_says_nothing_leaves_all_settings_unreadable() {
        host.prints(LINKS, 127, "", "");

        assertThat(feed().settings()).isNotEmpty().allMatch(each -> each.cause().isPresent());
    }

    private static Setting setting(List<Setting> settings, String port, String name) {
        return settings.stream()
                .filter(each ->
                        each.subject().name().equals(port) && each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Optional<String> text(List<Setting> settings, String port, String name) {
        return setting(settings, port, name).text();
    }

    private static String cause(List<Setting> settings, String port) {
        return setting(settings, port, Setting.RATE)
                .cause()
                .orElseThrow()
                .values()
                .get("cause")
                .toString();
    }
}
