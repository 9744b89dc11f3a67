package io.seatrial.baseline.statistics;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Holds each healthy value of a member against the member's other values: that says how often the healthy look bad.
 *
 * @param statistics by member and position, the distance from the mean of the others over the scale that the others give; NaN where there
 *     is no value, or fewer than two others
 */
record LeaveOneOut(double[][] statistics) {
    /**
     * Hold all values against the others.
     *
     * @param values by member, NaN where there is none
     * @param trusted the same, NaN also where a value shall not speak for the others
     * @param moderation what the class says of variances
     * @param inflation by position, the variance of a value minus the mean of the others over the variance of a value
     * @param least of each member, the smallest variance that its resolution lets one believe
     */
    static LeaveOneOut of(
            double[][] values,
            double[][] trusted,
            Moderation moderation,
            IntToDoubleFunction inflation,
            IntToDoubleFunction least) {
        double[][] statistics = new double[values.length][];
        for (int member = 0; member < values.length; member++) {
            double[] own = values[member];
            double[] speaking = trusted[member];
            Sums sums = Sums.of(speaking);
            double floor = least.applyAsDouble(member);
            statistics[member] = new double[own.length];
            for (int i = 0; i < own.length; i++) {
                Sums others = Double.isNaN(speaking[i]) ? sums : sums.without(speaking[i]);
                statistics[member][i] = others.count < 2
                        ? Double.NaN
                        : (own[i] - others.mean())
                                / Math.sqrt(others.variance(moderation, floor) * inflation.applyAsDouble(i));
            }
        }
        return new LeaveOneOut(statistics);
    }

    /** Return all that is known, sorted. */
    double[] pool() {
        double[] pool = Arrays.stream(statistics)
                .flatMapToDouble(Arrays::stream)
                .filter(Double::isFinite)
                .toArray();
        Arrays.sort(pool);
        return pool;
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

        double variance(Moderation moderation, double least) {
            double own = Math.max(0, squares - sum * sum / count) / (count - 1);
            return Math.max(moderation.posterior(own, count - 1.0), least);
        }
    }
}
