package io.seatrial.baseline.statistics;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Holds each healthy value of a member against the member's other values: the pool that says how often the healthy look bad. */
final class LeaveOneOut {
    private LeaveOneOut() {}

    /**
     * Return the pool: each value's distance from the mean of the others, over the scale that the others give; sorted.
     *
     * @param values by member, NaN where there is none; members with fewer than three values give nothing
     * @param moderation what the class says of variances
     * @param inflation by position, the variance of a value minus the mean of the others over the variance of a value
     * @param least of each member, the smallest variance that its resolution lets one believe
     */
    static double[] pool(
            double[][] values, Moderation moderation, IntToDoubleFunction inflation, IntToDoubleFunction least) {
        double[] pool = new double[Arrays.stream(values).mapToInt(v -> v.length).sum()];
        int filled = 0;
        for (int member = 0; member < values.length; member++) {
            double[] own = values[member];
            Sums sums = Sums.of(own);
            for (int i = 0; i < own.length && sums.count > 2; i++) {
                if (!Double.isNaN(own[i])) {
                    Sums others = sums.without(own[i]);
                    double variance = Math.max(
                            moderation.posterior(others.variance(), others.count - 1.0), least.applyAsDouble(member));
                    double distance = own[i] - others.mean();
                    if (variance > 0) {
                        pool[filled++] = distance / Math.sqrt(variance * inflation.applyAsDouble(i));
                    }
                }
            }
        }
        double[] sorted = Arrays.copyOf(pool, filled);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Count, sum and squares of values that lie around 0, so that taking one out loses no digits. */
    private record Sums(int count, double sum, double squares) {
        static Sums of(double[] values) {
            int count = 0;
            double sum = 0;
            double squares = 0;
            for (double value : values) {
                if (!Double.isNaN(value)) {
                    count++;
                    sum += value;
                    squares += value * value;
                }
            }
            return new Sums(count, sum, squares);
        }

        Sums without(double value) {
            return new Sums(count - 1, sum - value, squares - value * value);
        }

        double mean() {
            return sum / count;
        }

        double variance() {
            return Math.max(0, squares - sum * sum / count) / (count - 1);
        }
    }
}
