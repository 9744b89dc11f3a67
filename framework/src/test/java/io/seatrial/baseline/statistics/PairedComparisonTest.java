package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.seatrial.measurement.Direction;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairedComparisonTest {
    private static final int ROUNDS = 5;

    @Test
    void a_slower_link_is_worse_and_the_others_are_neither() {
        double[][] pre = rounds(64, 200_000_000_000L, 0.002, 1);
        double[][] post = rounds(64, 200_000_000_000L, 0.002, 2);
        slow(post, 7, 0.9);
        PairedComparison compared = PairedComparison.of(pre, post, Direction.HIGHER_IS_BETTER);
        Shift shift = compared.subjects().get(7).orElseThrow();
        assertThat(shift.relative()).isCloseTo(0.1, within(0.01));
        assertThat(shift.low()).isPositive().isLessThan(shift.relative());
        assertThat(shift.high()).isGreaterThan(shift.relative());
        assertThat(shift.pWorse()).isLessThan(0.005 / 64);
        assertThat(shift.pBetter()).isGreaterThan(0.99);
        double[] p = compared.subjects().stream()
                .mapToDouble(s -> s.orElseThrow().pWorse())
                .toArray();
        assertThat(Arrays.stream(FalseDiscovery.adjusted(p)).filter(a -> a <= 0.005))
                .hasSize(1);
    }

    @Test
    void half_of_a_class_that_changed_is_found() {
        double[][] pre = rounds(64, 200_000_000_000L, 0.002, 3);
        double[][] post = rounds(64, 200_000_000_000L, 0.002, 4);
        for (int i = 0; i < 32; i++) {
            slow(post, i, 0.9);
        }
        PairedComparison compared = PairedComparison.of(pre, post, Direction.HIGHER_IS_BETTER);
        for (int i = 0; i < 64; i++) {
            assertThat(compared.subjects().get(i).orElseThrow().pWorse() < 1e-4)
                    .as("subject %s", i)
                    .isEqualTo(i < 32);
        }
    }

    @Test
    void a_lower_latency_is_better() {
        double[][] pre = rounds(16, 10_000, 0.01, 5);
        double[][] post = rounds(16, 8_000, 0.01, 6);
        PairedComparison compared = PairedComparison.of(pre, post, Direction.LOWER_IS_BETTER);
        assertThat(compared.common()).isCloseTo(-0.2, within(0.02));
        assertThat(compared.subjects().get(3).orElseThrow().pBetter()).isLessThan(1e-3);
    }

    @Test
    void what_a_day_changes_on_every_link_is_no_finding() {
        double[][] pre = rounds(200, 200_000_000_000L, 0.0005, 7);
        double[][] post = rounds(200, 200_000_000_000L, 0.0005, 8);
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < post.length; i++) {
            // Ten times the scatter of the rounds, and the same in all rounds of the day.
            slow(post, i, 1 + 0.01 * (random.nextDouble() - 0.5));
        }
        PairedComparison compared = PairedComparison.of(pre, post, Direction.HIGHER_IS_BETTER);
        double[] p = compared.subjects().stream()
                .mapToDouble(s -> s.orElseThrow().pWorse())
                .toArray();
        assertThat(FalseDiscovery.threshold(p, 0.005)).isZero();
    }

    @Test
    void one_round_on_a_crowded_path_is_no_change() {
        double[][] pre = rounds(64, 200_000_000_000L, 0.002, 14);
        double[][] post = rounds(64, 200_000_000_000L, 0.002, 15);
        post[5][2] *= 0.8;
        Shift shift = PairedComparison.of(pre, post, Direction.HIGHER_IS_BETTER)
                .subjects()
                .get(5)
                .orElseThrow();
        assertThat(shift.relative()).isCloseTo(0, within(0.005));
        assertThat(shift.pWorse()).isGreaterThan(0.01);
    }

    @Test
    void what_is_detectable_grows_with_what_is_asked() {
        PairedComparison compared = PairedComparison.of(
                rounds(64, 10_000, 0.01, 16), rounds(64, 10_000, 0.01, 17), Direction.LOWER_IS_BETTER);
        double effect = compared.detectable(0.001, 0.8);
        assertThat(effect).isPositive().isLessThan(0.2);
        assertThat(compared.detectable(0.00001, 0.8)).isGreaterThan(effect);
        assertThat(compared.detectable(0.001, 0.95)).isGreaterThan(effect);
    }

    @Test
    void one_round_on_each_side_is_judged_by_the_scatter_of_the_class() {
        double[][] pre = rounds(128, 10_000, 0.01, 10);
        double[][] post = rounds(128, 10_000, 0.01, 11);
        for (int i = 0; i < pre.length; i++) {
            pre[i] = new double[] {pre[i][0]};
            post[i] = new double[] {post[i][0]};
        }
        slow(post, 0, 1.5);
        PairedComparison compared = PairedComparison.of(pre, post, Direction.LOWER_IS_BETTER);
        double[] p = compared.subjects().stream()
                .mapToDouble(s -> s.orElseThrow().pWorse())
                .toArray();
        assertThat(FalseDiscovery.threshold(p, 0.005)).isEqualTo(p[0]).isPositive();
    }

    @Test
    void a_few_subjects_cannot_show_a_change() {
        double[][] pre = rounds(2, 10_000, 0.01, 12);
        double[][] post = rounds(2, 10_000, 0.01, 13);
        slow(post, 0, 1.1);
        PairedComparison compared = PairedComparison.of(pre, post, Direction.LOWER_IS_BETTER);
        assertThat(compared.subjects().get(0).orElseThrow().pWorse()).isGreaterThan(0.0025);
        assertThat(compared.detectable(0.0025, 0.8)).isGreaterThan(0.2);
    }

    @Test
    void equal_rounds_of_a_coarse_clock_make_no_step_certain() {
        double[][] pre = new double[32][ROUNDS];
        double[][] post = new double[32][ROUNDS];
        for (int i = 0; i < 32; i++) {
            Arrays.fill(pre[i], 1_000);
            Arrays.fill(post[i], 1_000);
        }
        Arrays.fill(post[3], 1_010);
        PairedComparison compared = PairedComparison.of(pre, post, Direction.LOWER_IS_BETTER);
        assertThat(compared.subjects().get(3).orElseThrow().pWorse()).isGreaterThan(0.005 / 32);
    }

    @Test
    void what_was_not_measured_on_both_sides_is_not_compared() {
        double[][] pre = {{}, {5, 5, 5}, {0, 0, 0}};
        double[][] post = {{5, 5, 5}, {}, {1, 1, 1}};
        PairedComparison compared = PairedComparison.of(pre, post, Direction.LOWER_IS_BETTER);
        assertThat(compared.subjects()).containsExactly(Optional.empty(), Optional.empty(), Optional.empty());
        assertThat(compared.common()).isNaN();
        assertThat(compared.detectable(0.01, 0.8)).isNaN();
    }

    @Test
    void sides_of_different_size_are_refused() {
        assertThatThrownBy(() -> PairedComparison.of(new double[2][1], new double[3][1], Direction.LOWER_IS_BETTER))
                .hasMessage("subjects after: expected 2 as before, got 3");
    }

    private static double[][] rounds(int subjects, double level, double noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rounds = new double[subjects][ROUNDS];
        for (double[] subject : rounds) {
            for (int i = 0; i < subject.length; i++) {
                subject[i] = Math.rint(level * (1 + noise * (random.nextDouble() + random.nextDouble() - 1)));
            }
        }
        return rounds;
    }

    private static void slow(double[][] rounds, int subject, double factor) {
        for (int i = 0; i < rounds[subject].length; i++) {
            rounds[subject][i] = Math.rint(rounds[subject][i] * factor);
        }
    }
}
