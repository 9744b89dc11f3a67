package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.CurveRule;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SizeCurve.Point;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Curves and limits of a pair of ports of 100 Gb/s: bus bandwidth is size by time, the bound 12.5 GB/s. */
class CollectiveCriteriaTest {
    private static final String ASK = "collectives.all-reduce.pairs";
    private static final Metric METRIC =
            new Metric("collective.bus-bandwidth", Unit.BYTES_PER_SECOND, Direction.HIGHER_IS_BETTER);
    private static final SubjectId PAIR = new SubjectId(SubjectId.Kind.GROUP, "gpu-01+gpu-02 rail 0");
    private static final SampleRules RULES = new SampleRules(1, 10_000_000, 1);
    private static final long MIB = 1 << 20;
    private static final long G100 = 100_000_000_000L;

    private final List<Measurement> measurements = new ArrayList<>();
    private Conditions conditions = new Conditions(Map.of());

    private static Point point(long bytes, boolean inPlace, long bandwidth, Optional<Long> wrong) {
        long nanos = Math.max(1, 20_000 + bytes * 1_000_000_000L / bandwidth);
        return new Point(bytes, inPlace, 20, nanos, OptionalInt.empty(), wrong);
    }

    /** A curve that reaches nearly {@code bandwidth} at its end, in place a hundredth less. */
    private static List<Point> points(long bandwidth) {
        List<Point> points = new ArrayList<>();
        for (long bytes = 8; bytes <= 512 * MIB; bytes *= 4) {
            points.add(point(bytes, false, bandwidth, Optional.of(0L)));
            points.add(point(bytes, true, bandwidth / 100 * 99, Optional.of(0L)));
        }
        return points;
    }

