package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.seatrial.measurement.Direction;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors that the domain notes give for comparing with a baseline and for sample sizes. */
class NotedVectorsTest {
    private static final double[] RATES = {196.1, 196.3, 195.9, 196.2, 196.0, 196.4, 196.1, 195.8, 196.2, 188.0};
    private static final double[] BEFORE = {1.80, 1.82, 1.79, 1.85, 1.81};
    private static final double[] AFTER = {1.90, 1.88, 1.95, 1.86, 1.92};

    @Test
    void a_slow_link_stands_out_by_robust_z_where_the_classic_one_hides_it() {
        RobustZ robust = RobustZ.of(RATES, 0.1);
        assertThat(robust.median()).isCloseTo(196.1, within(1e-9));
        assertThat(robust.mad()).isCloseTo(0.15, within(1e-9));
        assertThat(robust.z(188.0)).isCloseTo(-36.42, within(0.01));
        assertThat(robust.isOutlier(188.0)).isTrue();
        assertThat(Arrays.stream(RATES).filter(robust::isOutlier)).containsExactly(188.0);
        double mean = Arrays.stream(RATES).average().orElseThrow();
        double classic = (188.0 - mean) / Math.sqrt(Relative.variance(RATES));
        assertThat(classic).isCloseTo(-2.84, within(0.01));
        assertThat(Math.abs(classic)).isLessThan(RobustZ.OUTLIER);
    }

    @Test
    void equal_values_scatter_by_half_a_step() {
        RobustZ robust = RobustZ.of(new double[] {100, 100, 100, 100, 102}, 1);
        assertThat(robust.mad()).isEqualTo(0.5);
        assertThat(robust.isOutlier(101)).isFalse();
        assertThat(robust.isOutlier(103)).isTrue();
    }

    @Test
    void robust_z_of_nothing_is_refused() {
        assertThatThrownBy(() -> RobustZ.of(new double[0], 1)).hasMessageContaining("0 values");
        assertThatThrownBy(() -> RobustZ.of(new double[] {1, 1}, 0)).hasMessageContaining("resolution above 0");
    }

    @Test
    void mann_and_whitney_see_the_shift() {
        TwoSamples samples = TwoSamples.of(BEFORE, AFTER);
        assertThat(samples.u()).isZero();
        assertThat(samples.z()).isCloseTo(-2.611, within(0.0005));
        assertThat(samples.pOfShift()).isCloseTo(0.00794, within(0.00001));
        assertThat(samples.smallestP()).isCloseTo(2.0 / 252, within(1e-12));
        double normal = 2 * NormalDistribution.of(0, 1).cumulativeProbability(samples.z());
        assertThat(normal).isCloseTo(0.00902, within(0.00001));
    }

    @Test
    void kolmogorov_and_smirnov_see_two_sets_that_do_not_overlap() {
        TwoSamples samples = TwoSamples.of(BEFORE, AFTER);
        assertThat(samples.d()).isEqualTo(1.0);
        assertThat(samples.pOfShape()).isCloseTo(2.0 / 252, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"10, 0.607", "20, 0.429", "50, 0.272", "100, 0.192"})
    void critical_distances_are_those_of_the_table(int n, double expected) {
        assertThat(TwoSamples.criticalD(n)).isCloseTo(expected, within(0.0006));
    }

    @Test
    void three_rounds_against_three_can_never_reach_five_percent_twofold() {
        assertThat(TwoSamples.of(new double[] {1, 2, 3}, new double[] {7, 8, 9}).smallestP())
                .isCloseTo(0.1, within(1e-12));
        assertThatThrownBy(() -> TwoSamples.of(new double[] {1}, AFTER)).hasMessageContaining("got 1 and 5");
    }

