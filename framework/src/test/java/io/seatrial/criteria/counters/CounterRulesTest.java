package io.seatrial.criteria.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.CongestionControl;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each rule over one host link: what both ends count in a second is given, and a window of ten seconds is asked. */
class CounterRulesTest {
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final TimeWindow WINDOW = new TimeWindow(START.plusSeconds(2), START.plusSeconds(12));
    private static final int SECONDS = 16;
    /** The readings that are used span 11 s: one refresh interval after the window everything has to show. */
    private static final int SPAN = 11;

    private static final Link LINK =
            new Link(new End("gpu-1", "mlx5_0"), new End("leaf-1", "Ethernet1"), Link.HOST_LEAF, 200_000_000_000L, "c");
    private static final Qos QOS =
            new Qos(CongestionControl.DCQCN, new TreeSet<>(List.of(3)), Map.of(), OptionalInt.empty());

    private final Map<Counter, Long> nic = new HashMap<>();
    private final Map<Counter, Long> port = new HashMap<>();
    private final Map<String, String> proven = new HashMap<>();
    private final Map<String, String> settings = new HashMap<>();

    private static PortCounters counted(End end, Map<Counter, Long> perSecond) {
        SubjectId subject = new SubjectId(SubjectId.Kind.PORT, end.toString());
        CounterSource source = new CounterSource(end.node(), "s", Duration.ofSeconds(1), Duration.ZERO);
        List<CounterReading> readings = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            Map<Counter, Long> values = new HashMap<>();
            for (Map.Entry<Counter, Long> each : perSecond.entrySet()) {
                boolean grows = each.getKey().kind().nature() == Counter.Nature.CUMULATIVE;
                values.put(each.getKey(), grows ? each.getValue() * second : each.getValue());
            }
            readings.add(CounterReading.full(subject, "s", START.plusSeconds(second), values));
        }
        return new PortCounters(subject, List.of(CounterSeries.of(subject, source, readings)));
    }

    private static LinkCounters link(Link of, Map<Counter, Long> a, Map<Counter, Long> b) {
        return new LinkCounters(of, counted(of.a(), a), counted(of.b(), b));
    }

    private Terms terms() {
        SubjectId leaf = new SubjectId(SubjectId.Kind.PORT, LINK.b().toString());
        return new Terms(
                QOS, 1000, Map.of(leaf, settings), node -> List.of(counted(LINK.b(), port)), Map.copyOf(proven));
    }

    private Found found(String ask) {
        Formula formula = CounterRule.of(ask).orElseThrow().formula();
        return formula instanceof Formula.OfAll all
                ? all.of(List.of(link(LINK, nic, port)), WINDOW, terms())
                : ((Formula.OfLink) formula).of(link(LINK, nic, port), WINDOW, terms());
    }

    private long value(String ask) {
        assertThat(found(ask)).as(ask).isInstanceOf(Found.Value.class);
        return ((Found.Value) found(ask)).value();
    }

    private String why(String ask) {
        assertThat(found(ask)).as(ask).isInstanceOf(Found.Nothing.class);
        return ((Found.Nothing) found(ask)).why().key();
    }

    /** Everything that is asked, counted by both ends, with nothing bad. */
    @BeforeEach
    void a_sound_link() {
        for (Map<Counter, Long> end : List.of(nic, port)) {
            for (Kind kind :
                    List.of(Kind.RX_PAUSE_FRAMES, Kind.TX_PAUSE_FRAMES, Kind.RX_PAUSE_TIME, Kind.TX_PAUSE_TIME)) {
                end.put(kind.of(3), 0L);
                end.put(kind.of(0), 0L);
            }
            for (Kind kind : List.of(
                    Kind.SYMBOL_ERRORS,
                    Kind.RX_CRC_ERRORS,
                    Kind.FEC_UNCORRECTABLE,
                    Kind.CORRECTED_BITS,
                    Kind.LINK_DOWNED,
                    Kind.TX_WAIT,
                    Kind.TX_DISCARDS,
                    Kind.RX_GLOBAL_PAUSE_FRAMES)) {
                end.put(kind.one(), 0L);
            }
            end.put(Kind.RX_BITS.one(), 200_000_000_000L);
            end.put(Kind.FEC_BIN.of(0), 1_000_000L);
            end.put(Kind.FEC_BIN.of(11), 0L);
        }
        for (Kind kind : List.of(
                Kind.STORM_WARNINGS,
                Kind.RX_DISCARDS,
                Kind.OUT_OF_SEQUENCE,
                Kind.RNR_NAKS,
                Kind.CNP_IGNORED,
                Kind.RX_MARKED)) {
            nic.put(kind.one(), 0L);
        }
        nic.put(Kind.CNP_SENT.one(), 100L);
        nic.put(Kind.CNP_HANDLED.one(), 100L);
        nic.put(Kind.RX_PRIORITY_PACKETS.of(3), 10_000L);
        nic.put(Kind.MODULE_ALARMS.one(), 0L);
        port.put(Kind.MODULE_ALARMS.one(), 0L);
        port.put(Kind.WATCHDOG_STORMS.of(3), 0L);
        port.put(Kind.QUEUE_DROPS.of(3), 0L);
        port.put(Kind.QUEUE_PACKETS.of(3), 10_000L);
        port.put(Kind.QUEUE_MARKED.of(3), 0L);
        port.put(Kind.QUEUE_WATERMARK.of(3), 100L);
        proven.put("leaf-1", "this run");
    }

    @ParameterizedTest
    @CsvSource({
        "congestion.storm-warnings, nic, storm.warnings",
        "congestion.watchdog, port, watchdog.storms.3",
        "congestion.pause-lossy, port, rx.pause.frames.0",
        "congestion.global-pause, nic, rx.global-pause.frames",
        "congestion.cnp-ignored, nic, cnp.ignored",
        "congestion.lossless-drops, port, queue.drops.3",
        "congestion.lossless-drops, nic, rx.discards",
        "congestion.retransmissions, nic, out-of-sequence",
        "congestion.rnr, nic, rnr-naks",
        "congestion.credit-wait, port, tx.wait",
        "congestion.discards, nic, tx.discards",
        "links.flaps, nic, link.downed",
        "links.errors, port, symbol-errors",
        "links.errors, nic, rx.crc-errors",
        "links.uncorrectable, port, fec.uncorrectable",
    })
    void what_must_not_grow_is_counted_wherever_it_grows(String ask, String end, String counter) {
        assertThat(value(ask)).isZero();
        (end.equals("nic") ? nic : port).put(Counter.of(counter).orElseThrow(), 2L);
        assertThat(value(ask)).isEqualTo(2 * SPAN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "congestion.pfc-storm",
                "congestion.storm-warnings",
                "congestion.deadlock",
                "congestion.watchdog",
                "congestion.pause-ratio",
                "congestion.pause-lossy",
                "congestion.global-pause",
                "congestion.ends-agree",
                "congestion.ecn-alive",
                "congestion.ecn-ratio",
                "congestion.ecn-end-to-end",
                "congestion.cnp-ignored",
                "congestion.cnp-lost",
                "congestion.lossless-drops",
                "congestion.retransmissions",
                "congestion.rnr",
                "congestion.watermark",
                "congestion.credit-wait",
                "congestion.discards",
                "links.flaps",
                "links.errors",
                "links.uncorrectable",
                "links.pre-fec-ber",
                "links.post-fec-ber",
                "links.fec-tail",
                "links.module-alarms"
            })
    void a_link_of_which_nothing_was_read_is_never_a_number(String ask) {
        nic.clear();
        port.clear();
        assertThat(found(ask)).isInstanceOf(Found.Nothing.class);
    }

    @Test
    void every_rule_is_among_those_that_are_tested_without_readings() {
        assertThat(CounterRule.all()).hasSize(27); // and congestion.wrong-class, see WrongClassTest
    }

    @Test
    void marks_are_a_share_of_what_left_by_the_queue() {
        assertThat(value("congestion.ecn-ratio")).isZero();
        port.put(Kind.QUEUE_MARKED.of(3), 800L);
        assertThat(value("congestion.ecn-ratio")).isEqualTo(80_000);
    }

    @Test
    void no_mark_is_nothing_until_the_switch_was_seen_to_mark() {
        proven.clear();
        assertThat(why("congestion.ecn-ratio")).isEqualTo("counter.marking-not-proven");
        assertThat(why("congestion.ecn-end-to-end")).isEqualTo("counter.marking-not-proven");
    }

    @Test
    void ecn_that_is_off_fails_where_the_queue_was_beyond_kmin_and_is_not_proven_where_nobody_knows() {
        settings.put("qos.ecn.queue.3", "kmin=65536 kmax=131072 pmax=10");
        assertThat(why("congestion.ecn-alive")).isEqualTo("counter.no-stimulus");
        port.put(Kind.QUEUE_WATERMARK.of(3), 70_000L);
        assertThat(value("congestion.ecn-alive")).isZero();
        port.put(Kind.QUEUE_MARKED.of(3), 5L);
        assertThat(value("congestion.ecn-alive")).isEqualTo(5 * SPAN);
    }

    @Test
    void a_switch_that_pauses_was_beyond_kmin_as_well() {
        port.put(Kind.TX_PAUSE_FRAMES.of(3), 1L);
        assertThat(value("congestion.ecn-alive")).isZero();
    }

    @Test
    void arrived_marks_are_a_share_of_what_arrived_in_the_lossless_priority() {
        nic.put(Kind.RX_MARKED.one(), 50L);
        assertThat(value("congestion.ecn-end-to-end")).isEqualTo(5_000);
    }

    @Test
    void ends_that_see_the_same_frames_agree_and_lost_ones_count_beyond_what_is_under_way() {
        port.put(Kind.TX_PAUSE_FRAMES.of(3), 1000L);
        nic.put(Kind.RX_PAUSE_FRAMES.of(3), 1000L);
        assertThat(value("congestion.ends-agree")).isZero();
        nic.put(Kind.RX_PAUSE_FRAMES.of(3), 500L);
        // 5,500 frames are missing of 11,000; 1 % and two refresh intervals of 11 s are tolerated
        assertThat(value("congestion.ends-agree")).isEqualTo(3_390);
    }

    @Test
    void notifications_that_nobody_saw_are_lost_over_the_whole_cluster() {
        assertThat(value("congestion.cnp-lost")).isZero();
        nic.put(Kind.CNP_HANDLED.one(), 60L);
        nic.put(Kind.CNP_IGNORED.one(), 20L);
        assertThat(value("congestion.cnp-lost")).isEqualTo(200_000);
    }

    @Test
    void without_an_error_the_bit_error_ratio_is_bounded_by_the_time_watched() {
        // 3 / (200 Gb/s x 11 s) = 1.36e-12
        assertThat(value("links.post-fec-ber")).isEqualTo(1_363_637);
        port.put(Kind.SYMBOL_ERRORS.one(), 1L);
        assertThat(value("links.post-fec-ber")).isEqualTo(5_000_000);
    }

    @Test
    void corrected_bits_are_a_ratio_of_all_bits() {
        nic.put(Kind.CORRECTED_BITS.one(), 200_000L);
        assertThat(value("links.pre-fec-ber")).isEqualTo(1_000_000_000_000L); // 1e-6
    }

    @Test
    void codewords_near_the_end_of_fec_are_a_ratio_of_all() {
        port.put(Kind.FEC_BIN.of(11), 1L);
        assertThat(value("links.fec-tail")).isEqualTo(Math.round(1e18 / 1_000_001));
    }

    @Test
    void the_longest_queue_counts() {
        port.put(Kind.QUEUE_WATERMARK.of(3), 77_000L);
        assertThat(value("congestion.watermark")).isEqualTo(77_000);
    }

    private static Link between(String a, String b) {
        return new Link(new End(a, "to-" + b), new End(b, "to-" + a), "leaf-spine", 400_000_000_000L, a + b);
    }

    /** Paused all the time, with nothing leaving, in the direction from one end to the other. */
    private static LinkCounters stuck(Link link, boolean up) {
        Map<Counter, Long> still = new HashMap<>();
        still.put(Kind.RX_PAUSE_TIME.of(3), 1_000_000_000L);
        still.put(Kind.TX_PAUSE_TIME.of(3), 0L);
        still.put(Kind.QUEUE_PACKETS.of(3), 0L);
        Map<Counter, Long> pausing = new HashMap<>();
        pausing.put(Kind.RX_PAUSE_TIME.of(3), 0L);
        pausing.put(Kind.TX_PAUSE_TIME.of(3), 1_000_000_000L);
        pausing.put(Kind.QUEUE_PACKETS.of(3), 1_000L);
        return link(link, up ? still : pausing, up ? pausing : still);
    }

    @Test
    void three_switches_that_wait_for_each_other_in_a_ring_are_a_deadlock() {
        List<LinkCounters> ring = List.of(
                stuck(between("s0", "s1"), true), stuck(between("s1", "s2"), true), stuck(between("s2", "s0"), true));
        Found found = new Deadlock().of(ring, WINDOW, terms());
        assertThat(((Found.Value) found).value()).isEqualTo(1);
        assertThat(((Found.Value) found).where()).contains("s0").contains("s1").contains("s2");
    }

    @Test
    void a_chain_that_ends_is_none_and_says_where_it_ends() {
        List<LinkCounters> chain = List.of(stuck(between("s0", "s1"), true), stuck(between("s1", "s2"), true));
        Found found = new Deadlock().of(chain, WINDOW, terms());
        assertThat(((Found.Value) found).value()).isZero();
        assertThat(((Found.Value) found).where()).contains("s2");
    }

    @Test
    void two_directions_of_one_link_that_stand_still_are_no_ring() {
        Link link = between("s0", "s1");
        List<LinkCounters> both = List.of(stuck(link, true), stuck(link, false));
        assertThat(((Found.Value) new Deadlock().of(both, WINDOW, terms())).value())
                .isZero();
    }
}
