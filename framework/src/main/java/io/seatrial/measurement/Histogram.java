package io.seatrial.measurement;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A log-linear histogram of nanoseconds: exact below 256, 128 buckets per power of two above, so a value is off by at most 1/128
 * (0.78 %). Bucket rules: {@code native-probes/wire/FORMAT.md}. Histograms are merged by adding counts.
 *
 * @param buckets counts by bucket index; empty buckets are absent
 */
public record Histogram(SortedMap<Integer, Long> buckets) {
    /** Buckets per power of two. */
    static final int SUB_BITS = 7;
    /** Values of 2^40 ns (18 minutes) and more share the last bucket. */
    static final int MAX_POWER = 40;

    static final int BUCKETS = (MAX_POWER - SUB_BITS + 1) << SUB_BITS;

    public Histogram {
        buckets.forEach((index, count) -> {
            if (index < 0 || index >= BUCKETS || count <= 0) {
                throw new IllegalArgumentException("histogram bucket " + index + ": count " + count
                        + "; expected an index of 0.." + (BUCKETS - 1) + " and a count of 1 or more");
            }
        });
        buckets = Collections.unmodifiableSortedMap(new TreeMap<>(buckets));
    }

    /** Return the number of values. */
    public long count() {
        return buckets.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Return the index of the bucket that holds {@code nanos}. */
    public static int indexOf(long nanos) {
        if (nanos < 2L << SUB_BITS) {
            return (int) Math.max(0, nanos);
        }
        int power = 63 - Long.numberOfLeadingZeros(nanos);
        return power >= MAX_POWER
                ? BUCKETS - 1
                : ((power - SUB_BITS) << SUB_BITS) + (int) (nanos >> (power - SUB_BITS));
    }

    /** Return the highest value, in ns, that falls into a bucket. */
    public static long highestOf(int index) {
        if (index < 2 << SUB_BITS) {
            return index;
        }
        int shift = (index >> SUB_BITS) - 1;
        long mantissa = (index & ((1 << SUB_BITS) - 1)) + (1L << SUB_BITS);
        return ((mantissa + 1) << shift) - 1;
    }

    /**
     * Return the q-quantile in ns; never understated, overstated by at most 0.78 %.
     *
     * @param q 0 &lt; q &lt;= 1
     * @throws IllegalStateException if the histogram is empty: there is no quantile of nothing
     */
    public long quantile(double q) {
        long wanted = Math.max(1, (long) Math.ceil(q * count()));
        long seen = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            seen += bucket.getValue();
            if (seen >= wanted) {
                return highestOf(bucket.getKey());
            }
        }
        throw new IllegalStateException("histogram: no quantile " + q + " of no values");
    }

    /** Return the sum of both, bucket by bucket. */
    public Histogram plus(Histogram other) {
        SortedMap<Integer, Long> sum = new TreeMap<>(buckets);
        other.buckets.forEach((index, count) -> sum.merge(index, count, Long::sum));
        return new Histogram(sum);
    }
}
