package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** What is said of two series that took turns. */
class RatioOfMediansTest {
    private static double[] around(double middle) {
        return DoubleStream.iterate(-3, step -> step + 1)
                .limit(7)
                .map(step -> middle + step)
                .toArray();
    }

    @Test
    void a_ratio_is_held_or_failed_only_where_the_whole_interval_is_on_one_side() {
        RatioOfMedians near = RatioOfMedians.of(around(98), around(100));
        assertThat(near.ratio()).isEqualTo(0.98);
        assertThat(near.low()).isLessThan(near.ratio());
        assertThat(near.high()).isGreaterThan(near.ratio());
        assertThat(near.atLeast(0.9)).isEqualTo("holds");
        assertThat(near.atLeast(0.98)).isEqualTo("not resolvable here");
        assertThat(near.atLeast(1.1)).isEqualTo("fails");
    }

    @Test
    void few_rounds_prove_nothing() {
        double[] same = {1, 1, 1, 1};
        assertThat(RatioOfMedians.of(same, same).atLeast(0.5)).isEqualTo("not resolvable here");
    }
}
