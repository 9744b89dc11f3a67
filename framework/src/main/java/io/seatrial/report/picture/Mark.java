package io.seatrial.report.picture;

import io.seatrial.measurement.Quantity;
import java.util.Objects;
import java.util.Optional;

/**
 * The lines that values are held against.
 *
 * @param limit the fail edge
 * @param baseline the learned reference
 */
public record Mark(Optional<Quantity> limit, Optional<Quantity> baseline) {
    /** Nothing to hold against. */
    public static final Mark NONE = new Mark(Optional.empty(), Optional.empty());

    /** Return the lines in a picture whose values each hold so many of what is held against them: raw intervals of a ping-pong hold two messages. */
    public Mark times(int factor) {
        return new Mark(limit.map(one -> times(one, factor)), baseline.map(one -> times(one, factor)));
    }

    private static Quantity times(Quantity one, int factor) {
        return new Quantity(one.value() * factor, one.unit());
    }

    public Mark {
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(baseline, "baseline");
    }
}
