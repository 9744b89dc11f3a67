package io.seatrial.baseline.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How often a healthy subject looks bad, learned from accepted runs that were each held against the others. Noise of fabrics has heavy
 * tails: a t distribution is laid over the worse side of what was seen, so that nowhere it promises fewer large values than there were.
 *
 * <p>Provisional (no field data): tails that too few values show are taken for those of a t distribution with {@value #UNSEEN} degrees of
 * freedom, and no pool makes them lighter than {@value #LIGHTEST}.
 */
final class Tail {
    private static final double UNSEEN = 4;
    private static final double LIGHTEST = 8;
    private static final double HEAVIEST = 1;
    /** Shares of the worse side at which tails are laid on, as far as {@link #ENOUGH} values lie beyond. */
    private static final double[] LEVELS = {0.05, 0.01, 0.001, 0.0001};

    private static final int ENOUGH = 20;

    private final double scale;
    private final TDistribution distribution;

    private Tail(double scale, double freedom) {
        this.scale = scale;
        this.distribution = TDistribution.of(freedom);
    }

    /**
     * Lay a tail over a pool.
     *
     * @param pool standardised statistics of healthy values, sorted, above 0 is worse
     * @param freedom degrees of freedom of the standardising scale: lighter than this no tail can be
     */
    static Tail over(double[] pool, double freedom) {
        double most = Math.max(HEAVIEST, Math.min(freedom, LIGHTEST));
        double[] levels = Arrays.stream(LEVELS)
                .filter(level -> level * pool.length >= ENOUGH)
                .toArray();
        double degrees = levels.length < 2 ? Math.min(most, UNSEEN) : most;
        for (int i = 1; i < levels.length; i++) {
            double ratio = beyond(pool, levels[i]) / beyond(pool, levels[i - 1]);
            degrees = Math.min(degrees, degreesWith(ratio, levels[i - 1], levels[i]));
        }
        return new Tail(scale(pool, levels, degrees), degrees);
    }

    private static double scale(double[] pool, double[] levels, double degrees) {
        TDistribution shape = TDistribution.of(degrees);
        // A small pool says only how wide it is, and is not believed where it says "narrower than assumed".
        double[] used = levels.length > 0 ? levels : new double[] {Math.min(0.25, 5.0 / Math.max(1, pool.length))};
        double largest = levels.length > 0 ? 0 : 1;
        for (double level : used) {
            if (pool.length >= ENOUGH) {
                largest = Math.max(largest, beyond(pool, level) / shape.inverseSurvivalProbability(level));
            }
        }
        return Math.max(largest, Double.MIN_NORMAL);
    }

    /** Return the value beyond which a share {@code level} of a sorted pool lies. */
    private static double beyond(double[] pool, double level) {
        return pool[Math.max(0, pool.length - 1 - (int) (level * pool.length))];
    }

    /** The lighter the tail, the closer its quantiles lie together. */
    private static double degreesWith(double ratio, double near, double far) {
        if (!(ratio > 1)) {
            return LIGHTEST;
        }
        return Crossing.of(degrees -> ratio(TDistribution.of(degrees), near, far), ratio, HEAVIEST, LIGHTEST);
    }

    private static double ratio(TDistribution t, double near, double far) {
        return t.inverseSurvivalProbability(far) / t.inverseSurvivalProbability(near);
    }

    /** Return the probability of a standardised value of at least {@code value}. */
    double survival(double value) {
        return distribution.survivalProbability(value / scale);
    }

    /** As {@link #survival(double)}, for a subject that has fewer degrees of freedom than its class. */
    double survival(double value, double freedom) {
        return freedom >= distribution.getDegreesOfFreedom()
                ? survival(value)
                : TDistribution.of(Math.max(HEAVIEST, freedom)).survivalProbability(value / scale);
    }

    /** Return the standardised value that is reached with a probability of {@code alpha}. */
    double edge(double alpha) {
        return scale * distribution.inverseSurvivalProbability(alpha);
    }

    /** Return the degrees of freedom of the tail: the smaller, the heavier. */
    double freedom() {
        return distribution.getDegreesOfFreedom();
    }
}
