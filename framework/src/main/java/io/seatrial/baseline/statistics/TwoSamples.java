package io.seatrial.baseline.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Two sets of rounds, of which nothing is assumed but that they are independent. With few rounds no difference can be significant here:
 * {@link #smallestP()} says so before anybody reads a result.
 */
public final class TwoSamples {
    /** Of Kolmogorov's distribution at 5 %, large samples. */
    private static final double KOLMOGOROV_5_PERCENT = 1.3581;

    /** So few of a series cannot be parted into quarters. */
    private static final int FOUR_QUARTERS = 4;

    private final double[] first;
    private final double[] second;

    private TwoSamples(double[] first, double[] second) {
        this.first = first;
        this.second = second;
    }

    /**
     * Hold two sets of rounds against each other.
     *
     * @throws IllegalArgumentException if one has fewer than two values: one value has no distribution
     */
    public static TwoSamples of(double[] first, double[] second) {
        if (first.length < 2 || second.length < 2) {
            throw new IllegalArgumentException(
                    "samples: expected at least 2 values on each side, got " + first.length + " and " + second.length);
        }
        return new TwoSamples(first.clone(), second.clone());
    }

    /**
     * Hold the first quarter of a series against its last: where they differ, the series was still warming up or went on drifting.
     *
     * @param series in the order of time, at least 8 values
     */
    public static TwoSamples firstAndLastQuarter(double[] series) {
        int quarter = series.length / FOUR_QUARTERS;
        return of(Arrays.copyOf(series, quarter), Arrays.copyOfRange(series, series.length - quarter, series.length));
    }

    /** Return Mann and Whitney's U of the first set: in how many pairs its value is the larger one, ties half. */
    public double u() {
        return MannWhitneyUTest.withDefaults().statistic(first, second);
    }

    /** Return U as a standard normal value, without correction for ties or continuity; below 0 where the first set is smaller. */
    public double z() {
        double pairs = (double) first.length * second.length;
        return (u() - pairs / 2) / Math.sqrt(pairs * (first.length + second.length + 1) / 12);
    }

    /** Return the two-sided p of a shift: exact for small sets without ties, else by the normal approximation. */
    public double pOfShift() {
        return MannWhitneyUTest.withDefaults().test(first, second).getPValue();
    }

    /** Return Kolmogorov and Smirnov's D: the largest distance between the two distributions, 0..1. It sees shape as well as shift. */
    public double d() {
        return KolmogorovSmirnovTest.withDefaults().statistic(first, second);
    }

    /** Return the two-sided p of a difference in shape or shift. */
    public double pOfShape() {
        return KolmogorovSmirnovTest.withDefaults().test(first, second).getPValue();
    }

    /** Return the D that is just significant at 5 % for two sets of {@code n} values; large samples, a little too large for few. */
    public static double criticalD(int n) {
        return KOLMOGOROV_5_PERCENT * Math.sqrt(2.0 / n);
    }

    /** Return the smallest two-sided p that so many rounds can reach: that of sets which do not overlap. */
    public double smallestP() {
        double orders = 1;
        for (int i = 1; i <= first.length; i++) {
            orders *= (second.length + i) / (double) i;
        }
        return 2 / orders;
    }
}
