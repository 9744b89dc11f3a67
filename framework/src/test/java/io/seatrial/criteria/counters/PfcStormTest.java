package io.seatrial.criteria.counters;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.CongestionControl;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** A NIC that is read every 100 ms for ten seconds; how long it was paused up to each moment is given in ms. */
class PfcStormTest {
    private static final Instant START = Instant.parse("2026-11-30T10:00:00Z");
    private static final TimeWindow WINDOW = new TimeWindow(START.plusSeconds(1), START.plusSeconds(9));
    private static final Link LINK =
            new Link(new End("gpu-1", "mlx5_0"), new End("leaf-1", "Ethernet1"), Link.HOST_LEAF, 200_000_000_000L, "c");
    private static final Qos QOS =
            new Qos(CongestionControl.DCQCN, new TreeSet<>(List.of(3)), Map.of(), OptionalInt.empty());

    private static Found found(long every, LongUnaryOperator pausedMillis) {
        SubjectId nic = new SubjectId(SubjectId.Kind.PORT, LINK.a().toString());
        SubjectId port = new SubjectId(SubjectId.Kind.PORT, LINK.b().toString());
        CounterSource source = new CounterSource("gpu-1", "ethtool", Duration.ofMillis(100), Duration.ofMillis(1));
        List<CounterReading> readings = new ArrayList<>();
        for (long at = 0; at <= 10_000; at += every) {
            readings.add(CounterReading.full(
                    nic,
                    "ethtool",
                    START.plusMillis(at),
                    Map.of(
                            Kind.RX_PAUSE_TIME.of(3), pausedMillis.applyAsLong(at) * 1_000_000,
                            Kind.TX_PAUSE_TIME.of(3), 0L,
                            Kind.STORM_ERRORS.one(), 0L)));
        }
        PortCounters host = new PortCounters(nic, List.of(CounterSeries.of(nic, source, readings)));
        LinkCounters link = new LinkCounters(LINK, host, new PortCounters(port, List.of()));
        return new PfcStorm().of(link, WINDOW, new Terms(QOS, 1000, Map.of(), node -> List.of(), Map.of()));
    }

    private static long value(Found found) {
        return ((Found.Value) found).value();
    }

    /** Paused from one moment on, for so long. */
    private static LongUnaryOperator stretch(long from, long length) {
        return at -> Math.max(0, Math.min(length, at - from));
    }

    @Test
    void a_nic_that_is_never_paused_had_no_storm() {
        assertThat(value(found(100, at -> 0))).isZero();
    }

    @Test
    void half_a_second_without_a_break_is_one_storm() {
        assertThat(value(found(100, stretch(4000, 500)))).isEqualTo(1);
    }

    @Test
    void two_stretches_with_a_break_are_two() {
        assertThat(value(found(
                        100,
                        at -> stretch(3000, 500).applyAsLong(at)
                                + stretch(6000, 700).applyAsLong(at))))
                .isEqualTo(2);
    }

    @Test
    void two_readings_are_too_few_for_a_storm() {
        assertThat(value(found(100, stretch(4000, 200)))).isZero();
    }

    @Test
    void ninety_percent_all_the_time_is_no_storm() {
        assertThat(value(found(100, at -> at * 9 / 10))).isZero();
    }

    @Test
    void readings_too_far_apart_to_see_a_storm_prove_nothing_where_there_was_enough_pause_for_one() {
        assertThat(found(1000, stretch(4100, 500))).isInstanceOf(Found.Nothing.class);
        assertThat(value(found(1000, stretch(4100, 150))))
                .as("not enough pause")
                .isZero();
    }
}
