package io.seatrial.criteria;

import static io.seatrial.criteria.Samples.FLOW;
import static io.seatrial.criteria.Samples.GOODPUT;
import static io.seatrial.criteria.Samples.LATENCY;
import static io.seatrial.criteria.Samples.RULES;
import static io.seatrial.criteria.Samples.goodput;
import static io.seatrial.criteria.Samples.latency;
import static io.seatrial.criteria.Samples.speeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.criteria.Ask.OutlierRule;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ClassOutlierTest {
    private static final List<SubjectId> OTHERS = SmallFabric.withinRail().stream()
            .map(flow -> flow.subject())
            .filter(subject -> !subject.equals(FLOW))
            .toList();

    private final Criterion floor300ns = latencyRule(new OutlierRule(OptionalLong.of(300), 0, 5, 6));
    private final Criterion floor5Percent = new ClassOutlier(
            "bandwidth.alone", GOODPUT, new OutlierRule(OptionalLong.empty(), 50_000, 5, 6), RULES, speeds());

    private static Criterion latencyRule(OutlierRule rule) {
        return new ClassOutlier("latency.within-rail", LATENCY, rule, RULES, speeds());
    }

    private static Samples others(Samples samples, long... values) {
        for (int i = 0; i < values.length; i++) {
            samples.saw(OTHERS.get(i), values[i]);
        }
        return samples;
    }

    /** Median 2000 and MAD 0, so that the floor of 300 decides: the edge is 2300. */
    private static Samples equalClass() {
        return others(latency(), 2000, 2000, 2000, 2000, 2000);
    }

    @Test
    void with_a_mad_of_zero_the_floor_decides_and_the_edge_passes() {
        Told.passes(equalClass().saw(FLOW, 2299).verdict(floor300ns));
        Told.passes(equalClass().saw(FLOW, 2300).verdict(floor300ns));
    }

    @Test
    void with_a_mad_of_zero_one_beyond_the_floor_fails() {
        Told.fails(equalClass().saw(FLOW, 2301, 2301).verdict(floor300ns));
    }

    /** Values 1000..7000 and x: median 4500, deviations give MAD 2000 = 2965 sigma; 5 sigma = 14825; edge 19325. */
    @Test
    void five_mad_sigmas_decide_where_the_class_is_wide() {
        Told.passes(wideClass().saw(FLOW, 19_325).verdict(floor300ns));
        Told.fails(wideClass().saw(FLOW, 19_326).verdict(floor300ns));
    }

    private static Samples wideClass() {
        return others(latency(), 1000, 2000, 3000, 4000, 5000, 6000, 7000);
    }

    @Test
    void a_better_value_is_never_an_outlier() {
        Told.passes(equalClass().saw(FLOW, 1).verdict(floor300ns));
    }

    @Test
    void of_bandwidth_the_lower_side_is_worse_and_the_floor_may_be_a_share_of_the_median() {
        Told.passes(
                others(goodput(), 1000, 1000, 1000, 1000, 1000).saw(FLOW, 950).verdict(floor5Percent));
        Told.fails(
                others(goodput(), 1000, 1000, 1000, 1000, 1000).saw(FLOW, 949).verdict(floor5Percent));
    }

    @Test
    void passing_on_the_retest_is_a_pass_with_a_remark() {
        assertThat(Told.passes(equalClass().saw(FLOW, 9000, 2300).verdict(floor300ns))
                        .watch())
                .hasValueSatisfying(watch -> assertThat(watch.key()).isEqualTo("watch.kept-on-retest"));
    }

    @Test
    void as_many_members_as_needed_make_a_class() {
        Told.passes(equalClass().saw(FLOW, 2000).verdict(floor300ns));
    }

    @Test
    void one_member_fewer_makes_no_class_and_proves_nothing() {
        Told.notProven(
                others(latency(), 2000, 2000, 2000, 2000).saw(FLOW, 9000).verdict(floor300ns), "class.too-few-members");
    }

    @Test
    void members_without_evidence_do_not_count() {
        Samples samples = others(latency(), 2000, 2000, 2000, 2000).lost(OTHERS.get(10));
        Told.notProven(samples.saw(FLOW, 2000).verdict(floor300ns), "class.too-few-members");
    }

    @Test
    void no_samples_is_not_proven() {
        Told.notProven(equalClass().asked(FLOW).verdict(floor300ns), "evidence.none");
    }

    @Test
    void flows_of_other_conditions_are_another_class() {
        Samples samples = others(latency(), 2000, 2000, 2000, 2000, 2000, 2000);
        samples.under(new Conditions(Map.of("path-class", "across-leaves")));
        Told.notProven(samples.saw(FLOW, 9000).verdict(floor300ns), "class.too-few-members");
    }

    @Test
    void a_floor_of_zero_is_refused() {
        assertThatThrownBy(() -> new OutlierRule(OptionalLong.of(0), 0, 5, 6)).hasMessageContaining("floor");
    }
}