    private CollectiveCriteriaTest saw(List<Point> points) {
        SizeCurve curve = new SizeCurve(Collective.ALL_REDUCE, 2, points);
        Point last = points.get(points.size() - 1);
        measurements.add(new Measurement(
                METRIC,
                PAIR,
                OptionalLong.of(curve.busBandwidth(last)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                conditions,
                next(),
                Optional.of(curve)));
        return this;
    }

    private CollectiveCriteriaTest lost() {
        measurements.add(Measurement.absent(METRIC, PAIR, Samples.TIMED_OUT, conditions, next()));
        return this;
    }

    private Provenance next() {
        return new Provenance(0, measurements.size(), Samples.NOON, Samples.NOON.plusSeconds(1), "probe-1", "");
    }

    private Verdict verdict(Criterion criterion) {
        return criterion
                .judge(Survey.of(ASK, METRIC, new TreeSet<>(Set.of(PAIR)), measurements))
                .get(PAIR);
    }

    private static Criterion curve() {
        return new CollectiveCurve(
                ASK,
                METRIC,
                new CurveRule(200_000, 50_000, 1024, OptionalLong.empty(), OptionalLong.empty(), 3),
                RULES);
    }

    private static SizeLimit row(long size, String fail) {
        boolean share = fail.endsWith(" of bound");
        Quantity amount = Amount.parse(share ? fail.substring(0, fail.length() - " of bound".length()) : fail);
        return new SizeLimit(
                size,
                Optional.empty(),
                Set.of(Profile.values()),
                new Bound(amount, fail),
                Optional.empty(),
                "OCI",
                EvidenceGrade.A,
                Optional.of(new Approval("Ada", LocalDate.of(2026, 1, 15))));
    }

    private static Criterion limit(SizeLimit... rows) {
        return limit(Optional.of(Algorithm.RING), Map.of(PAIR, Layout.ofNics(2, G100)), rows);
    }

    private static Criterion limit(Optional<Algorithm> algorithm, Map<SubjectId, Layout> layouts, SizeLimit... rows) {
        return new CollectiveLimit(ASK, METRIC, List.of(rows), RULES, layouts, algorithm);
    }

    private List<Point> with(List<Point> points, Point other) {
        List<Point> changed = new ArrayList<>(points);
        changed.removeIf(point -> point.bytes() == other.bytes() && point.inPlace() == other.inPlace());
        changed.add(other);
        return changed;
    }

    private List<Point> dipped() {
        return with(points(11_000_000_000L), point(8 * MIB, false, 3_000_000_000L, Optional.of(0L)));
    }

    @Test
    void criteria_are_named_by_ask_and_question() {
        assertThat(curve().id()).isEqualTo(ASK + ".curve");
        assertThat(limit().id()).isEqualTo(ASK + ".limit");
    }

    @Test
    void a_sound_curve_passes() {
        assertThat(Told.passes(saw(points(11_000_000_000L)).verdict(curve())).watch())
                .isEmpty();
    }

    @Test
    void a_dip_that_the_retest_shows_too_fails() {
        Verdict.Fail fail = Told.fails(saw(dipped()).saw(dipped()).verdict(curve()));
        assertThat(fail.message().key()).isEqualTo("curve.dip");
        assertThat(fail.message().values()).containsEntry("subject", PAIR.name());
    }

    @Test
    void a_dip_that_only_the_first_attempt_shows_passes_with_a_remark() {
        Verdict.Pass pass =
                Told.passes(saw(dipped()).saw(points(11_000_000_000L)).verdict(curve()));
        assertThat(pass.watch()).map(Message::key).contains("watch.curve-on-retest");
    }

    @Test
    void a_dip_whose_retest_was_lost_is_not_proven() {
        Told.notProven(saw(dipped()).lost().verdict(curve()), "probe.timed-out");
    }

    @Test
    void a_wrong_value_fails_both_questions_and_no_retest_heals_it() {
        List<Point> wrong = with(points(11_000_000_000L), point(8, false, 1_000_000_000L, Optional.of(5L)));
        saw(wrong).saw(points(11_000_000_000L));
        assertThat(Told.fails(verdict(curve())).message().key()).isEqualTo("curve.wrong");
        assertThat(Told.fails(verdict(limit(row(512 * MIB, "1GB/s")))).message().key())
                .isEqualTo("curve.wrong");
    }

    @Test
    void results_that_nobody_compared_prove_neither() {
        saw(with(points(11_000_000_000L), point(8, false, 1_000_000_000L, Optional.empty())));
        Told.notProven(verdict(curve()), "curve.unchecked");
        Told.notProven(verdict(limit(row(512 * MIB, "1GB/s"))), "curve.unchecked");
    }

    @Test
    void no_measurement_and_no_curve_prove_nothing() {
        Told.notProven(verdict(curve()), "evidence.none");
        Told.notProven(verdict(limit(row(MIB, "1GB/s"))), "evidence.none");
    }

    @Test
    void the_worse_placement_is_held_against_the_limit() {
        saw(points(11_000_000_000L)).saw(points(11_000_000_000L));
        long inPlace = measurements.get(0).value().orElseThrow();
        Told.passes(verdict(limit(row(512 * MIB, inPlace + "B/s"))));
        Verdict.Fail fail = Told.fails(verdict(limit(row(512 * MIB, inPlace + 1 + "B/s"))));
        assertThat(fail.evidence().orElseThrow().seen().value()).isEqualTo(inPlace);
        assertThat(fail.message().values()).containsEntry("attempts", 2L);
    }

    @Test
    void a_share_of_the_bound_says_what_the_bound_is() {
        saw(points(8_000_000_000L)).saw(points(8_000_000_000L));
        Verdict.Fail fail = Told.fails(verdict(limit(row(512 * MIB, "80% of bound"))));
        assertThat(fail.message().values())
                .containsEntry("limit", new Quantity(10_000_000_000L, Unit.BYTES_PER_SECOND))
                .containsEntry(
                        "declared",
                        "80% of bound at 512 MiB, the bound is 12.5 GB/s (ring over one NIC of 100 Gb/s for each rank)");
    }

    @Test
    void of_several_rows_the_worst_verdict_counts() {
        saw(points(11_000_000_000L)).saw(points(11_000_000_000L));
        SizeLimit kept = row(512 * MIB, "5GB/s");
        SizeLimit broken = row(32 * MIB, "12GB/s");
        assertThat(Told.fails(verdict(limit(kept, broken))).message().values().get("declared"))
                .isEqualTo("12GB/s at 32 MiB, the bound is 12.5 GB/s (ring over one NIC of 100 Gb/s for each rank)");
        assertThat(Told.fails(verdict(limit(kept, broken))).message().values().get(CollectiveLimit.AT_SIZE))
                .isEqualTo("32 MiB");
    }

    @Test
    void a_size_that_was_not_measured_is_not_proven_and_named() {
        Verdict.NotProven verdict = Told.notProven(
                saw(points(11_000_000_000L)).verdict(limit(row(64 * MIB, "1GB/s"))), "collective.no-such-size");
        assertThat(verdict.message().values().get("measured").toString()).contains("32 MiB, 128 MiB");
    }

    @Test
    void a_size_of_whole_elements_for_each_rank_is_the_declared_one() {
        assertThat(row(1000, "1GB/s")
                        .of(new SizeCurve(
                                Collective.ALL_REDUCE, 6, List.of(point(984, false, 1_000_000, Optional.of(0L))))))
                .hasSize(1);
        assertThat(row(1000, "1GB/s")
                        .of(new SizeCurve(
                                Collective.ALL_REDUCE, 6, List.of(point(904, false, 1_000_000, Optional.of(0L))))))
                .isEmpty();
    }

    @Test
    void other_ranks_than_the_group_has_prove_nothing() {
        Told.notProven(
                saw(points(11_000_000_000L))
                        .verdict(
                                limit(Optional.empty(), Map.of(PAIR, Layout.ofNics(3, G100)), row(512 * MIB, "1GB/s"))),
                "collective.other-ranks");
    }

    @Test
    void a_share_of_a_bound_that_nobody_knows_is_not_proven() {
        saw(points(11_000_000_000L));
        Told.notProven(
                verdict(limit(Optional.empty(), Map.of(), row(512 * MIB, "80% of bound"))), "collective.no-layout");
        Layout node = Layout.ofGpus(1, 2, 2, G100);
        Told.notProven(
                verdict(limit(Optional.empty(), Map.of(PAIR, node), row(512 * MIB, "80% of bound"))),
                "collective.no-bound");
    }

    @Test
    void a_value_above_the_bound_passes_with_a_remark() {
        Verdict.Pass pass = Told.passes(saw(points(20_000_000_000L)).verdict(limit(row(512 * MIB, "11GB/s"))));
        assertThat(pass.watch()).map(Message::key).contains("watch.seen-above-bound");
    }

    @Test
    void a_limit_above_the_bound_is_remarked_on() {
        Verdict.Pass pass = Told.passes(saw(points(20_000_000_000L)).verdict(limit(row(512 * MIB, "13GB/s"))));
        assertThat(pass.watch()).map(Message::key).contains("watch.limit-above-bound");
    }

    @Test
    void a_limit_above_the_bound_is_remarked_on_before_anything_is_measured() {
        CollectiveLimit limit = new CollectiveLimit(
                "collective.all-reduce.pairs",
                METRIC,
                List.of(row(512 * MIB, "13GB/s"), row(32 * MIB, "12.5GB/s"), row(8 * MIB, "100% of bound")),
                RULES,
                Map.of(PAIR, Layout.ofNics(2, G100)),
                Optional.of(Algorithm.RING));
        assertThat(limit.aboveBound()).extracting(Message::key).containsExactly("plan.limit-above-bound");
        assertThat(limit.aboveBound().get(0).values())
                .containsEntry("size", "512 MiB")
                .containsEntry("bound", new Quantity(12_500_000_000L, Unit.BYTES_PER_SECOND));
    }

    /** Of four ranks a tree reaches less than a ring: what ran decides, not what was declared. */
    @Test
    void the_algorithm_that_ran_goes_before_the_declared_one() {
        conditions = new Conditions(Map.of(Algorithm.CONDITION, "tree"));
        SizeCurve curve = new SizeCurve(Collective.ALL_REDUCE, 4, points(11_000_000_000L));
        measurements.add(new Measurement(
                METRIC,
                PAIR,
                OptionalLong.of(1),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                conditions,
                next(),
                Optional.of(curve)));
        Verdict.Pass pass = Told.passes(verdict(limit(
                Optional.of(Algorithm.RING), Map.of(PAIR, Layout.ofNics(4, G100)), row(512 * MIB, "80% of bound"))));
        assertThat(pass.evidence().orElseThrow().limit()).contains(new Quantity(7_500_000_000L, Unit.BYTES_PER_SECOND));
    }
}
