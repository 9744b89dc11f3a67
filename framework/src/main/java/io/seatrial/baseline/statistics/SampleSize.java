package io.seatrial.baseline.statistics;

import org.apache.commons.statistics.distribution.NormalDistribution;

/** How many samples a question needs, before anything was measured. */
public final class SampleSize {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private SampleSize() {}

    /**
     * Return how many rounds each of two groups needs to see a difference between their means; not rounded, normal approximation, so that
     * below 4 it is a lower bound.
     *
     * @param alpha two-sided
     * @param power probability of seeing it
     * @param variation standard deviation between rounds as a share of the mean
     * @param difference as a share of the mean, above 0
     */
    public static double perGroup(double alpha, double power, double variation, double difference) {
        double z = NORMAL.inverseSurvivalProbability(alpha / 2) + NORMAL.inverseCumulativeProbability(power);
        double ratio = variation / difference;
        return 2 * z * z * ratio * ratio;
    }

    /**
     * Return how many samples it takes until at least one lies above a quantile: with fewer, the largest sample says nothing of it.
     *
     * @param quantile 0.99 for p99; above 0 and below 1
     * @param confidence probability of at least one
     */
    public static long aboveQuantile(double quantile, double confidence) {
        if (!(quantile > 0 && quantile < 1 && confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException(
                    "samples above a quantile: expected quantile and confidence above 0 and below 1, got " + quantile
                            + " and " + confidence);
        }
        return (long) Math.ceil(Math.log1p(-confidence) / Math.log(quantile));
    }
}
