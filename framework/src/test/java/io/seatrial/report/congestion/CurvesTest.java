package io.seatrial.report.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.report.picture.TimeChart.Curve;
import io.seatrial.report.picture.TimeChart.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

class CurvesTest {
    private static final Instant START = Instant.parse("2026-03-01T21:00:00Z");
    private static final SubjectId PORT = new SubjectId(SubjectId.Kind.PORT, "gpu-01/mlx5_0");
    private static final TimeWindow SPAN = new TimeWindow(START, START.plusSeconds(60));
    private static final long S = 1_000_000_000L;

    @Test
    void turns_bytes_into_bits_per_second() {
        Curve curve = curves(1, i -> true, i -> Map.of(Kind.TX_BYTES.one(), 125_000_000L * i))
                .rate("sent", Kind.TX_BYTES.one());
        assertThat(curve.steps()).hasSize(60).allMatch(step -> step.value() == 1_000_000_000L);
    }

    @Test
    void leaves_a_gap_where_readings_stayed_away() {
        Curve curve = curves(1, i -> i < 20 || i > 30, i -> Map.of(Kind.TX_BYTES.one(), 1_000L * i))
                .rate("sent", Kind.TX_BYTES.one());
        assertThat(curve.steps()).noneMatch(step -> step.from() < 30 * S && step.to() > 19 * S);
        assertThat(curve.steps()).anyMatch(step -> step.to() == 19 * S).anyMatch(step -> step.from() == 31 * S);
    }

    @Test
    void has_no_step_over_a_reset_and_remembers_its_moment() {
        Curve curve = curves(1, i -> true, i -> Map.of(Kind.TX_BYTES.one(), i < 40 ? 1_000L * i : i))
                .rate("sent", Kind.TX_BYTES.one());
        assertThat(curve.resets()).containsExactly(40 * S);
        assertThat(curve.steps()).noneMatch(step -> step.to() == 40 * S).hasSize(59);
    }

    @Test
    void draws_a_slow_source_no_finer_than_it_is() {
        Curve curve = curves(10, i -> i % 2 == 0, i -> Map.of(Kind.TX_BYTES.one(), 1_000L * (i / 10 * 10)))
                .rate("sent", Kind.TX_BYTES.one());
        assertThat(curve.steps())
                .as("no zeros and tenfold peaks of a counter that is renewed every 10 s")
                .isNotEmpty()
                .allMatch(step -> step.value() == 8_000);
    }

    @Test
    void has_no_share_where_no_packets_went_by() {
        Curve curve = curves(1, i -> true, i -> {
                    long packets = 1_000L * Math.max(0, i - 30);
                    return Map.of(Kind.QUEUE_PACKETS.of(3), packets, Kind.QUEUE_MARKED.of(3), packets / 100);
                })
                .share("marked", Kind.QUEUE_MARKED.of(3), Kind.QUEUE_PACKETS.of(3));
        assertThat(curve.steps()).hasSize(30).allMatch(step -> step.from() >= 30 * S && step.value() == 10_000);
    }

    @Test
    void keeps_a_short_storm_where_many_readings_share_a_pixel() {
        CounterSource source = new CounterSource("gpu-01", "ethtool", Duration.ofMillis(10), Duration.ZERO);
        List<CounterReading> readings = new ArrayList<>();
        for (int i = 0; i <= 6_000; i++) {
            long paused = 10_000_000L * Math.max(0, Math.min(20, i - 3_000));
            readings.add(CounterReading.full(
                    PORT, "ethtool", START.plusMillis(10L * i), Map.of(Kind.RX_PAUSE_TIME.of(3), paused)));
        }
        Curve curve = curves(CounterSeries.of(PORT, source, readings)).timeShare("paused", Kind.RX_PAUSE_TIME.of(3));
        assertThat(curve.steps().size()).isLessThan(600);
        assertThat(curve.steps().stream().mapToLong(Step::value).max()).hasValue(1_000_000);
    }

    private static Curves curves(int refresh, IntPredicate read, IntFunction<Map<Counter, Long>> values) {
        CounterSource source = new CounterSource("gpu-01", "s", Duration.ofSeconds(refresh), Duration.ZERO);
        List<CounterReading> readings = new ArrayList<>();
        for (int i = 0; i <= 60; i++) {
            if (read.test(i)) {
                readings.add(CounterReading.full(PORT, "s", START.plusSeconds(i), values.apply(i)));
            }
        }
        return curves(CounterSeries.of(PORT, source, readings));
    }

    private static Curves curves(CounterSeries series) {
        PortCounters port = new PortCounters(PORT, 400_000_000_000L, Lossless.USUAL, List.of(series), Optional.empty());
        return new Curves(port, SPAN, START);
    }
}
