package io.seatrial.baseline;

import static io.seatrial.baseline.Runs.CONDITIONS;
import static io.seatrial.baseline.Runs.DAWN;
import static io.seatrial.baseline.Runs.ONE;
import static io.seatrial.baseline.Runs.TWO;
import static io.seatrial.baseline.Runs.measured;
import static io.seatrial.baseline.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.criteria.Told;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SeriesKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProposalTest {
    private static final SeriesKey KEY = new SeriesKey("latency.within-rail", "latency.rtt.p50", CONDITIONS);

    private static Proposal propose(List<SourceRun> runs) {
        Proposal proposal = Proposal.from(runs, Runs::tenPercent);
        proposal.objections().forEach(Told::assertTold);
        return proposal;
    }

    private static List<String> objections(List<SourceRun> runs) {
        return propose(runs).objections().stream().map(Message::key).toList();
    }

    @Test
    void the_reference_of_a_flow_is_its_median_over_the_runs() {
        Reference reference = propose(Runs.three()).references().get(KEY);
        assertThat(reference.of(ONE)).contains(new Reference.OfFlow(1010, 3, 20));
        assertThat(reference.of(TWO)).contains(new Reference.OfFlow(2000, 3, 20));
        assertThat(reference.overFlows()).isEqualTo(new Reference.Spread(2, 1010, 1010, 1010, 2000, 2000));
    }

    @Test
    void three_countable_runs_that_agree_are_accepted_with_where_they_come_from() {
        Baseline baseline = propose(Runs.three()).accept("Ada", DAWN, "");
        assertThat(baseline.origin())
                .isEqualTo(new Origin(List.of("run-1", "run-2", "run-3"), "Ada", DAWN, "", "tcp", false));
    }

    @Test
    void the_order_in_which_runs_are_given_does_not_matter() {
        List<SourceRun> reversed = new ArrayList<>(Runs.three());
        java.util.Collections.reverse(reversed);
        assertThat(propose(reversed).references())
                .isEqualTo(propose(Runs.three()).references());
        assertThat(propose(reversed).runs()).isEqualTo(propose(Runs.three()).runs());
    }

    @Test
    void two_runs_are_not_enough() {
        Proposal two = propose(Runs.three().subList(0, 2));
        assertThatThrownBy(() -> two.accept("Ada", DAWN, "we are in a hurry"))
                .hasMessageContaining("expected 3 countable runs, got 2");
    }

    @Test
    void a_single_run_is_accepted_by_name_with_a_reason() {
        Proposal single = propose(Runs.three().subList(0, 1));
        assertThat(single.acceptSingle("Ada", DAWN, "first run after bring-up")
                        .origin()
                        .reason())
                .isEqualTo("first run after bring-up");
        assertThatThrownBy(() -> single.acceptSingle("Ada", DAWN, " ")).hasMessageContaining("reason");
        assertThatThrownBy(() -> single.acceptSingle("", DAWN, "r")).hasMessageContaining("who accepted it");
    }

    @Test
    void a_run_that_does_not_count_is_never_accepted() {
        List<SourceRun> runs = Runs.three();
        runs.add(run("run-4", false, "tcp", List.of(measured(ONE, 1000, 0, ""))));
        assertThat(objections(runs)).containsExactly("baseline.run-not-countable");
        Proposal proposal = propose(runs);
        assertThatThrownBy(() -> proposal.accept("Ada", DAWN, "")).hasMessageContaining("run-4");
    }

    @Test
    void runs_that_each_measured_over_rdma_and_sockets_are_no_mixture() {
        List<Measurement> measured =
                List.of(Runs.measured(Runs.ONE, 1000, 0, ""), Runs.measured(Runs.TWO, 2000, 0, ""));
        List<SourceRun> runs = List.of(
                Runs.run("run-1", true, "roce2, tcp", measured), Runs.run("run-2", true, "roce2, tcp", measured));
        assertThat(objections(runs)).isEmpty();
    }

    @Test
    void runs_of_several_fabrics_are_never_mixed() {
        List<SourceRun> runs = Runs.three();
        runs.add(run("run-4", true, "roce2", List.of(measured(ONE, 1000, 0, ""))));
        assertThat(objections(runs)).containsExactly("baseline.runs-of-several-fabrics");
    }

    @Test
    void the_same_run_three_times_is_not_three_runs() {
        SourceRun run = run("run-1", 1000, 2000);
        assertThat(objections(List.of(run, run, run))).containsExactly("baseline.run-named-twice");
    }

    @Test
    void runs_that_disagree_by_as_much_as_the_tolerance_are_taken() {
        assertThat(objections(List.of(run("run-1", 1000, 1), run("run-2", 1000, 1), run("run-3", 1100, 1))))
                .isEmpty();
    }

    @Test
    void runs_that_disagree_by_more_are_refused_and_named_instead_of_dropping_an_outlier() {
        Proposal proposal = propose(List.of(run("run-1", 1000, 1), run("run-2", 1000, 1), run("run-3", 1101, 1)));
        assertThat(proposal.objections())
                .singleElement()
                .satisfies(objection -> assertThat(objection.values())
                        .containsEntry("subject", ONE.name())
                        .containsEntry("low-run", "run-1")
                        .containsEntry("high-run", "run-3"));
        assertThatThrownBy(() -> proposal.accept("Ada", DAWN, "")).hasMessageContaining("cannot be accepted");
    }

    @Test
    void a_flow_that_one_run_could_not_measure_has_no_reference_of_its_own() {
        List<SourceRun> runs = Runs.three().subList(0, 2);
        List<SourceRun> gap = new ArrayList<>(runs);
        gap.add(run("run-3", true, "tcp", List.of(measured(ONE, 1000, 0, ""))));
        Reference reference = propose(gap).references().get(KEY);
        assertThat(reference.of(ONE)).isPresent();
        assertThat(reference.of(TWO)).isEmpty();
        assertThat(reference.overFlows().n()).isEqualTo(2);
    }

    @Test
    void a_retest_with_another_partner_teaches_nothing_about_the_pair() {
        List<SourceRun> runs = List.of(run(
                "run-1", true, "tcp", List.of(measured(ONE, 1000, 0, ""), measured(ONE, 9000, 1, "gpu-03/mlx5_0"))));
        assertThat(propose(runs).references().get(KEY).of(ONE)).contains(new Reference.OfFlow(1000, 1, 0));
    }

    @Test
    void runs_without_any_value_propose_nothing() {
        assertThat(objections(List.of(run("run-1", true, "tcp", List.of())))).containsExactly("baseline.no-values");
    }

    @Test
    void the_virtual_fabric_is_marked() {
        Proposal proposal = propose(List.of(run("run-1", true, "virtual-tcp", List.of(measured(ONE, 1000, 0, "")))));
        assertThat(proposal.acceptSingle("Ada", DAWN, "lab").origin().virtual()).isTrue();
    }
}
