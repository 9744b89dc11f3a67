package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunDecisionTest {
    private static final double Q = 0.005;
    private static final Deviation FINE = new Deviation(0.001, 0.001, 0.4, 1e-12);

    @Test
    void worse_is_what_is_significant_and_beyond_its_tolerance() {
        RunDecision decision =
                decide(comparison(0, 0.5, FINE, own(0.08, 1e-9), own(0.03, 1e-9), own(0.08, 0.01), own(-0.2, 1)));
        assertThat(findings(decision, 5))
                .containsExactly(Finding.KEEPS, Finding.WORSE, Finding.KEEPS, Finding.CANNOT_TELL, Finding.KEEPS);
        assertThat(decision.isClassWorse(0)).isFalse();
    }

    @Test
    void what_the_whole_class_lost_is_worse_with_the_class() {
        RunDecision decision = decide(comparison(
                0.1, 1e-6, new Deviation(0.101, 0.001, 0.4, 0), new Deviation(0.02, -0.08, 1, 0), own(0.2, 1e-9)));
        assertThat(findings(decision, 3)).containsExactly(Finding.WORSE_WITH_CLASS, Finding.KEEPS, Finding.WORSE);
        assertThat(decision.isClassWorse(0)).isTrue();
    }

    @Test
    void a_common_mode_that_may_be_chance_accuses_nobody() {
        RunDecision decision = decide(comparison(0.1, 0.2, new Deviation(0.101, 0.001, 0.4, 0)));
        assertThat(findings(decision, 1)).containsExactly(Finding.CANNOT_TELL);
        assertThat(decision.isClassWorse(0)).isFalse();
    }

    @Test
    void half_a_class_is_found_although_the_median_lies_between_the_halves() {
        Deviation slow = new Deviation(0.08, 0.04, 1e-9, 0);
        Deviation good = new Deviation(0, -0.04, 1, 0);
        RunDecision decision = decide(comparison(0.04, 1e-9, slow, slow, good, good));
        assertThat(findings(decision, 4))
                .containsExactly(Finding.WORSE_WITH_CLASS, Finding.WORSE_WITH_CLASS, Finding.KEEPS, Finding.KEEPS);
    }

    @Test
    void a_subject_whose_total_loss_would_not_be_significant_cannot_be_told() {
        RunDecision decision = decide(comparison(0, 0.5, new Deviation(0, 0, 0.5, 0.02)));
        assertThat(findings(decision, 1)).containsExactly(Finding.CANNOT_TELL);
        assertThat(decision.smallest()).isEqualTo(0.02).isGreaterThan(decision.needed());
    }

    @Test
    void a_subject_without_a_value_is_no_test() {
        Comparison comparison = new Comparison(0, 0.5, List.of(Optional.empty(), Optional.of(FINE)));
        RunDecision decision = decide(comparison);
        assertThat(findings(decision, 2)).containsExactly(Finding.NOT_TESTED, Finding.KEEPS);
        assertThat(decision.tests()).isEqualTo(2);
    }

    @Test
    void all_classes_are_one_family() {
        List<Deviation> many = new ArrayList<>();
        for (int i = 0; i < 999; i++) {
            many.add(FINE);
        }
        Comparison small = comparison(0, 0.5, own(0.08, 2e-5));
        assertThat(decide(small).finding(0, 0)).isEqualTo(Finding.WORSE);
        RunDecision decision = decide(small, comparison(0, 0.5, many.toArray(Deviation[]::new)));
        assertThat(decision.tests()).isEqualTo(1002);
        assertThat(decision.finding(0, 0)).isEqualTo(Finding.CANNOT_TELL);
        assertThat(decision.needed()).isCloseTo(0.9 * Q / 1000, within(1e-12));
    }

    @Test
    void the_common_mode_of_a_large_class_has_a_share_of_its_own() {
        Deviation[] many = new Deviation[10_000];
        Arrays.fill(many, new Deviation(0.08, 0, 0.5, 1e-12));
        RunDecision decision = decide(comparison(0.08, 4e-4, many));
        assertThat(decision.isClassWorse(0)).isTrue();
        assertThat(decision.finding(0, 17)).isEqualTo(Finding.WORSE_WITH_CLASS);
    }

    @Test
    void the_plan_knows_what_the_only_bad_subject_will_need() {
        Deviation[] many = new Deviation[500];
        Arrays.fill(many, FINE);
        assertThat(RunDecision.neededByOne(500, 1, Q))
                .isCloseTo(decide(comparison(0, 0.5, many)).needed(), within(1e-12));
        assertThat(RunDecision.neededByOne(8, 1, Q)).isCloseTo(Q / 9, within(1e-12));
    }

    @Test
    void a_healthy_run_has_no_threshold() {
        assertThat(decide(comparison(0, 0.5, FINE, FINE)).threshold()).isZero();
    }

    @Test
    void the_threshold_is_a_p_of_a_subject() {
        RunDecision decision = decide(comparison(0, 0.5, FINE, own(0.08, 1e-9), own(0.03, 2e-9)));
        assertThat(decision.threshold()).isCloseTo(2e-9, within(1e-18));
    }

    @Test
    void each_subject_may_have_a_tolerance_of_its_own() {
        Comparison comparison = comparison(0, 0.5, own(0.08, 1e-9), own(0.08, 1e-9));
        RunDecision decision = RunDecision.ofEachSubject(List.of(comparison), List.of(new double[] {0.05, 0.10}), Q);
        assertThat(findings(decision, 2)).containsExactly(Finding.WORSE, Finding.KEEPS);
    }

    @Test
    void nothing_tested_is_nothing_decided() {
        RunDecision decision = RunDecision.of(List.of(), List.of(), Q);
        assertThat(decision.tests()).isZero();
        assertThat(decision.smallest()).isEqualTo(1);
    }

    @Test
    void bad_arguments_are_named() {
        List<Comparison> one = List.of(comparison(0, 0.5, FINE));
        assertThatThrownBy(() -> RunDecision.of(one, List.of(), Q)).hasMessage("tolerances: expected 1, got 0");
        assertThatThrownBy(() -> RunDecision.of(one, List.of(0.05), 1)).hasMessageContaining("got 1.0");
        assertThatThrownBy(() -> RunDecision.of(one, List.of(Double.NaN), Q)).hasMessageContaining("got NaN");
        assertThatThrownBy(() -> RunDecision.ofEachSubject(one, List.of(new double[2]), Q))
                .hasMessage("tolerances of class 0: expected 1, got 2");
    }

    private static RunDecision decide(Comparison... classes) {
        List<Double> tolerances = new ArrayList<>();
        for (int i = 0; i < classes.length; i++) {
            tolerances.add(0.05);
        }
        return RunDecision.of(List.of(classes), tolerances, Q);
    }

    private static Deviation own(double shift, double p) {
        return new Deviation(shift, shift, p, 1e-12);
    }

    private static Comparison comparison(double common, double p, Deviation... subjects) {
        return new Comparison(
                common, p, List.of(subjects).stream().map(Optional::of).toList());
    }

    private static List<Finding> findings(RunDecision decision, int subjects) {
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < subjects; i++) {
            findings.add(decision.finding(0, i));
        }
        return findings;
    }
}
