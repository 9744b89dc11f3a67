package io.seatrial.baseline;

import static io.seatrial.baseline.Runs.ONE;
import static io.seatrial.baseline.Runs.TWO;
import static io.seatrial.baseline.Runs.measured;
import static io.seatrial.baseline.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BaselineDiffTest {
    private static BaselineDiff.OfClass diff(List<SourceRun> accepted, List<SourceRun> proposed) {
        BaselineDiff diff = BaselineDiff.of(
                Runs.propose(accepted).references(), Runs.propose(proposed).references());
        assertThat(diff.classes()).hasSize(1);
        return diff.classes().get(diff.classes().firstKey());
    }

    @Test
    void what_gets_worse_most_comes_first_whichever_way_the_metric_counts() {
        BaselineDiff.OfClass diff = diff(Runs.three(), List.of(run("run-4", 1111, 1900)));
        assertThat(diff.shifts()).extracting(BaselineDiff.Shift::subject).containsExactly(ONE, TWO);
        assertThat(diff.shifts().get(0).worse()).isEqualTo(0.1);
        assertThat(diff.shifts().get(1).worse()).isEqualTo(-0.05);
        assertThat(diff.medianWorse()).isEqualTo(0.025);
    }

    @Test
    void subjects_that_come_and_go_are_named() {
        BaselineDiff.OfClass diff = diff(
                List.of(run("run-1", true, "tcp", List.of(measured(ONE, 1000, 0, "")))),
                List.of(run("run-2", true, "tcp", List.of(measured(TWO, 1000, 0, "")))));
        assertThat(diff.added()).containsExactly(TWO);
        assertThat(diff.gone()).containsExactly(ONE);
        assertThat(diff.shifts()).isEmpty();
        assertThat(diff.medianWorse()).isZero();
    }

    @Test
    void a_class_that_only_one_of_both_has_is_whole_new_or_gone() {
        BaselineDiff gone = BaselineDiff.of(Runs.propose(Runs.three()).references(), new TreeMap<>());
        BaselineDiff.OfClass only = gone.classes().get(gone.classes().firstKey());
        assertThat(only.now()).isEmpty();
        assertThat(only.gone()).containsExactly(ONE, TWO);
    }
}
