package io.seatrial.baseline.statistics;

import io.seatrial.measurement.Direction;
import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Median;

/** Values as relative shifts, above 0 is worse: so that links of different speed, and metrics of either direction, are one class. */
final class Relative {
    private Relative() {}

    /** Return how much worse {@code value} is than {@code reference}; NaN where a share of the reference means nothing. */
    static double shift(double value, double reference, Direction better) {
        if (!(reference > 0)) {
            return Double.NaN;
        }
        double relative = value / reference - 1;
        return better == Direction.LOWER_IS_BETTER ? relative : -relative;
    }

    /** Return round by round how much worse it is after, as a share of the mean before; empty where there is no such share. */
    static double[] pairs(double[] before, double[] after, Direction better) {
        int rounds = Math.min(before.length, after.length);
        double[] pairs = new double[rounds];
        double mean = Arrays.stream(before).limit(rounds).average().orElse(0);
        if (!(mean > 0)) {
            return new double[0];
        }
        for (int i = 0; i < rounds; i++) {
            pairs[i] = shift(mean + after[i] - before[i], mean, better);
        }
        return pairs;
    }

    /** Return the median of what is known; NaN where nothing is. */
    static double median(double... values) {
        double[] known = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
        return known.length == 0 ? Double.NaN : Median.withDefaults().evaluate(known);
    }

    /** Return the unbiased variance of what is known; NaN of fewer than two values. */
    static double variance(double... values) {
        double[] known = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
        if (known.length < 2) {
            return Double.NaN;
        }
        double mean = Arrays.stream(known).average().orElseThrow();
        return Arrays.stream(known).map(v -> (v - mean) * (v - mean)).sum() / (known.length - 1);
    }
}
