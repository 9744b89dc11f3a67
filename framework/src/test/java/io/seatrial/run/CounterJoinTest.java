package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.SourceRecord;
import io.seatrial.criteria.BaselineFamily;
import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.criteria.Criterion;
import io.seatrial.criteria.Profile;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What NIC and switch port of one link counted over one round of ten seconds, and what is made of it. */
class CounterJoinTest {
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final String LINK = "gpu-1/mlx5_0~leaf-1/Ethernet1";
    private static final String NIC = "gpu-1/mlx5_0";
    private static final String PORT = "leaf-1/Ethernet1";
    private static final int SECONDS = 16;

    @TempDir
    private Path folder;

    private Cluster cluster;
    private RunArchive archive;

    @BeforeEach
    void write_a_cluster_of_one_link() throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), """
                format: 1
                name: one-link
                qos: {congestion-control: dcqcn, lossless: [3]}
                ssh: {user: root}
                tiers: [{name: host-leaf}]
                switches: [{names: leaf-1, role: leaf}]
                hosts:
                  - names: gpu-1
                    address: 192.0.2.1
                    ports: [{device: mlx5_0, netdev: eth0, address: 198.51.100.1, rate: 200Gb/s, link: leaf-1/Ethernet1}]
                """);
        Files.writeString(folder.resolve("criteria.yaml"), """
                version: 1
                asks:
                  congestion.pause-ratio:
                    limit: {rows: [{fail: 5%, warn: 1%, source: s, evidence: D}]}
                  congestion.ecn-ratio:
                    minimum-packets: 1000
                    limit: {rows: [{fail: 1%, source: s, evidence: D}]}
                """);
        cluster = ClusterFile.read(folder);
        archive = Runs.archive(folder, cluster);
        archive.append(new RoundRecord(
                "bandwidth.together",
                0,
                0,
                List.of(),
                List.of(),
                Optional.of(new TimeWindow(START.plusSeconds(2), START.plusSeconds(12)))));
    }

    /** A source that is renewed every second, read from 0 s on. */
    private void counts(String port, String source, IntFunction<Map<Counter, Long>> values) {
        String node = port.substring(0, port.indexOf('/'));
        archive.append(new SourceRecord(
                START, new CounterSource(node, source, Duration.ofSeconds(1), Duration.ofMillis(5)), Optional.empty()));
        for (int second = 0; second < SECONDS; second++) {
            archive.append(List.of(CounterReading.full(
                    new SubjectId(SubjectId.Kind.PORT, port),
                    source,
                    START.plusSeconds(second),
                    values.apply(second))));
        }
    }

    private Verdict verdict(String ask) {
        archive.append(new AskRecord(ask, new CounterQuestion(ask).rule().metric(), 0, List.of(LINK)));
        Criteria criteria = CriteriaFile.read(folder, cluster);
        Survey survey = new CounterJoin(cluster, criteria, archive).surveys().get(ask);
        Criterion limit = criteria.criteria(ask, Profile.BRINGUP, cluster, BaselineFamily.none())
                .get(0);
        return limit.judge(survey).get(new SubjectId(SubjectId.Kind.LINK, LINK));
    }

    private static Map<Counter, Long> nic(long receivedTime, long sentTime) {
        return Map.of(Kind.RX_PAUSE_TIME.of(3), receivedTime, Kind.TX_PAUSE_TIME.of(3), sentTime);
    }

    /** How many seconds of the window have passed. */
    private static long whileLoaded(int second) {
        return Math.max(0, Math.min(10, second - 2));
    }

    private static Map<Counter, Long> frames(long received, long sent) {
        return Map.of(Kind.RX_PAUSE_FRAMES.of(3), received, Kind.TX_PAUSE_FRAMES.of(3), sent);
    }

    @Test
    void a_fifth_of_the_time_paused_fails_and_says_where() {
        counts(NIC, "ethtool", second -> nic(whileLoaded(second) * 200_000_000L, 0));
        counts(PORT, "sonic port", second -> frames(0, whileLoaded(second) * 1000L));
        Verdict verdict = verdict("congestion.pause-ratio");
        assertThat(verdict).isInstanceOf(Verdict.Fail.class);
        assertThat(verdict.evidence().orElseThrow().seen().value()).isEqualTo(200_000);
        assertThat(verdict.message().values())
                .containsEntry("where", NIC + ">" + PORT + ", priority 3")
                .containsEntry("during", "bandwidth.together");
    }

    @Test
    void frames_without_times_are_a_bound_and_not_proven_unless_it_decides() {
        counts(NIC, "ethtool", second -> frames(whileLoaded(second) * 2000L, 0));
        counts(PORT, "sonic port", second -> frames(0, whileLoaded(second) * 2000L));
        Verdict verdict = verdict("congestion.pause-ratio");
        assertThat(verdict).isInstanceOf(Verdict.NotProven.class);
        // 2000 frames/s x 65535 x 512 bit / 200 Gb/s = 33.55 %, told in steps of 0.1 %
        assertThat(verdict.message().key()).isEqualTo("counter.frames-only.nothing-seen");
        assertThat(verdict.message().values().get("most"))
                .hasToString("Quantity[value=336000, unit=PARTS_PER_MILLION]");
    }

    @Test
    void frames_that_may_all_have_come_in_the_window_are_not_spread_over_the_longer_stretch_of_the_readings() {
        // 300 frames/s of 167.77 us are at most 5.03 % of the 10 s of the window, and 4.6 % of the 11 s and more
        // between the readings
        counts(NIC, "ethtool", second -> frames(whileLoaded(second) * 300L, 0));
        counts(PORT, "sonic port", second -> frames(0, whileLoaded(second) * 300L));
        assertThat(verdict("congestion.pause-ratio")).isInstanceOf(Verdict.NotProven.class);
    }

    @Test
    void what_one_direction_shows_fails_by_itself_and_does_not_pass_while_the_other_is_unknown() {
        counts(NIC, "ethtool", second -> Map.of(Kind.RX_PAUSE_TIME.of(3), second * 200_000_000L));
        assertThat(verdict("congestion.pause-ratio")).isInstanceOf(Verdict.Fail.class);
    }

    @Test
    void a_small_share_of_one_direction_does_not_pass_while_the_other_is_unknown() {
        counts(NIC, "ethtool", second -> Map.of(Kind.RX_PAUSE_TIME.of(3), second * 1_000_000L));
        assertThat(verdict("congestion.pause-ratio")).isInstanceOf(Verdict.NotProven.class);
    }

    @Test
    void few_frames_pass_because_even_the_bound_keeps_the_limit() {
        counts(NIC, "ethtool", second -> frames(second * 20L, 0));
        counts(PORT, "sonic port", second -> frames(0, second * 20L));
        assertThat(verdict("congestion.pause-ratio")).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void a_zero_of_both_ends_passes_and_a_zero_of_one_end_proves_nothing() {
        counts(NIC, "ethtool", second -> nic(0, 0));
        Verdict one = verdict("congestion.pause-ratio");
        assertThat(one).isInstanceOf(Verdict.NotProven.class);
        counts(PORT, "sonic port", second -> Map.of(Kind.RX_PAUSE_TIME.of(3), 0L, Kind.TX_PAUSE_TIME.of(3), 0L));
        assertThat(verdict("congestion.pause-ratio")).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void a_counter_that_stands_still_while_the_other_end_moves_is_not_observable() {
        counts(
                NIC,
                "ethtool",
                second -> Map.of(
                        Kind.TX_PACKETS.one(), second * 100_000L,
                        Kind.RX_PACKETS.one(), 0L,
                        Kind.RX_PAUSE_TIME.of(3), 0L,
                        Kind.TX_PAUSE_TIME.of(3), 0L));
        counts(
                PORT,
                "sonic port",
                second -> Map.of(
                        Kind.TX_PACKETS.one(), 7L,
                        Kind.RX_PACKETS.one(), 7L,
                        Kind.RX_PAUSE_TIME.of(3), 0L,
                        Kind.TX_PAUSE_TIME.of(3), 0L));
        assertThat(verdict("congestion.pause-ratio")).isInstanceOf(Verdict.NotProven.class);
    }

    @Test
    void a_switch_that_tells_bytes_and_unicast_packets_only_is_seen_to_stand_still_too() {
        counts(
                NIC,
                "ethtool",
                second -> Map.of(
                        Kind.TX_PACKETS.one(), second * 100_000L,
                        Kind.RX_PAUSE_TIME.of(3), 0L,
                        Kind.TX_PAUSE_TIME.of(3), 0L));
        counts(
                PORT,
                "sonic port",
                second -> Map.of(
                        Kind.RX_UNICAST_PACKETS.one(), 7L,
                        Kind.TX_BYTES.one(), 7L,
                        Kind.RX_PAUSE_TIME.of(3), 0L,
                        Kind.TX_PAUSE_TIME.of(3), 0L));
        assertThat(verdict("congestion.pause-ratio").message().values()).containsEntry("why", "frozen");
    }

    @Test
    void queues_that_stand_still_while_their_port_sends_are_not_observable() {
        counts(PORT, "sonic port", second -> Map.of(Kind.TX_UNICAST_PACKETS.one(), second * 100_000L));
        counts(PORT, "sonic queue", second -> Map.of(Kind.QUEUE_PACKETS.of(3), 5_000L, Kind.QUEUE_MARKED.of(3), 0L));
        assertThat(verdict("congestion.ecn-ratio").message().key()).isEqualTo("counter.frozen");
    }

    @Test
    void a_counter_that_begins_anew_is_not_proven() {
        counts(NIC, "ethtool", second -> nic(second < 6 ? 1_000_000L : 0, 0));
        counts(PORT, "sonic port", second -> frames(0, 0));
        assertThat(verdict("congestion.pause-ratio")).isInstanceOf(Verdict.NotProven.class);
    }

    @Test
    void marks_fail_above_the_limit_and_no_marks_prove_nothing_of_a_switch_that_never_marked() {
        counts(
                PORT,
                "sonic queue",
                second ->
                        Map.of(Kind.QUEUE_PACKETS.of(3), second * 100_000L, Kind.QUEUE_MARKED.of(3), second * 8_000L));
        Verdict marked = verdict("congestion.ecn-ratio");
        assertThat(marked).isInstanceOf(Verdict.Fail.class);
        assertThat(marked.evidence().orElseThrow().seen().value()).isEqualTo(80_000);
    }

    @Test
    void no_mark_of_a_switch_that_was_never_seen_to_mark_is_not_proven() {
        counts(
                PORT,
                "sonic queue",
                second -> Map.of(Kind.QUEUE_PACKETS.of(3), second * 100_000L, Kind.QUEUE_MARKED.of(3), 0L));
        assertThat(verdict("congestion.ecn-ratio").message().key()).isEqualTo("counter.marking-not-proven");
    }

    @Test
    void ports_that_lldp_says_are_not_the_ends_of_one_cable_are_not_compared() {
        counts(NIC, "ethtool", second -> nic(0, 0));
        counts(PORT, "sonic port", second -> Map.of(Kind.RX_PAUSE_TIME.of(3), 0L, Kind.TX_PAUSE_TIME.of(3), 0L));
        archive.appendSettings(List.of(
                Setting.of(new SubjectId(SubjectId.Kind.PORT, PORT), Setting.NEIGHBOUR, "gpu-7.example.org/eth0")));
        Verdict verdict = verdict("congestion.pause-ratio");
        assertThat(verdict).isInstanceOf(Verdict.NotProven.class);
        assertThat(verdict.message().values()).containsEntry("seen", "gpu-7.example.org/eth0");
    }

    @Test
    void a_neighbour_that_names_its_domain_and_its_interface_is_the_declared_one() {
        counts(NIC, "ethtool", second -> nic(0, 0));
        counts(PORT, "sonic port", second -> Map.of(Kind.RX_PAUSE_TIME.of(3), 0L, Kind.TX_PAUSE_TIME.of(3), 0L));
        archive.appendSettings(List.of(
                Setting.of(new SubjectId(SubjectId.Kind.PORT, PORT), Setting.NEIGHBOUR, "gpu-1.example.org/eth0")));
        assertThat(verdict("congestion.pause-ratio")).isInstanceOf(Verdict.Pass.class);
    }

    @Test
    void too_few_packets_make_no_ratio() {
        counts(
                PORT,
                "sonic queue",
                second -> Map.of(Kind.QUEUE_PACKETS.of(3), second * 10L, Kind.QUEUE_MARKED.of(3), second * 10L));
        assertThat(verdict("congestion.ecn-ratio").message().key()).isEqualTo("counter.few-packets");
    }
}
