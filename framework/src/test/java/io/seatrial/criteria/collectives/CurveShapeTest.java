package io.seatrial.criteria.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.seatrial.criteria.collectives.CurveFinding.Weight;
import io.seatrial.criteria.collectives.TimeModel.Protocol;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The curve that NCCL's own time model draws of nodes of 8 GPUs and 400 GB/s is the oracle: it is what a sound fabric looks like. */
class CurveShapeTest {
    private static final CurveRule RULE = new CurveRule(
            CurveRule.DIP,
            CurveRule.PLATEAU,
            CurveRule.SMALL_SIZE,
            OptionalLong.empty(),
            OptionalLong.empty(),
            CurveRule.ITERATIONS);
    private static final int GPUS = 8;
    private static final long GIB = 1L << 30;

    private static TimeModel model(int nodes, Protocol protocol) {
        return new TimeModel(nodes * GPUS, nodes, protocol);
    }

    /** @param part of the bandwidth, percent: half with flags beside the data, 92 of lines of 128 bytes and of trees (domain notes, time model) */
    private static long carried(long bytes, int nodes, int part) {
        return TimeModel.nanosAt(Collective.ALL_REDUCE, BigDecimal.valueOf(bytes), nodes * GPUS, part * 4_000_000_000L);
    }

    private static long ring(long bytes, int nodes) {
        return model(nodes, Protocol.SIMPLE).ringNanos() + carried(bytes, nodes, 100);
    }

    /** What the library chooses: whichever is done first. */
    private static long chosen(long bytes, int nodes) {
        long best = Math.min(ring(bytes, nodes), model(nodes, Protocol.SIMPLE).treeNanos() + carried(bytes, nodes, 92));
        for (Protocol protocol : List.of(Protocol.LL, Protocol.LL128)) {
            TimeModel model = model(nodes, protocol);
            long start = Math.min(model.ringNanos(), model.treeNanos());
            best = Math.min(best, start + carried(bytes, nodes, protocol == Protocol.LL ? 50 : 92));
        }
        return best;
    }

    private static List<CurveFinding> findings(int nodes, LongUnaryOperator nanos) {
        List<Point> points = new ArrayList<>();
        for (long bytes = 8; bytes <= 8 * GIB; bytes *= 4) {
            points.add(new Point(bytes, false, 20, nanos.applyAsLong(bytes), OptionalInt.empty(), Optional.of(0L)));
        }
        return new CurveJudge(new SizeCurve(Collective.ALL_REDUCE, nodes * GPUS, points), RULE).findings();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void a_ring_over_few_nodes_is_sound(int nodes) {
        assertThat(findings(nodes, bytes -> ring(bytes, nodes))).isEmpty();
    }

    @Test
    void a_ring_over_128_nodes_has_no_plateau_at_8_gibibytes_which_accuses_nobody() {
        assertThat(findings(128, bytes -> ring(bytes, 128)))
                .extracting(CurveFinding::weight, finding -> finding.message().key())
                .containsExactly(tuple(Weight.UNKNOWN, "curve.no-plateau"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 32, 128})
    void changing_from_tree_to_ring_and_between_protocols_is_no_dip(int nodes) {
        assertThat(findings(nodes, bytes -> chosen(bytes, nodes))).noneMatch(finding -> finding.weight() == Weight.BAD);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 32, 128})
    void one_size_that_takes_twice_as_long_as_the_model_says_is_a_dip(int nodes) {
        long slow = 8 * GIB / 16;
        assertThat(findings(nodes, bytes -> (bytes == slow ? 2 : 1) * chosen(bytes, nodes)))
                .filteredOn(finding -> finding.weight() == Weight.BAD)
                .extracting(finding -> finding.message().key())
                .containsExactly("curve.dip");
    }
}