    @Test
    void eight_of_ten_are_rejected_and_adjusted() {
        double[] p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240};
        assertThat(FalseDiscovery.threshold(p, 0.05)).isEqualTo(0.0344);
        double[] adjusted = {0.001, 0.002, 0.00633, 0.02375, 0.0402, 0.04257, 0.04257, 0.043, 0.051, 0.324};
        assertThat(FalseDiscovery.adjusted(p)).containsExactly(adjusted, within(0.000005));
        double[] backwards = new double[p.length];
        Arrays.setAll(backwards, i -> p[p.length - 1 - i]);
        assertThat(FalseDiscovery.adjusted(backwards)[0]).isCloseTo(0.324, within(1e-9));
    }

    @Test
    void nothing_is_rejected_where_nothing_is_small() {
        assertThat(FalseDiscovery.threshold(new double[] {0.2, 0.5, 0.9}, 0.05)).isZero();
        assertThat(FalseDiscovery.threshold(new double[0], 0.05)).isZero();
    }

    @Test
    void similarity_is_one_minus_the_area_between_the_distributions() {
        double[] baseline = {100, 101, 102, 103, 104};
        double[] node = {95, 96, 97, 98, 99};
        assertThat(Similarity.of(node, baseline)).isCloseTo(0.95098, within(0.000005));
        assertThat(Similarity.onWorseSide(node, baseline, Direction.HIGHER_IS_BETTER))
                .isCloseTo(0.95098, within(0.000005));
        assertThat(Similarity.onWorseSide(node, baseline, Direction.LOWER_IS_BETTER))
                .isEqualTo(1);
    }

    @Test
    void similarity_holds_sets_of_different_size_against_each_other() {
        assertThat(Similarity.of(new double[] {10, 20}, new double[] {10, 10, 20, 20}))
                .isEqualTo(1);
        assertThat(Similarity.of(new double[] {10}, new double[] {10, 20, 30})).isCloseTo(0.5, within(1e-12));
        assertThatThrownBy(() -> Similarity.of(new double[0], new double[] {1})).hasMessageContaining("0 values");
    }

    @ParameterizedTest
    @CsvSource({
        "0.05, 0.8, 15.7, 3.9, 0.6",
        "0.01, 0.9, 29.8, 7.4, 1.2",
        "5e-6, 0.8, 58.5, 14.6, 2.3",
        "1e-6, 0.9, 76.2, 19.0, 3.0",
    })
    void sample_sizes_are_those_of_the_table(double alpha, double power, double one, double two, double five) {
        assertThat(SampleSize.perGroup(alpha, power, 0.01, 0.01)).isCloseTo(one, within(0.05));
        assertThat(SampleSize.perGroup(alpha, power, 0.01, 0.02)).isCloseTo(two, within(0.06));
        assertThat(SampleSize.perGroup(alpha, power, 0.01, 0.05)).isCloseTo(five, within(0.05));
    }

    @ParameterizedTest
    @CsvSource({"0.99, 299", "0.999, 2995", "0.9999, 29956"})
    void a_quantile_needs_samples_beyond_it(double quantile, long expected) {
        assertThat(SampleSize.aboveQuantile(quantile, 0.95)).isEqualTo(expected);
    }

    @Test
    void the_sample_beyond_no_quantile_is_refused() {
        assertThatThrownBy(() -> SampleSize.aboveQuantile(1, 0.95)).hasMessageContaining("got 1.0");
    }

    @Test
    void a_warm_up_shows_between_the_first_and_the_last_quarter() {
        double[] steady = DoubleStream.iterate(1, i -> i <= 40, i -> i + 1)
                .map(i -> 2 + 0.01 * (i * 7 % 11))
                .toArray();
        double[] warming = steady.clone();
        for (int i = 0; i < 8; i++) {
            warming[i] += 1.0 / (i + 1);
        }
        assertThat(TwoSamples.firstAndLastQuarter(steady).pOfShift()).isGreaterThan(0.05);
        assertThat(TwoSamples.firstAndLastQuarter(warming).pOfShift()).isLessThan(0.01);
        assertThatThrownBy(() -> TwoSamples.firstAndLastQuarter(new double[7])).hasMessageContaining("got 1 and 1");
    }
}
