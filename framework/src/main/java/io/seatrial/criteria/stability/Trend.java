package io.seatrial.criteria.stability;

import java.util.Arrays;

/**
 * Statistics of a series of rounds that no single value moves. Rounds are not independent: what is left of them beside their trend may hang
 * together from one to the next, and then they weigh as fewer, {@code n (1 - r) / (1 + r)} with the correlation r of neighbours.
 */
final class Trend {
    /** A step counts as real where chance gives one like it less often than this; what Pettitt's test says overstates chance. */
    static final double SURE_OF_STEP = 0.01;
    /** The same of a slope: 1,000 flows are judged at once, and this test does not overstate. */
    static final double SURE_OF_SLOPE = 0.001;

    /** What lies on either side of a step needs a median. */
    private static final int SIDE = 3;

    private static final double MOST_CORRELATED = 0.95;
    private static final double HALF = 0.5;

    private Trend() {}

    /** Return the median, of an even number of values the mean of the middle two. */
    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) * HALF;
    }

    /**
     * A trend that was fitted.
     *
     * @param at the first round after a step; 0 of a slope
     * @param before what the first rounds give by it
     * @param after what the last ones give
     * @param left what is left of the values beside it
     * @param chance how often chance gives such a one
     */
    record Fit(int at, double before, double after, double[] left, double chance) {
        boolean isReal(double sure) {
            return chance < sure;
        }

        /** Return how far the values lie from it, all together. */
        double distance() {
            return Arrays.stream(left).map(Math::abs).sum();
        }
    }

    /**
     * Fit one step, where the values lie nearest to the medians of both sides; whether it is real is told by A. N. Pettitt's test for a
     * change-point (Applied Statistics 28, 1979).
     */
    static Fit step(double... values) {
        int best = SIDE;
        double[] nearest = besideStep(values, SIDE);
        for (int at = SIDE + 1; at <= values.length - SIDE; at++) {
            double[] left = besideStep(values, at);
            if (sum(left) < sum(nearest)) {
                best = at;
                nearest = left;
            }
        }
        double before = median(Arrays.copyOfRange(values, 0, best));
        double after = median(Arrays.copyOfRange(values, best, values.length));
        return new Fit(best, before, after, nearest, pettitt(values, weight(nearest)));
    }

    private static double sum(double... left) {
        return Arrays.stream(left).map(Math::abs).sum();
    }

    private static double[] besideStep(double[] values, int at) {
        double before = median(Arrays.copyOfRange(values, 0, at));
        double after = median(Arrays.copyOfRange(values, at, values.length));
        double[] left = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            left[i] = values[i] - (i < at ? before : after);
        }
        return left;
    }

    private static double pettitt(double[] values, double weight) {
        long most = 0;
        long sum = 0;
        for (double value : values) {
            for (double other : values) {
                sum += (long) Math.signum(value - other);
            }
            most = Math.max(most, Math.abs(sum));
        }
        double n = values.length;
        return Math.min(1, 2 * Math.exp(-6.0 * most * most * weight / (n * n * n + n * n)));
    }

    /** Fit a straight line by the median of all slopes (Theil, Sen); whether it is real is told by the test of Mann and Kendall. */
    static Fit slope(double... values) {
        int n = values.length;
        double[] slopes = new double[n * (n - 1) / 2];
        int count = 0;
        long rising = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[count++] = (values[j] - values[i]) / (j - i);
                rising += (long) Math.signum(values[j] - values[i]);
            }
        }
        return line(values, median(slopes), rising);
    }

    private static Fit line(double[] values, double slope, long rising) {
        int n = values.length;
        double[] level = new double[n];
        for (int i = 0; i < n; i++) {
            level[i] = values[i] - slope * i;
        }
        double begin = median(level);
        double[] left = Arrays.stream(level).map(value -> value - begin).toArray();
        double variance = n * (n - 1.0) * (2.0 * n + 5) / 18 / weight(left);
        double z = Math.max(0, Math.abs(rising) - 1) / Math.sqrt(variance);
        return new Fit(0, begin, begin + slope * (n - 1), left, Math.min(1, 2 * Math.exp(-z * z * HALF)));
    }

    /** Return the share that correlated rounds weigh of as many independent ones, at most 1. */
    static double weight(double... left) {
        double all = 0;
        double neighbours = 0;
        for (int i = 0; i < left.length; i++) {
            all += left[i] * left[i];
            neighbours += i > 0 ? left[i] * left[i - 1] : 0;
        }
        double correlation = all == 0 ? 0 : Math.max(0, Math.min(MOST_CORRELATED, neighbours / all));
        return (1 - correlation) / (1 + correlation);
    }
}
