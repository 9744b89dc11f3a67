package io.seatrial.archive.history;

import java.util.Arrays;

/** Medians of numbers that one bad value cannot move. */
final class Middle {
    /** Makes the median absolute deviation of normally distributed values their standard deviation: 1 / 0.6745 (Iglewicz and Hoaglin). */
    private static final double SIGMAS_PER_MAD = 1.4826;

    private Middle() {}

    /** Return the median, 0 of nothing. */
    static double of(double... values) {
        if (values.length == 0) {
            return 0;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Return the scatter around the median, as the standard deviation that normally distributed values would have. */
    static double scatter(double... values) {
        double middle = of(values);
        return SIGMAS_PER_MAD
                * of(Arrays.stream(values)
                        .map(value -> Math.abs(value - middle))
                        .toArray());
    }
}
