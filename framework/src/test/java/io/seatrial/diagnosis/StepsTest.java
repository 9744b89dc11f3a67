package io.seatrial.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.Told;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.probe.CollectiveProbe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StepsTest {
    private static final SubjectId FAST = step("gpu-01/mlx5_0+gpu-02/mlx5_0");
    private static final SubjectId OTHER = step("gpu-02/mlx5_0+gpu-03/mlx5_0");
    private static final Verdict KEPT =
            new Verdict.Pass(Message.of("limit.pass.at-least"), Optional.empty(), Optional.empty());
    private static final Verdict BROKEN = new Verdict.Fail(Message.of("limit.fail.at-least"), Optional.empty());

    private final List<Measurement> measured = new ArrayList<>();

    private static SubjectId step(String name) {
        return new SubjectId(Kind.GROUP, name);
    }

    private void measured(SubjectId step, long value) {
        Instant now = Instant.parse("2026-11-30T10:00:00Z");
        measured.add(new Measurement(
                CollectiveProbe.BUS_BANDWIDTH,
                step,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                new Conditions(Map.of()),
                new Provenance(0, 1, now, now, "test", "")));
    }

    private Optional<Verdict> of(SubjectId step, Map<SubjectId, Verdict> limits) {
        Survey survey = Survey.of(
                "collective.all-reduce.rail", CollectiveProbe.BUS_BANDWIDTH, new TreeSet<>(Set.of(FAST)), measured);
        Optional<Verdict> verdict = new Steps(survey, Set.of(FAST, OTHER), limits).of(step);
        verdict.ifPresent(told -> Told.assertTold(told.message()));
        return verdict;
    }

    private Verdict ofOther(Map<SubjectId, Verdict> limits) {
        return of(OTHER, limits).orElseThrow();
    }

    @Test
    void a_step_that_breaks_the_limit_is_slow_however_the_others_are() {
        measured(FAST, 100);
        measured(OTHER, 99);
        assertThat(ofOther(Map.of(OTHER, BROKEN))).isInstanceOf(Verdict.Fail.class);
    }

    @Test
    void a_step_that_keeps_the_limit_is_slow_only_below_half_of_the_best() {
        measured(FAST, 100);
        measured(OTHER, 50);
        assertThat(ofOther(Map.of(OTHER, KEPT))).isInstanceOf(Verdict.Pass.class);
        measured(OTHER, 49);
        assertThat(ofOther(Map.of(OTHER, KEPT))).isInstanceOf(Verdict.Fail.class);
    }

    @Test
    void without_a_limit_a_step_below_four_fifths_of_the_best_is_slow() {
        measured(FAST, 100);
        measured(OTHER, 80);
        assertThat(ofOther(Map.of())).isInstanceOf(Verdict.Pass.class);
        measured(OTHER, 79);
        assertThat(ofOther(Map.of())).isInstanceOf(Verdict.Fail.class);
    }

    @Test
    void of_a_step_that_was_measured_twice_the_slower_time_counts() {
        measured(FAST, 100);
        measured(OTHER, 20);
        measured(OTHER, 100);
        assertThat(ofOther(Map.of())).isInstanceOf(Verdict.Fail.class);
    }

    @Test
    void a_step_that_nobody_ran_says_nothing() {
        measured(FAST, 100);
        assertThat(of(OTHER, Map.of())).isEmpty();
    }
}
