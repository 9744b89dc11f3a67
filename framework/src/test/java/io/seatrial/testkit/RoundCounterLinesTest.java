package io.seatrial.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RoundCounterLinesTest {
    private static Measurement with(Map<String, Long> details) {
        return new Measurement(
                new Metric("rdma.write-latency.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER),
                new SubjectId(SubjectId.Kind.FLOW, "a/mlx5_0>b/mlx5_1"),
                OptionalLong.of(1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                details,
                new Conditions(Map.of()),
                new Provenance(0, 1, Instant.EPOCH, Instant.EPOCH, "build", ""));
    }

    @Test
    void each_counter_is_told_with_its_port_and_those_that_moved_come_first() {
        Measurement measured = with(Map.of(
                "p50",
                9L,
                "counter.from.a_err",
                0L,
                "counter.from.packet_seq_err",
                3L,
                "counter.to.duplicate_request",
                2L));
        assertThat(RoundCounterLines.of(List.of(measured)).orElseThrow().lines())
                .containsExactly(
                        "a/mlx5_0>b/mlx5_1, attempt 1: a/mlx5_0 packet_seq_err +3",
                        "a/mlx5_0>b/mlx5_1, attempt 1: b/mlx5_1 duplicate_request +2",
                        "a/mlx5_0>b/mlx5_1, attempt 1: a/mlx5_0 a_err +0");
    }

    @Test
    void where_nothing_was_counted_nothing_is_said() {
        assertThat(RoundCounterLines.of(List.of(with(Map.of("p50", 9L))))).isEmpty();
    }

    @Test
    void what_captured_headers_tell_is_said_to_come_from_them() {
        Measurement measured = with(Map.of("capture.to.ce", 5L, "capture.from.again", 0L, "capture.of.ce", 1L));
        assertThat(RoundCounterLines.of(List.of(measured)).orElseThrow().lines())
                .containsExactly(
                        "a/mlx5_0>b/mlx5_1, attempt 1: b/mlx5_1 captured headers: ce +5",
                        "a/mlx5_0>b/mlx5_1, attempt 1: a/mlx5_0 captured headers: again +0");
    }
}
