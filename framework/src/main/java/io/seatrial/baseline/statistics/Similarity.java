package io.seatrial.baseline.statistics;

import io.seatrial.measurement.Direction;
import java.util.Arrays;

/**
 * How alike two distributions are: 1 minus the area between them, as a share of the baseline's mean. 1 is equal; SuperBench's paper calls
 * a node below 0.95 defective.
 */
public final class Similarity {
    private Similarity() {}

    /** Return the similarity, whichever way the two differ. */
    public static double of(double[] values, double[] baseline) {
        return similarity(values, baseline, 1, 1);
    }

    /** Return the similarity where only differences on the worse side count. */
    public static double onWorseSide(double[] values, double[] baseline, Direction better) {
        return better == Direction.LOWER_IS_BETTER
                ? similarity(values, baseline, 1, 0)
                : similarity(values, baseline, 0, 1);
    }

    /**
     * Both distributions are steps, so the area between them is a sum over equal shares of both: share by share, the distance of their
     * quantiles.
     */
    private static double similarity(double[] values, double[] baseline, double above, double below) {
        double mean = Arrays.stream(baseline).average().orElse(0);
        if (values.length == 0 || !(mean > 0)) {
            throw new IllegalArgumentException("similarity: expected values, and a baseline with a mean above 0, got "
                    + values.length + " values and a mean of " + mean);
        }
        double[] seen = sorted(values);
        double[] expected = sorted(baseline);
        double area = 0;
        double from = 0;
        int i = 0;
        int j = 0;
        while (i < seen.length && j < expected.length) {
            double endOfSeen = (i + 1.0) / seen.length;
            double endOfExpected = (j + 1.0) / expected.length;
            double to = Math.min(endOfSeen, endOfExpected);
            double distance = seen[i] - expected[j];
            area += (to - from) * (distance > 0 ? above * distance : -below * distance);
            from = to;
            i += endOfSeen <= to ? 1 : 0;
            j += endOfExpected <= to ? 1 : 0;
        }
        return 1 - area / mean;
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
