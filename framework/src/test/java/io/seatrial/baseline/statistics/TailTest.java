package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;

class TailTest {
    @Test
    void what_can_be_counted_is_counted() {
        Tail tail = Tail.over(pool(NormalDistribution.of(0, 1), 10_000), 100);
        assertThat(tail.survival(0)).isCloseTo(0.5, within(0.001));
        assertThat(tail.survival(1.645)).isCloseTo(0.05, within(0.001));
        assertThat(tail.edge(0.05)).isCloseTo(1.645, within(0.01));
        assertThat(tail.edge(0.8)).isCloseTo(-0.842, within(0.01));
    }

    @Test
    void far_out_no_tail_is_as_light_as_a_normal_one() {
        Tail tail = Tail.over(pool(NormalDistribution.of(0, 1), 10_000), 100);
        assertThat(tail.freedom()).isEqualTo(3);
        assertThat(tail.survival(6)).isGreaterThan(1e-5);
        assertThat(tail.survival(tail.edge(1e-6))).isCloseTo(1e-6, within(1e-9));
    }

    @Test
    void a_tail_that_is_heavier_than_assumed_is_seen() {
        Tail tail = Tail.over(pool(TDistribution.of(2), 100_000), 100);
        assertThat(tail.freedom()).isCloseTo(2, within(0.2));
        assertThat(tail.edge(1e-6) / TDistribution.of(2).inverseSurvivalProbability(1e-6))
                .isCloseTo(1, within(0.5));
    }

    @Test
    void a_cluster_far_out_makes_the_tail_heavy_and_a_single_value_does_not() {
        double[] pool = pool(NormalDistribution.of(0, 1), 10_000);
        pool[pool.length - 1] = 100;
        assertThat(Tail.over(pool, 100).freedom()).isEqualTo(3);
        Arrays.fill(pool, pool.length - 6, pool.length, 100);
        assertThat(Tail.over(pool, 100).freedom()).isLessThan(1.5);
    }

    @Test
    void a_small_pool_is_not_believed_where_it_looks_narrow() {
        double[] narrow = new double[30];
        assertThat(Tail.over(narrow, 20).survival(2))
                .isCloseTo(TDistribution.of(3).survivalProbability(2), within(1e-9));
        assertThat(Tail.over(new double[0], 1.5).freedom()).isEqualTo(1.5);
    }

    @Test
    void a_subject_with_fewer_degrees_of_freedom_is_less_certain() {
        Tail tail = Tail.over(new double[0], 20);
        assertThat(tail.survival(10, 1)).isGreaterThan(tail.survival(10));
        assertThat(tail.survival(10, 20)).isEqualTo(tail.survival(10));
    }

    private static double[] pool(ContinuousDistribution distribution, int size) {
        double[] pool = new double[size];
        Arrays.setAll(pool, i -> distribution.inverseCumulativeProbability((i + 0.5) / size));
        return pool;
    }
}
