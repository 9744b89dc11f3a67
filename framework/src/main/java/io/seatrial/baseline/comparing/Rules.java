package io.seatrial.baseline.comparing;

import io.seatrial.baseline.Tolerance;
import java.util.Objects;
import java.util.function.Function;

/**
 * When a move counts.
 *
 * @param tolerances by ask, how far a value may move before it matters
 * @param q largest share of false discoveries among what is called worse, and among what is called better; above 0 and below 1
 */
public record Rules(Function<String, Tolerance> tolerances, double q) {
    /** The share that is used where nobody says another. */
    public static final double Q = 0.005;

    public Rules {
        Objects.requireNonNull(tolerances, "tolerances");
        if (!(q > 0 && q < 1)) {
            throw new IllegalArgumentException("q: expected a share above 0 and below 1, got " + q);
        }
    }
}
