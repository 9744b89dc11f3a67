package io.seatrial.baseline;

import java.util.Collection;
import java.util.List;

/** Statistics that one bad value cannot move; integers in, integers out. */
public final class Robust {
    /** Makes the MAD of normally distributed values their standard deviation: 1 / 0.6745 (Iglewicz and Hoaglin). */
    private static final double SIGMAS_PER_MAD = 1.4826;

    private Robust() {}

    /**
     * Return the median; of an even number of values the mean of the middle two, rounded down.
     *
     * @throws IllegalArgumentException if there are no values: there is no median of nothing
     */
    public static long median(Collection<Long> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("median: expected at least one value, got none");
        }
        List<Long> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        if (sorted.size() % 2 == 1) {
            return sorted.get(middle);
        }
        // Written so that two large values do not overflow.
        long low = sorted.get(middle - 1);
        return low + (sorted.get(middle) - low) / 2;
    }

    /** Return the median absolute deviation from the median, in the unit of the values; 0 where more than half are equal. */
    public static long mad(Collection<Long> values) {
        long median = median(values);
        return median(values.stream().map(value -> Math.abs(value - median)).toList());
    }

    /** Return the MAD as the standard deviation that normally distributed values would have, rounded. */
    public static long madSigma(Collection<Long> values) {
        return Math.round(SIGMAS_PER_MAD * mad(values));
    }

    /**
     * Return the nearest-rank quantile.
     *
     * @param ppm 1..1000000, so 950000 is the 95 % quantile
     */
    public static long quantile(Collection<Long> values, long ppm) {
        List<Long> sorted = values.stream().sorted().toList();
        long rank = Math.max(1, -Math.floorDiv(-ppm * sorted.size(), 1_000_000L));
        return sorted.get((int) rank - 1);
    }
}
