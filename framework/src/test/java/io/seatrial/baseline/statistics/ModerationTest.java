package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Expected numbers come from the formulas of Smyth's paper, computed with SciPy. */
class ModerationTest {
    @Test
    void members_that_differ_are_worth_a_few_degrees_of_freedom() {
        Moderation moderation = of(4, 1.0, 2.0, 4.0, 0.5, 8.0, 0.25, 1.5, 3.0);
        assertThat(moderation.freedom()).isCloseTo(4.0978, within(0.0001));
        assertThat(moderation.variance()).isCloseTo(1.57593, within(0.00001));
        assertThat(moderation.posterior(8, 4)).isCloseTo((4.0978 * 1.57593 + 4 * 8) / 8.0978, within(0.0001));
    }

    @Test
    void members_that_are_more_alike_than_chance_have_one_variance() {
        Moderation moderation = of(4, 1.0, 1.2, 0.9, 1.1);
        assertThat(moderation.freedom()).isGreaterThan(1_000);
        assertThat(moderation.variance()).isCloseTo(1.36811, within(0.00001));
    }

    @Test
    void variances_of_nothing_count_as_the_least_that_can_be_seen() {
        Moderation moderation = Moderation.of(new double[] {0, 0, Double.NaN}, new double[] {2, 2, 0}, i -> 0.25);
        assertThat(moderation.variance()).isPositive().isLessThan(1);
        assertThat(Moderation.of(new double[] {Double.NaN}, new double[] {0}, i -> 0.25)
                        .variance())
                .isZero();
    }

    private static Moderation of(double freedom, double... variances) {
        double[] freedoms = new double[variances.length];
        Arrays.fill(freedoms, freedom);
        return Moderation.of(variances, freedoms, i -> 0);
    }
}
