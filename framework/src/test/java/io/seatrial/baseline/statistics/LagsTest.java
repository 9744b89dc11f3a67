package io.seatrial.baseline.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LagsTest {
    private static final int RUNS = 10;

    @Test
    void runs_that_do_not_resemble_each_other_are_a_sample() {
        Lags lags = Lags.of(nights(5_000, 0), RUNS);
        assertThat(lags.ofNewRun(RUNS)).isCloseTo(1.1, within(0.05));
        assertThat(lags.ofLeftOut(4)).isCloseTo(1 + 1.0 / 9, within(0.05));
    }

    /** Expected numbers by the formula for a process that keeps 0.6 of the last night: variance 1, covariance 0.6^lag. */
    @Test
    void nights_that_resemble_each_other_make_a_far_night_less_certain() {
        Lags lags = Lags.of(nights(5_000, 0.6), RUNS);
        assertThat(lags.ofNewRun(RUNS)).isCloseTo(expectedOfNewRun(0.6), within(0.15));
        assertThat(lags.ofLeftOut(4)).isLessThan(1);
    }

    @Test
    void a_handful_of_values_is_taken_to_resemble_each_other() {
        assertThat(Lags.of(nights(8, 0), 3).ofNewRun(3)).isGreaterThan(2.5);
    }

    @Test
    void a_subject_with_fewer_runs_is_less_certain() {
        Lags lags = Lags.of(nights(500, 0.3), RUNS);
        assertThat(lags.ofNewRun(2)).isGreaterThan(lags.ofNewRun(RUNS));
    }

    @Test
    void equal_runs_say_nothing_of_distances() {
        assertThat(Lags.of(new double[300][RUNS], RUNS).ofNewRun(RUNS)).isCloseTo(1.1, within(1e-12));
    }

    private static double expectedOfNewRun(double kept) {
        double pairs = 0;
        for (int lag = 1; lag < RUNS; lag++) {
            pairs += (RUNS - lag) * (1 - Math.pow(kept, lag));
        }
        double between = pairs / (RUNS * (RUNS - 1) / 2.0);
        return (2 - between * (RUNS - 1) / RUNS) / between;
    }

    private static double[][] nights(int subjects, double kept) {
        SplittableRandom random = new SplittableRandom(1);
        double[][] nights = new double[subjects][RUNS];
        for (double[] own : nights) {
            double mood = random.nextGaussian();
            for (int i = 0; i < RUNS; i++) {
                own[i] = mood;
                mood = kept * mood + Math.sqrt(1 - kept * kept) * random.nextGaussian();
            }
        }
        return nights;
    }
}
