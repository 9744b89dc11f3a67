package io.seatrial.criteria;

import io.seatrial.baseline.statistics.Deviation;
import io.seatrial.baseline.statistics.Finding;
import io.seatrial.measurement.Direction;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * What the family of a run says of one subject, with everything that a reader needs to check it. Shifts are shares of the subject's own
 * reference; above 0 is worse.
 *
 * @param finding what came of it
 * @param deviation how far it lies from its accepted runs
 * @param common what its whole class moved by
 * @param tolerance what may be lost
 * @param detectable the loss that this run would have found with a probability of 80 %
 * @param margin how much worse than it looks the subject may be, one-sided, at 95 %
 * @param z robust z of its shift within its class; 0 where the class shows none
 * @param odds what counts as significant in this run
 * @param history what the comparison rests on
 */
record Tested(
        Finding finding,
        Deviation deviation,
        double common,
        double tolerance,
        double detectable,
        double margin,
        double z,
        Odds odds,
        History history) {
    /**
     * Of the family.
     *
     * @param threshold the largest p that counted as significant; 0 where none did
     * @param needed the p that one more subject would have needed
     * @param tests number of tests
     */
    record Odds(double threshold, double needed, int tests) {}

    /**
     * What a comparison rests on.
     *
     * @param runs accepted runs
     * @param rounds rounds of this run behind the subject's value
     * @param roundsNeeded rounds with which a loss equal to the tolerance would be found; gives nothing where more rounds do not help
     */
    record History(int runs, int rounds, Supplier<OptionalInt> roundsNeeded) {}

    /** Tell whether the subject is worse than may be, by chance or not: by itself, or together with its class. */
    boolean isBeyond() {
        return worst() > tolerance;
    }

    double worst() {
        return Math.max(deviation.own(), deviation.raw());
    }

    /**
     * Tell whether it is shown that the subject did not lose as much as the tolerance: either the run would have seen that, or the subject
     * is so good that it is excluded at 95 % all the same.
     */
    boolean isProven() {
        return detectable <= tolerance || worst() + margin <= tolerance;
    }

    /** Tell whether only the value itself shows that: the run could not have seen a loss as large as the tolerance. */
    boolean isProvenByBound() {
        return detectable > tolerance && isProven();
    }

    /** Return the loss that is excluded at 95 %. */
    double excluded() {
        return Math.max(0, worst() + margin);
    }

    /** Tell whether what is worse about it is more than chance. */
    boolean isSignificant() {
        return deviation.own() > 0 && deviation.p() <= odds.threshold();
    }

    /** Return the shift that was tolerated: against what its class moved by, or in full where it failed together with it. */
    double edge() {
        boolean alone = deviation.own() > tolerance && finding != Finding.WORSE_WITH_CLASS;
        return alone ? common + tolerance : tolerance;
    }

    /**
     * Return the reference that the value was held against.
     *
     * @param value the value that the deviation is of
     * @param otherwise where that value says nothing of it, because nothing is left of it
     */
    double reference(double value, Direction better, double otherwise) {
        double ratio = better == Direction.LOWER_IS_BETTER ? 1 + deviation.raw() : 1 - deviation.raw();
        return ratio > 0 && value > 0 ? value / ratio : otherwise;
    }
}
