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

    public Mark {
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(baseline, "baseline");
    }
}
