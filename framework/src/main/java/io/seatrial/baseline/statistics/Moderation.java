package io.seatrial.baseline.statistics;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;

/**
 * What a class knows of a variance before a member's own values are seen: few values of one member say little, so its variance is drawn
 * towards the class's, the more so the more alike the members are (Smyth, 2004, "Linear models and empirical Bayes methods", section 6.2).
 *
 * @param freedom degrees of freedom that the class is worth; large where all members have one variance
 * @param variance the variance of a typical member, square of the unit of the values
 */
record Moderation(double freedom, double variance) {
    /** Stands for "all members have the same variance"; more makes no difference to a t distribution. */
    private static final double ALL_ALIKE = 1e4;

    /**
     * Estimate from what the members gave.
     *
     * @param variances by member, NaN where it is not known; those below {@code least} count as {@code least}
     * @param freedoms by member, the degrees of freedom of its variance, at least 1 where it is known
     * @param least of each member, the smallest variance that its resolution lets one believe, at least 0
     */
    static Moderation of(double[] variances, double[] freedoms, IntToDoubleFunction least) {
        int[] known = IntStream.range(0, variances.length)
                .filter(i -> !Double.isNaN(variances[i]) && Math.max(variances[i], least.applyAsDouble(i)) > 0)
                .toArray();
        if (known.length == 0) {
            return new Moderation(ALL_ALIKE, 0);
        }
        double[] logs = new double[known.length];
        double expected = 0;
        for (int i = 0; i < known.length; i++) {
            double half = freedoms[known[i]] / 2;
            double variance = Math.max(variances[known[i]], least.applyAsDouble(known[i]));
            logs[i] = Math.log(variance) - Digamma.value(half) + Math.log(half);
            expected += Trigamma.value(half) / known.length;
        }
        double mean = Arrays.stream(logs).average().orElseThrow();
        double spread =
                Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum() / Math.max(1, logs.length - 1);
        if (spread <= expected) {
            return new Moderation(ALL_ALIKE, Math.exp(mean));
        }
        double half = Math.exp(Crossing.of(log -> Trigamma.value(Math.exp(log)), spread - expected, -20, 20));
        return new Moderation(Math.min(2 * half, ALL_ALIKE), Math.exp(mean + Digamma.value(half) - Math.log(half)));
    }

    /** Return the variance of a member with {@code own} degrees of freedom for its own {@code estimate}. */
    double posterior(double estimate, double own) {
        return (freedom * variance + own * estimate) / (freedom + own);
    }
}
