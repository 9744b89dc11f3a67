package io.seatrial.criteria;

import static io.seatrial.criteria.Samples.FLOW;
import static io.seatrial.criteria.Samples.GOODPUT;
import static io.seatrial.criteria.Samples.LATENCY;
import static io.seatrial.criteria.Samples.RULES;
import static io.seatrial.criteria.Samples.goodput;
import static io.seatrial.criteria.Samples.latency;
import static io.seatrial.criteria.Samples.limit;
import static io.seatrial.criteria.Samples.speeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DeclaredLimitTest {
    private static final long EDGE = 14_000_000;

    private final Criterion atMost14ms =
            new DeclaredLimit("latency.within-rail", LATENCY, List.of(limit("14ms")), RULES, speeds());
    /** 80 % of 500 Mb/s are 400 Mb/s. */
    private final Criterion atLeast80Percent =
            new DeclaredLimit("bandwidth.alone", GOODPUT, List.of(limit("80%")), RULES, speeds());

    @Test
    void names_its_results_by_ask_and_question() {
        assertThat(atMost14ms.id()).isEqualTo("latency.within-rail.limit");
    }

    @Test
    void a_latency_just_inside_passes() {
        assertThat(Told.passes(latency().saw(FLOW, EDGE - 1).verdict(atMost14ms))
                        .watch())
                .isEmpty();
    }

    @Test
    void a_latency_on_the_edge_passes() {
        Told.passes(latency().saw(FLOW, EDGE).verdict(atMost14ms));
    }

    @Test
    void a_latency_just_outside_fails() {
        Verdict.Fail fail = Told.fails(latency().saw(FLOW, EDGE + 1, EDGE + 1).verdict(atMost14ms));
        assertThat(fail.message().key()).isEqualTo("limit.fail.at-most");
        assertThat(fail.message().values())
                .containsEntry("seen", new Quantity(EDGE + 1, Unit.NANOSECONDS))
                .containsEntry("limit", new Quantity(EDGE, Unit.NANOSECONDS))
                .containsEntry("subject", "gpu-01/mlx5_0>gpu-02/mlx5_0")
                .containsEntry("attempts", 2L);
    }

    @Test
    void a_bandwidth_just_inside_passes() {
        Told.passes(goodput().saw(FLOW, 400_000_001).verdict(atLeast80Percent));
    }

    @Test
    void a_bandwidth_on_the_edge_passes() {
        Told.passes(goodput().saw(FLOW, 400_000_000).verdict(atLeast80Percent));
    }

    @Test
    void a_bandwidth_just_outside_fails() {
        Told.fails(goodput().saw(FLOW, 399_999_999, 399_999_999).verdict(atLeast80Percent));
    }

    @Test
    void a_share_that_is_no_whole_number_is_rounded_to_the_stricter_side() {
        assertThat(new Bound(new Quantity(333_333, Unit.PARTS_PER_MILLION), "").at(OptionalLong.of(10)))
                .hasValue(4);
    }

    @Test
    void no_samples_at_all_is_not_proven() {
        Told.notProven(latency().asked(FLOW).verdict(atMost14ms), "evidence.none");
    }

    @Test
    void a_lost_measurement_is_not_proven_with_its_cause_in_full() {
        Verdict.NotProven verdict = Told.notProven(latency().lost(FLOW).verdict(atMost14ms), "probe.timed-out");
        assertThat(verdict.message().values()).containsEntry("after", 30L).containsEntry("subject", FLOW.name());
    }

    @Test
    void too_few_samples_are_not_proven_even_where_the_value_is_good() {
        Told.notProven(latency().count(99).saw(FLOW, 1).verdict(atMost14ms), "evidence.too-few-samples");
    }

    @Test
    void just_enough_samples_count() {
        Told.passes(latency().count(100).saw(FLOW, 1).verdict(atMost14ms));
    }

    @Test
    void a_host_that_stood_still_for_longer_than_tolerated_proves_nothing() {
        Told.notProven(latency().gap(10_000_001).saw(FLOW, 1).verdict(atMost14ms), "evidence.gap-too-large");
    }

    @Test
    void a_quantile_with_fewer_than_ten_samples_beyond_it_is_not_proven_and_says_how_many_are_needed() {
        Metric p99 = new Metric("latency.rtt.p99", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
        Criterion tail = new DeclaredLimit("latency.within-rail", p99, List.of(limit("14ms")), RULES, speeds());
        Verdict.NotProven verdict =
                Told.notProven(latency().of(p99).count(999).saw(FLOW, 1).verdict(tail), "evidence.too-few-beyond");
        assertThat(verdict.message().values())
                .containsEntry("samples", 999L)
                .containsEntry("beyond", 9L)
                .containsEntry("needed", 1000L);
        Told.passes(latency().of(p99).count(1000).saw(FLOW, 1).verdict(tail));
    }

    @Test
    void a_quantile_that_the_probe_left_out_for_want_of_samples_says_how_many_are_needed() {
        Metric p999 = new Metric("rdma.write-latency.p999", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
        Measurement without = new Measurement(
                p999,
                FLOW,
                OptionalLong.empty(),
                Optional.of(Samples.TIMED_OUT),
                Optional.empty(),
                Optional.empty(),
                Map.of("n", 5000L),
                new Conditions(Map.of()),
                new Provenance(0, 0, Samples.NOON, Samples.NOON, "probe-1", ""));
        Criterion tail = new DeclaredLimit("latency.within-rail", p999, List.of(limit("14ms")), RULES, speeds());
        Survey survey = Survey.of("latency.within-rail", p999, new TreeSet<>(), List.of(without));
        assertThat(Told.notProven(tail.judge(survey).get(FLOW), "evidence.too-few-beyond")
                        .message()
                        .values())
                .containsEntry("samples", 5000L)
                .containsEntry("needed", 10_000L);
    }

    @Test
    void a_gap_as_large_as_tolerated_counts() {
        Told.passes(latency().gap(10_000_000).saw(FLOW, 1).verdict(atMost14ms));
    }

    @Test
    void passing_only_on_the_retest_is_a_pass_with_a_remark() {
        Verdict.Pass pass = Told.passes(latency().saw(FLOW, EDGE + 1, EDGE).verdict(atMost14ms));
        assertThat(pass.watch()).hasValueSatisfying(w -> assertThat(w.key()).isEqualTo("watch.kept-on-retest"));
        assertThat(pass.evidence().orElseThrow().seen().value()).isEqualTo(EDGE);
    }

    @Test
    void a_retest_that_does_not_count_leaves_a_worse_value_not_proven() {
        Verdict verdict = latency().saw(FLOW, EDGE + 1).lost(FLOW).verdict(atMost14ms);
        Told.notProven(verdict, "probe.timed-out");
        assertThat(verdict.evidence().orElseThrow().seen().value()).isEqualTo(EDGE + 1);
    }

    @Test
    void two_worse_values_fail_even_where_a_third_attempt_was_lost() {
        Told.fails(latency().saw(FLOW, EDGE + 1, EDGE + 1).lost(FLOW).verdict(atMost14ms));
    }

    @Test
    void a_good_retest_after_a_lost_measurement_passes() {
        Told.passes(latency().lost(FLOW).saw(FLOW, EDGE).verdict(atMost14ms));
    }

    @Test
    void a_retest_with_another_partner_says_nothing_about_the_pair() {
        Told.fails(latency()
                .saw(FLOW, EDGE + 1)
                .partner("gpu-03/mlx5_0")
                .saw(FLOW, EDGE - 1)
                .verdict(atMost14ms));
    }

    @Test
    void the_warn_edge_is_a_remark_and_not_a_failure() {
        Criterion warns = new DeclaredLimit(
                "latency.within-rail", LATENCY, List.of(limit("14ms", Optional.of("12ms"))), RULES, speeds());
        assertThat(Told.passes(latency().saw(FLOW, 12_000_000).verdict(warns)).watch())
                .isEmpty();
        assertThat(Told.passes(latency().saw(FLOW, 12_000_001).verdict(warns)).watch())
                .hasValueSatisfying(watch -> assertThat(watch.key()).isEqualTo("watch.warn-edge"));
    }

    @Test
    void weak_evidence_is_shown_as_provisional() {
        Limit strong = limit("14ms");
        Limit weak =
                new Limit(strong.holdsFor(), strong.fail(), strong.warn(), "lab", EvidenceGrade.D, strong.approval());
        Criterion provisional = new DeclaredLimit("latency.within-rail", LATENCY, List.of(weak), RULES, speeds());
        assertThat(latency().saw(FLOW, 1).verdict(provisional).message().key())
                .isEqualTo("limit.provisional.pass.at-most");
        assertThat(Told.fails(latency().saw(FLOW, EDGE + 1).verdict(provisional))
                        .message()
                        .key())
                .isEqualTo("limit.provisional.fail.at-most");
    }

    @Test
    void a_limit_that_nobody_approved_is_provisional_whatever_its_evidence() {
        Limit strong = limit("14ms");
        assertThat(strong.provisional()).isFalse();
        assertThat(new Limit(strong.holdsFor(), strong.fail(), strong.warn(), "OCI", EvidenceGrade.A, Optional.empty())
                        .provisional())
                .isTrue();
    }

    @Test
    void a_path_class_without_a_limit_is_not_proven() {
        Criterion other = new DeclaredLimit(
                "latency.within-rail", LATENCY, List.of(forClass("across-leaves", "24ms")), RULES, speeds());
        Told.notProven(latency().saw(FLOW, 1).verdict(other), "limit.none-declared");
    }

    @Test
    void the_first_row_that_fits_holds() {
        Criterion rows = new DeclaredLimit(
                "latency.within-rail",
                LATENCY,
                List.of(forClass("across-leaves", "24ms"), forClass("within-leaf", "10ms"), limit("14ms")),
                RULES,
                speeds());
        Told.fails(latency().saw(FLOW, 10_000_001).verdict(rows));
        Conditions across = new Conditions(Map.of("path-class", "across-leaves"));
        Told.passes(latency().under(across).saw(FLOW, 24_000_000).verdict(rows));
    }

    private static Limit forClass(String pathClass, String fail) {
        Limit limit = limit(fail);
        Limit.Scope scope = new Limit.Scope(
                Optional.of(pathClass), OptionalLong.empty(), Optional.empty(), Set.of(Profile.values()));
        return new Limit(scope, limit.fail(), limit.warn(), limit.source(), limit.grade(), limit.approval());
    }

    @Test
    void a_share_of_an_unknown_rated_speed_is_not_proven() {
        Criterion blind =
                new DeclaredLimit("bandwidth.alone", GOODPUT, List.of(limit("80%")), RULES, new RatedSpeeds(Map.of()));
        Told.notProven(goodput().saw(FLOW, 1).verdict(blind), "limit.no-rated-speed");
    }

    @Test
    void a_survey_of_another_metric_is_not_proven() {
        Criterion other = new DeclaredLimit(
                "latency.within-rail",
                KnownAsk.of("latency.within-rail").statistic("min").metric(),
                List.of(limit("14ms")),
                RULES,
                speeds());
        Told.notProven(latency().saw(FLOW, 1).verdict(other), "evidence.other-metric");
    }

    @Test
    void a_survey_of_another_ask_is_refused() {
        assertThatThrownBy(() -> atMost14ms.judge(goodput().saw(FLOW, 1).survey()))
                .hasMessageContaining("latency.within-rail")
                .hasMessageContaining("bandwidth.alone");
    }

    @Test
    void every_subject_that_was_asked_for_has_a_verdict() {
        SubjectId silent = SmallFabric.within(3, 4, 0).subject();
        assertThat(atMost14ms.judge(latency().saw(FLOW, 1).asked(silent).survey()))
                .containsOnlyKeys(FLOW, silent);
    }
}
