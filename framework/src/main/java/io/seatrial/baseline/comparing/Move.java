package io.seatrial.baseline.comparing;

import io.seatrial.baseline.statistics.Shift;
import io.seatrial.measurement.Direction;

/**
 * By how much a number moved between the runs. All are shares of the value before; above 0 the number is larger than before, whichever
 * side is the good one.
 *
 * @param change the move
 * @param low lower end of its 95 % interval
 * @param high upper end
 * @param pWorse probability of a move to the bad side at least as large if nothing changed
 * @param pBetter the same for the good side
 * @param detectable the least move that these rounds would have found with a probability of 0.8; not a number where that is unknown
 */
public record Move(double change, double low, double high, double pWorse, double pBetter, double detectable) {
    public Move {
        if (!(low <= change && change <= high)) {
            throw new IllegalArgumentException(
                    "move: expected low <= change <= high, got " + low + ", " + change + ", " + high);
        }
    }

    /** Turn a shift, which is above 0 where something got worse, into the move of the number itself. */
    static Move of(Shift shift, Direction better, double detectable) {
        boolean same = better == Direction.LOWER_IS_BETTER;
        return new Move(
                same ? shift.relative() : -shift.relative(),
                same ? shift.low() : -shift.high(),
                same ? shift.high() : -shift.low(),
                shift.pWorse(),
                shift.pBetter(),
                detectable);
    }

    /** Tell whether the number moved to its bad side. */
    public boolean isWorse(Direction better) {
        return better == Direction.LOWER_IS_BETTER ? change > 0 : change < 0;
    }

    /** Return the probability for the side to which the number moved. */
    public double p(Direction better) {
        return isWorse(better) ? pWorse : pBetter;
    }
}
