package io.seatrial.criteria.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.collectives.CurveFinding.Weight;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Curves of two ranks, where bus bandwidth is size by time. */
class CurveJudgeTest {
    private static final CurveRule RULE = new CurveRule(
            CurveRule.DIP,
            CurveRule.PLATEAU,
            CurveRule.SMALL_SIZE,
            OptionalLong.empty(),
            OptionalLong.empty(),
            CurveRule.ITERATIONS);
    private static final long MIB = 1 << 20;

    private final List<Point> points = new ArrayList<>();

    /** 20 us and then 10 GB/s. */
    private static long healthy(long bytes) {
        return 20_000 + bytes / 10;
    }

    private CurveJudgeTest point(long bytes, boolean inPlace, long iterations, long nanos, Optional<Long> wrong) {
        points.removeIf(point -> point.bytes() == bytes && point.inPlace() == inPlace);
        points.add(new Point(bytes, inPlace, iterations, nanos, OptionalInt.empty(), wrong));
        return this;
    }

    private CurveJudgeTest sound(boolean inPlace) {
        for (long bytes = 8; bytes <= 256 * MIB; bytes *= 2) {
            point(bytes, inPlace, 20, healthy(bytes), Optional.of(0L));
        }
        return this;
    }

    private CurveJudgeTest slow(long bytes, double times) {
        return point(bytes, false, 20, (long) (times * healthy(bytes)), Optional.of(0L));
    }

    private List<CurveFinding> findings(CurveRule rule) {
        return new CurveJudge(new SizeCurve(Collective.ALL_REDUCE, 2, points), rule).findings();
    }

