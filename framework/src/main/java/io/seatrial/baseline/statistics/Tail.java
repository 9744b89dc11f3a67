package io.seatrial.baseline.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How often a healthy subject looks bad, learned from accepted runs that were each held against the others. As far as enough healthy
 * values lie beyond, they are counted. Farther out a t distribution goes on from the last place that could be counted: noise of fabrics has
 * heavy tails, and a normal distribution would promise "never" where it happens every month.
 *
 * <p>Provisional (no field data): no pool makes that tail lighter than that of {@value #LIGHTEST} degrees of freedom, because a few nights
 * of heavy tails hide behind many rounds of light ones, deeper than any pool reaches.
 */
final class Tail {
    private static final double LIGHTEST = 3;
    private static final double HEAVIEST = 1;
    /** So many values beyond a place make it known to a few percent. */
    private static final int ENOUGH = 20;
    /** The smallest share beyond a place from which a tail can be drawn out: nearer to the middle it does not look like one yet. */
    private static final double OUTSIDE = 0.05;
    /** Fewer than this many far out may be true faults in accepted runs: they do not change what is called healthy. */
    private static final int CLUSTER = 5;
    /** The shape of a tail is seen over one power of ten. */
    private static final double DECADE = 10;

    private final double[] counted;
    private final double from;
    private final double scale;
    private final TDistribution beyond;

    private Tail(double[] counted, double from, double scale, TDistribution beyond) {
        this.counted = counted;
        this.from = from;
        this.scale = scale;
        this.beyond = beyond;
    }

    /**
     * Lay a tail over a pool.
     *
     * @param pool standardised statistics of healthy values, sorted, above 0 is worse
     * @param freedom degrees of freedom of the standardising scale: lighter than this no tail can be
     */
    static Tail over(double[] pool, double freedom) {
        double most = Math.max(HEAVIEST, Math.min(freedom, LIGHTEST));
        double last = (double) ENOUGH / Math.max(1, pool.length);
        if (last > OUTSIDE) {
            TDistribution t = TDistribution.of(most);
            return new Tail(new double[0], Double.NEGATIVE_INFINITY, widthOfSmall(pool, t), t);
        }
        double from = beyond(pool, last);
        double near = beyond(pool, last * DECADE);
        // So many values lie beyond the place where one is expected by less than four chances in a thousand.
        double one = 1.0 / pool.length;
        double degrees = Math.min(most, degrees(pool[pool.length - CLUSTER] / from, one, last));
        if (last * DECADE <= OUTSIDE) {
            degrees = Math.min(degrees, degrees(from / near, last, last * DECADE));
        }
        TDistribution t = TDistribution.of(degrees);
        return new Tail(pool, from, from / t.inverseSurvivalProbability(last), t);
    }

    /** A small pool says only how wide it is, and is not believed where it says "narrower than assumed". */
    private static double widthOfSmall(double[] pool, TDistribution t) {
        if (pool.length < ENOUGH) {
            return 1;
        }
        double level = 5.0 / pool.length;
        return Math.max(1, beyond(pool, level) / t.inverseSurvivalProbability(level));
    }

    /** Return the value beyond which a share of a sorted pool lies. */
    private static double beyond(double[] pool, double share) {
        return pool[Math.max(0, pool.length - 1 - (int) Math.round(share * pool.length))];
    }

    /** The lighter the tail, the closer its quantiles lie together; where a coarse clock leaves the near one at 0, no shape is seen. */
    private static double degrees(double ratio, double far, double near) {
        return ratio > 0 && ratio < Double.POSITIVE_INFINITY
                ? Crossing.of(degrees -> ratio(TDistribution.of(degrees), far, near), ratio, HEAVIEST, LIGHTEST)
                : LIGHTEST;
    }

    private static double ratio(TDistribution t, double far, double near) {
        return t.inverseSurvivalProbability(far) / t.inverseSurvivalProbability(near);
    }

    /** Return the probability of a healthy standardised value of at least {@code value}. */
    double survival(double value) {
        if (value >= from) {
            return beyond.survivalProbability(value / scale);
        }
        return (counted.length - firstNotBelow(value)) / (double) counted.length;
    }

    private int firstNotBelow(double value) {
        int at = Arrays.binarySearch(counted, value);
        int first = at >= 0 ? at : -at - 1;
        while (first > 0 && counted[first - 1] == value) {
            first--;
        }
        return first;
    }

    /** As {@link #survival(double)}, for a subject that has fewer degrees of freedom than its class. */
    double survival(double value, double freedom) {
        double ofClass = survival(value);
        return freedom >= beyond.getDegreesOfFreedom()
                ? ofClass
                : Math.max(ofClass, TDistribution.of(freedom).survivalProbability(value / scale));
    }

    /** Return the standardised value that a healthy one reaches with a probability of {@code alpha}. */
    double edge(double alpha) {
        double far = scale * beyond.inverseSurvivalProbability(alpha);
        return far >= from ? far : beyond(counted, alpha);
    }

    /** Return the degrees of freedom of the tail: the smaller, the heavier. */
    double freedom() {
        return beyond.getDegreesOfFreedom();
    }
}
