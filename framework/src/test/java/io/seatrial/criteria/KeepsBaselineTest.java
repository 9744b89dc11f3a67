package io.seatrial.criteria;

import static io.seatrial.criteria.Samples.FLOW;
import static io.seatrial.criteria.Samples.GOODPUT;
import static io.seatrial.criteria.Samples.LATENCY;
import static io.seatrial.criteria.Samples.NOON;
import static io.seatrial.criteria.Samples.RULES;
import static io.seatrial.criteria.Samples.goodput;
import static io.seatrial.criteria.Samples.latency;
import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.Proposal;
import io.seatrial.baseline.SourceRun;
import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.Ask.DriftRule;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeepsBaselineTest {
    private static final DriftRule RULE =
            new DriftRule(new Tolerance(100_000, 0), new Tolerance(200_000, 0), Duration.ofDays(30));
    private static final SubjectId NEW_HOST = SmallFabric.within(3, 4, 0).subject();

    private static Baseline baseline(Survey survey, String fabric, Instant acceptedAt) {
        SourceRun run = new SourceRun("run-1", acceptedAt, true, fabric, List.of(survey));
        return Proposal.from(List.of(run), ask -> new Tolerance(0, 0))
                .acceptSingle("Ada", acceptedAt, "first accepted run");
    }

    private static Criterion against(String ask, Metric metric, Optional<Baseline> baseline) {
        return new KeepsBaseline(ask, metric, baseline, RULE, RULES);
    }

    /** Reference 10000 and 10 %: the edge is 11000. */
    private static Criterion latencyOf10000() {
        Survey survey = latency().saw(FLOW, 10_000).survey();
        return against("latency.within-rail", LATENCY, Optional.of(baseline(survey, "tcp", NOON)));
    }

    @Test
    void a_latency_just_inside_or_on_the_edge_passes() {
        Told.passes(latency().saw(FLOW, 10_999).verdict(latencyOf10000()));
        Told.passes(latency().saw(FLOW, 11_000).verdict(latencyOf10000()));
    }

    @Test
    void a_latency_just_outside_fails_and_shows_the_reference() {
        Verdict.Fail fail = Told.fails(latency().saw(FLOW, 11_001, 11_001).verdict(latencyOf10000()));
        assertThat(fail.evidence().orElseThrow().baseline()).contains(new Quantity(10_000, Unit.NANOSECONDS));
    }

    @Test
    void better_than_the_baseline_passes_however_far() {
        Told.passes(latency().saw(FLOW, 1).verdict(latencyOf10000()));
    }

    @Test
    void of_bandwidth_the_lower_side_is_worse() {
        Survey survey = goodput().saw(FLOW, 10_000).survey();
        Criterion criterion = against("bandwidth.alone", GOODPUT, Optional.of(baseline(survey, "tcp", NOON)));
        Told.passes(goodput().saw(FLOW, 9_000).verdict(criterion));
        Told.fails(goodput().saw(FLOW, 8_999).verdict(criterion));
    }

    @Test
    void asked_for_but_absent_is_not_proven() {
        Criterion criterion = against("latency.within-rail", LATENCY, Optional.empty());
        Told.notProven(latency().saw(FLOW, 1).verdict(criterion), "baseline.missing");
    }

    @Test
    void of_another_ask_only_is_not_proven() {
        Baseline other = baseline(goodput().saw(FLOW, 1).survey(), "tcp", NOON);
        Criterion criterion = against("latency.within-rail", LATENCY, Optional.of(other));
        Told.notProven(latency().saw(FLOW, 1).verdict(criterion), "baseline.missing");
    }

    @Test
    void of_other_conditions_is_not_proven_and_says_which() {
        Samples small =
                latency().under(new Conditions(Map.of("path-class", "within-leaf", "fabric", "tcp", "size", "8")));
        Verdict.NotProven verdict =
                Told.notProven(small.saw(FLOW, 1).verdict(latencyOf10000()), "baseline.other-conditions");
        assertThat(verdict.message().values()).containsEntry("difference", "size 8 instead of 64");
    }

    @Test
    void hardware_is_never_held_against_software() {
        Samples hardware = latency().under(new Conditions(Map.of("path-class", "within-leaf", "fabric", "roce2")));
        Told.notProven(hardware.saw(FLOW, 1).verdict(latencyOf10000()), "baseline.other-kind-of-fabric");
    }

    @Test
    void software_is_never_held_against_hardware() {
        Conditions roce = new Conditions(Map.of("path-class", "within-leaf", "fabric", "roce2"));
        Survey survey = latency().under(roce).saw(FLOW, 10_000).survey();
        Criterion criterion = against("latency.within-rail", LATENCY, Optional.of(baseline(survey, "roce2", NOON)));
        Samples virtual = latency().under(new Conditions(Map.of("path-class", "within-leaf", "fabric", "virtual-tcp")));
        Told.notProven(virtual.saw(FLOW, 1).verdict(criterion), "baseline.other-kind-of-fabric");
    }

    @ParameterizedTest
    @CsvSource({
        "soft-roce, roce2",
        "soft-iwarp, iwarp",
        "soft-roce, infiniband",
        "virtual-tcp, roce2",
        "roce2, soft-roce",
        "iwarp, soft-iwarp",
        "infiniband, soft-roce"
    })
    void software_and_hardware_fabrics_never_meet(String seen, String reference) {
        Conditions before = new Conditions(Map.of("path-class", "within-leaf", "fabric", reference));
        Survey survey = latency().under(before).saw(FLOW, 10_000).survey();
        Criterion criterion = against("latency.within-rail", LATENCY, Optional.of(baseline(survey, reference, NOON)));
        Samples now = latency().under(new Conditions(Map.of("path-class", "within-leaf", "fabric", seen)));
        Verdict.NotProven verdict =
                Told.notProven(now.saw(FLOW, 1).verdict(criterion), "baseline.other-kind-of-fabric");
        assertThat(verdict.message().values()).containsEntry("seen", seen).containsEntry("reference", reference);
    }

    @Test
    void a_run_that_measured_over_sockets_and_rdma_keeps_a_reference_of_each() {
        Conditions rdma = new Conditions(Map.of("path-class", "within-leaf", "fabric", "roce2"));
        Survey survey = latency().under(rdma).saw(FLOW, 10_000).survey();
        // the run is called by the fabric of its sockets
        Criterion criterion = against("latency.within-rail", LATENCY, Optional.of(baseline(survey, "tcp", NOON)));
        Told.passes(latency().under(rdma).saw(FLOW, 10_000).verdict(criterion));
        Told.fails(latency().under(rdma).saw(FLOW, 12_000, 12_000).verdict(criterion));
    }

    @Test
    void two_hardware_fabrics_are_other_conditions() {
        Conditions before = new Conditions(Map.of("path-class", "within-leaf", "fabric", "roce2"));
        Survey survey = latency().under(before).saw(FLOW, 10_000).survey();
        Criterion criterion = against("latency.within-rail", LATENCY, Optional.of(baseline(survey, "roce2", NOON)));
        Samples now = latency().under(new Conditions(Map.of("path-class", "within-leaf", "fabric", "infiniband")));
        Told.notProven(now.saw(FLOW, 1).verdict(criterion), "baseline.other-conditions");
    }

    @Test
    void a_fabric_that_nobody_could_name_is_compared_with_nothing_not_even_with_itself() {
        Conditions unknown = new Conditions(Map.of("path-class", "within-leaf", "fabric", "unknown"));
        Survey survey = latency().under(unknown).saw(FLOW, 10_000).survey();
        Criterion criterion = against("latency.within-rail", LATENCY, Optional.of(baseline(survey, "unknown", NOON)));
        Told.notProven(latency().under(unknown).saw(FLOW, 10_000).verdict(criterion), "baseline.unknown-fabric");
    }

    @Test
    void older_than_allowed_is_not_proven() {
        // Measurements end one second after noon.
        Instant justInside = NOON.plusSeconds(1).minus(Duration.ofDays(30));
        Survey survey = latency().saw(FLOW, 10_000).survey();
        Criterion fresh = against("latency.within-rail", LATENCY, Optional.of(baseline(survey, "tcp", justInside)));
        Told.passes(latency().saw(FLOW, 10_000).verdict(fresh));
        Criterion stale =
                against("latency.within-rail", LATENCY, Optional.of(baseline(survey, "tcp", justInside.minusNanos(1))));
        Told.notProven(latency().saw(FLOW, 10_000).verdict(stale), "baseline.stale");
    }

    @Test
    void no_samples_is_not_proven() {
        Told.notProven(latency().asked(FLOW).verdict(latencyOf10000()), "evidence.none");
    }

    /** Class median 10000 and 20 %: the edge is 12000. */
    @Test
    void a_flow_without_a_reference_is_held_against_its_class_and_says_so() {
        Verdict inside =
                latencyOf10000().judge(latency().saw(NEW_HOST, 12_000).survey()).get(NEW_HOST);
        assertThat(Told.passes(inside).watch())
                .hasValueSatisfying(watch -> assertThat(watch.key()).isEqualTo("watch.no-own-reference"));
        Told.fails(
                latencyOf10000().judge(latency().saw(NEW_HOST, 12_001).survey()).get(NEW_HOST));
    }
}