    private CurveFinding only(CurveRule rule) {
        List<CurveFinding> found = findings(rule);
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void a_curve_that_rises_to_its_plateau_is_sound() {
        assertThat(sound(false).sound(true).findings(RULE)).isEmpty();
    }

    @Test
    void a_dip_in_the_middle_is_found_with_its_neighbours() {
        CurveFinding dip = sound(false).slow(8 * MIB, 2).only(RULE);
        assertThat(dip.weight()).isEqualTo(Weight.BAD);
        assertThat(dip.message().key()).isEqualTo("curve.dip");
        assertThat(dip.message().values())
                .containsEntry("size", "8 MiB")
                .containsEntry("smaller", "4 MiB")
                .containsEntry("larger", "256 MiB")
                .containsEntry("placement", "out of place");
        assertThat(dip.evidence().orElseThrow().seen().value())
                .isLessThan(dip.evidence().orElseThrow().limit().orElseThrow().value());
    }

    @Test
    void noise_within_the_rule_is_no_dip() {
        assertThat(sound(false).slow(8 * MIB, 1.2).slow(64 * MIB, 1.15).findings(RULE))
                .isEmpty();
    }

    @Test
    void the_edge_of_a_dip_is_that_of_the_better_neighbours_less_the_share() {
        point(100, false, 20, 1_000, Optional.of(0L));
        point(200, false, 20, 2_500, Optional.of(0L));
        point(400, false, 20, 4_000, Optional.of(0L));
        point(800, false, 20, 8_000, Optional.of(0L));
        assertThat(findings(RULE)).as("80 % of both neighbours is on the edge").isEmpty();
        assertThat(point(200, false, 20, 2_501, Optional.of(0L))
                        .only(RULE)
                        .message()
                        .key())
                .isEqualTo("curve.dip");
    }

    @Test
    void a_point_of_too_few_iterations_accuses_nobody() {
        sound(false).point(8 * MIB, false, 2, 4 * healthy(8 * MIB), Optional.of(0L));
        assertThat(findings(RULE)).isEmpty();
    }

    @Test
    void a_curve_that_falls_at_its_end_is_found_too() {
        CurveFinding falls = sound(false).slow(256 * MIB, 2).only(RULE);
        assertThat(falls.message().key()).isEqualTo("curve.falls");
        assertThat(falls.weight()).isEqualTo(Weight.BAD);
    }

    @Test
    void a_curve_that_still_rises_proves_nothing() {
        for (long bytes = 8; bytes <= 256 * 1024; bytes *= 2) {
            point(bytes, false, 20, healthy(bytes), Optional.of(0L));
        }
        CurveFinding rising = only(RULE);
        assertThat(rising.weight()).isEqualTo(Weight.UNKNOWN);
        assertThat(rising.message().key()).isEqualTo("curve.no-plateau");
    }

    @Test
    void a_largest_size_of_too_few_iterations_proves_nothing() {
        CurveFinding few = sound(false)
                .point(256 * MIB, false, 2, healthy(256 * MIB), Optional.of(0L))
                .only(RULE);
        assertThat(few.message().key()).isEqualTo("curve.too-few-iterations");
        assertThat(few.weight()).isEqualTo(Weight.UNKNOWN);
    }

    @Test
    void two_sizes_are_no_curve() {
        point(8, false, 20, 100, Optional.of(0L));
        point(16, false, 20, 100, Optional.of(0L));
        assertThat(only(RULE).message().key()).isEqualTo("curve.too-few-sizes");
    }

    @Test
    void a_wrong_value_comes_before_everything_else() {
        sound(false).slow(8 * MIB, 2).point(64, false, 20, healthy(64), Optional.of(3L));
        assertThat(findings(RULE)).hasSize(2);
        CurveFinding first = findings(RULE).get(0);
        assertThat(first.weight()).isEqualTo(Weight.WRONG);
        assertThat(first.message().values()).containsEntry("wrong", 3L).containsEntry("size", "64 B");
    }

    @Test
    void results_that_nobody_compared_prove_nothing() {
        sound(false).point(64, false, 20, healthy(64), Optional.empty());
        assertThat(only(RULE).weight()).isEqualTo(Weight.UNKNOWN);
        assertThat(only(RULE).message().key()).isEqualTo("curve.unchecked");
    }

    private static CurveRule asking(OptionalLong smallTime, OptionalLong inPlace) {
        return new CurveRule(
                CurveRule.DIP, CurveRule.PLATEAU, CurveRule.SMALL_SIZE, smallTime, inPlace, CurveRule.ITERATIONS);
    }

    @Test
    void small_operations_are_judged_by_their_median() {
        CurveRule rule = asking(OptionalLong.of(20_200), OptionalLong.empty());
        assertThat(sound(false).slow(64, 1.5).findings(rule))
                .as("one of eight is slow")
                .isEmpty();
        CurveFinding slow = only(asking(OptionalLong.of(20_000), OptionalLong.empty()));
        assertThat(slow.message().key()).isEqualTo("curve.slow-small");
        assertThat(slow.message().values()).containsEntry("limit", new Quantity(20_000, Unit.NANOSECONDS));
    }

    @Test
    void without_a_small_size_its_time_is_not_known() {
        sound(false);
        points.removeIf(point -> point.bytes() <= 1024);
        assertThat(only(asking(OptionalLong.of(1), OptionalLong.empty()))
                        .message()
                        .key())
                .isEqualTo("curve.no-small-size");
    }

    @Test
    void placements_are_compared_at_the_largest_sizes_where_that_is_asked() {
        CurveRule rule = asking(OptionalLong.empty(), OptionalLong.of(100_000));
        sound(false).sound(true);
        assertThat(findings(rule)).isEmpty();
        point(256 * MIB, true, 20, healthy(256 * MIB) * 6 / 5, Optional.of(0L));
        CurveFinding apart = only(rule);
        assertThat(apart.message().key()).isEqualTo("curve.placements");
        assertThat(apart.message().values()).containsEntry("placement", "in place");
    }

    @Test
    void one_placement_alone_cannot_be_compared() {
        assertThat(sound(false)
                        .only(asking(OptionalLong.empty(), OptionalLong.of(100_000)))
                        .message()
                        .key())
                .isEqualTo("curve.one-placement");
    }
}
