package io.seatrial.criteria.collectives;

import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Message;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that a curve shows.
 *
 * @param weight how much it counts
 * @param message without the subject, which whoever judges knows
 * @param evidence the numbers behind it, where there are some
 */
public record CurveFinding(Weight weight, Message message, Optional<Evidence> evidence) {
    public CurveFinding {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(evidence, "evidence");
    }

    /** The heaviest first. */
    public enum Weight {
        /** A result was not what it must be: no bandwidth makes up for it, no retest heals it. */
        WRONG,
        /** The curve is worse than its rule allows. */
        BAD,
        /** There is not enough of a curve to tell. */
        UNKNOWN
    }
}
