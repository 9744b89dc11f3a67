package io.seatrial.baseline;

import static io.seatrial.baseline.Runs.CONDITIONS;
import static io.seatrial.baseline.Runs.DAWN;
import static io.seatrial.baseline.Runs.ONE;
import static io.seatrial.baseline.Runs.TWO;
import static io.seatrial.baseline.Runs.by;
import static io.seatrial.baseline.Runs.measured;
import static io.seatrial.baseline.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.baseline.Proposal.Without;
import io.seatrial.criteria.Told;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SeriesKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProposalTest {
    private static final SeriesKey KEY = new SeriesKey("latency.within-rail", "latency.rtt.p50", CONDITIONS);

    private static Proposal propose(List<SourceRun> runs, Without... without) {
        Proposal proposal = Runs.propose(runs, without);
        proposal.objections().forEach(Told::assertTold);
        return proposal;
    }

    private static List<String> objections(List<SourceRun> runs, Without... without) {
        return propose(runs, without).objections().stream().map(Message::key).toList();
    }

    /** Runs in which only the first flow differs. */
    private static List<SourceRun> ofOne(long... values) {
        List<SourceRun> runs = new ArrayList<>();
        for (long value : values) {
            runs.add(run("run-" + (runs.size() + 1), value, 2000));
        }
        return runs;
    }

    private static Series one(Proposal proposal) {
        return proposal.references().get(KEY).subjects().get(ONE);
    }

    @Test
    void what_each_run_gave_is_kept_and_its_median_is_the_reference() {
        Reference reference = propose(Runs.three()).references().get(KEY);
        assertThat(reference.subjects().get(ONE))
                .isEqualTo(Series.of(List.of(List.of(1000L), List.of(1020L), List.of(1010L))));
        assertThat(reference.of(ONE)).contains(new Reference.OfSubject(1010, 3, 20));
        assertThat(reference.of(TWO)).contains(new Reference.OfSubject(2000, 3, 20));
        assertThat(reference.overSubjects()).isEqualTo(new Reference.Spread(2, 1010, 1010, 1010, 2000, 2000));
    }

    @Test
    void every_round_of_a_run_is_kept_and_their_median_is_its_value() {
        Proposal proposal = propose(List.of(run(
                "run-1",
                true,
                "tcp",
                List.of(measured(ONE, 1000, 0, ""), measured(ONE, 1300, 0, ""), measured(ONE, 1010, 0, "")))));
        assertThat(one(proposal)).isEqualTo(Series.of(List.of(List.of(1000L, 1300L, 1010L))));
        assertThat(one(proposal).value(0)).hasValue(1010);
    }

    @Test
    void three_countable_runs_that_agree_are_accepted_with_where_they_come_from() {
        Origin origin = propose(Runs.three()).accept(by("Ada", "")).origin();
        assertThat(origin.cluster()).isEqualTo("virtual");
        assertThat(origin.clusterHash()).isEqualTo("0123abcd");
        assertThat(origin.fabric()).isEqualTo("tcp");
        assertThat(origin.accepted()).isEqualTo(new Acceptance("Ada", DAWN, ""));
        assertThat(origin.runs()).extracting(Origin.OfRun::id).containsExactly("run-1", "run-2", "run-3");
        assertThat(origin.newest()).isEqualTo(DAWN.plusSeconds(3));
        assertThat(origin.leftOut()).isEmpty();
    }

    @Test
    void the_order_in_which_runs_are_given_does_not_matter() {
        List<SourceRun> reversed = new ArrayList<>(Runs.three());
        Collections.reverse(reversed);
        assertThat(propose(reversed).references())
                .isEqualTo(propose(Runs.three()).references());
        assertThat(propose(reversed).runs()).isEqualTo(propose(Runs.three()).runs());
    }

    @Test
    void two_runs_are_not_enough() {
        Proposal two = propose(Runs.three().subList(0, 2));
        assertThatThrownBy(() -> two.accept(by("Ada", "we are in a hurry")))
                .hasMessageContaining("expected 3 countable runs, got 2");
    }

    @Test
    void fewer_runs_than_needed_are_an_objection() {
        assertThat(propose(Runs.three()).requiring(3).objections()).isEmpty();
        assertThat(propose(Runs.three().subList(0, 2)).requiring(3).objections())
                .extracting(Message::key)
                .containsExactly("baseline.too-few-runs");
    }

    @Test
    void of_a_run_whose_folder_is_not_believed_nothing_counts() {
        List<SourceRun> runs = Runs.three();
        runs.add(SourceRun.doubtful("run-4", Runs.DAWN, Message.of("accepting.run-in-doubt", "why", "cut off")));
        assertThat(objections(runs)).containsExactly("accepting.run-in-doubt");
    }

    @Test
    void a_single_run_is_accepted_by_name_with_a_reason() {
        Proposal single = propose(Runs.three().subList(0, 1));
        assertThat(single.acceptSingle(by("Ada", "first run after bring-up"))
                        .origin()
                        .accepted()
                        .reason())
                .isEqualTo("first run after bring-up");
        assertThatThrownBy(() -> single.acceptSingle(by("Ada", " "))).hasMessageContaining("reason");
        assertThatThrownBy(() -> by("", "r")).hasMessageContaining("who accepted it");
    }

    @Test
    void a_run_that_does_not_count_is_never_accepted() {
        List<SourceRun> runs = Runs.three();
        runs.add(run("run-4", false, "tcp", List.of(measured(ONE, 1000, 0, ""))));
        assertThat(objections(runs)).containsExactly("baseline.run-not-countable");
        Proposal proposal = propose(runs);
        assertThatThrownBy(() -> proposal.accept(by("Ada", ""))).hasMessageContaining("run-4");
    }

    @Test
    void runs_that_each_measured_over_rdma_and_sockets_are_no_mixture() {
        List<SourceRun> runs = List.of(
                run("run-1", true, "roce2, tcp", List.of(measured(ONE, 1000, 0, ""))),
                run("run-2", true, "roce2, tcp", List.of(measured(ONE, 1000, 0, ""))));
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
        assertThat(objections(ofOne(1000, 1000, 1100))).isEmpty();
    }

    @Test
    void two_runs_that_disagree_are_both_named() {
        assertThat(propose(ofOne(1000, 1120)).objections()).singleElement().satisfies(objection -> {
            assertThat(objection.key()).isEqualTo("baseline.runs-disagree");
            assertThat(objection.values()).containsEntry("low-run", "run-1").containsEntry("high-run", "run-2");
        });
    }

    @Test
    void a_value_that_is_worse_in_one_run_is_named_and_never_dropped() {
        Proposal proposal = propose(ofOne(1000, 1000, 1000, 1101, 1000, 1000, 1000));
        assertThat(proposal.objections()).singleElement().satisfies(objection -> {
            assertThat(objection.key()).isEqualTo("baseline.worse-in-one-run");
            assertThat(objection.values()).containsEntry("subject", ONE.name()).containsEntry("run", "run-4");
        });
        assertThat(one(proposal).values()).contains(1101L);
        assertThatThrownBy(() -> proposal.accept(by("Ada", ""))).hasMessageContaining("cannot be accepted");
    }

    @Test
    void a_worse_value_is_left_out_once_somebody_names_it_and_says_why() {
        Proposal proposal = propose(ofOne(1000, 1000, 1000, 1101), new Without("run-4", ONE.name()));
        assertThat(proposal.objections()).isEmpty();
        assertThatThrownBy(() -> proposal.accept(by("Ada", ""))).hasMessageContaining("expected a reason");
        Baseline accepted = proposal.accept(by("Ada", "the rack was being moved"));
        assertThat(accepted.origin().leftOut())
                .containsExactly(new Origin.LeftOut("run-4", ONE, KEY.ask(), KEY.metric(), 1101, true));
        assertThat(one(proposal).value(3)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"run-4, gpu-02/mlx5_0>gpu-01/mlx5_0", "run-1, gpu-01/mlx5_0>gpu-02/mlx5_0", "run-9, nobody"})
    void a_value_that_agrees_or_does_not_exist_cannot_be_left_out(String run, String subject) {
        assertThat(objections(ofOne(1000, 1000, 1000, 1101), new Without(run, subject)))
                .contains("baseline.nothing-to-leave-out");
    }

    @Test
    void a_better_value_between_equal_ones_is_left_out_and_listed() {
        Proposal proposal = propose(ofOne(1000, 1000, 800, 1000, 1000));
        assertThat(proposal.objections()).isEmpty();
        assertThat(proposal.leftOut())
                .containsExactly(new Origin.LeftOut("run-3", ONE, KEY.ask(), KEY.metric(), 800, false));
        assertThat(one(proposal).values()).containsExactly(1000L, 1000L, 1000L, 1000L);
    }

    /** The first value may be the last good one before a fault, the last one the first good one after a repair; three runs are too few. */
    @ParameterizedTest
    @ValueSource(strings = {"800 1000 1000 1000 1000", "1000 1000 1000 1000 800", "1000 800 1000"})
    void a_better_value_that_may_be_what_is_right_is_never_dropped(String values) {
        long[] all = Arrays.stream(values.split(" ")).mapToLong(Long::parseLong).toArray();
        assertThat(objections(ofOne(all))).containsExactly("baseline.better-in-one-run");
        assertThat(propose(ofOne(all)).leftOut()).isEmpty();
    }

    @Test
    void a_step_in_the_middle_is_no_outlier() {
        assertThat(objections(ofOne(1000, 1000, 1000, 1200, 1200, 1200))).containsExactly("baseline.runs-disagree");
    }

    @Test
    void a_flow_that_one_run_could_not_measure_keeps_what_the_others_gave() {
        List<SourceRun> gap = new ArrayList<>(Runs.three().subList(0, 2));
        gap.add(run("run-3", true, "tcp", List.of(measured(ONE, 1000, 0, ""))));
        Reference reference = propose(gap).references().get(KEY);
        assertThat(reference.of(ONE)).contains(new Reference.OfSubject(1000, 3, 20));
        assertThat(reference.of(TWO)).contains(new Reference.OfSubject(2005, 2, 10));
        assertThat(reference.learned()).isEqualTo(3);
    }

    @Test
    void a_retest_teaches_nothing_about_the_pair() {
        List<SourceRun> runs = List.of(run(
                "run-1",
                true,
                "tcp",
                List.of(
                        measured(ONE, 1000, 0, ""),
                        measured(ONE, 5000, 1, ""),
                        measured(ONE, 9000, 1, "gpu-03/mlx5_0"))));
        assertThat(one(propose(runs))).isEqualTo(Series.of(List.of(List.of(1000L))));
    }

    @Test
    void runs_without_any_value_propose_nothing() {
        assertThat(objections(List.of(run("run-1", true, "tcp", List.of())))).containsExactly("baseline.no-values");
    }

    @Test
    void the_virtual_fabric_is_marked() {
        Proposal proposal = propose(List.of(run("run-1", true, "virtual-tcp", List.of(measured(ONE, 1000, 0, "")))));
        assertThat(proposal.acceptSingle(by("Ada", "lab")).origin().virtual()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "run-1", ":gpu-01", "run-1:"})
    void what_is_to_be_left_out_names_run_and_subject(String text) {
        assertThatThrownBy(() -> Without.parse(text)).hasMessageContaining("expected RUN:SUBJECT");
        assertThat(Without.parse("run-1:" + ONE.name())).isEqualTo(new Without("run-1", ONE.name()));
    }
}
