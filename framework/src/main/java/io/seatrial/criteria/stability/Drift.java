package io.seatrial.criteria.stability;

import java.util.Objects;

/**
 * A way in which a series of rounds did not stay as it was.
 *
 * @param kind which
 * @param from the first round that shows it
 * @param to the last one
 * @param before what was measured before, in the unit of the metric
 * @param after what was measured then
 * @param rounds how many rounds show it
 */
public record Drift(Kind kind, int from, int to, long before, long after, int rounds) {
    /** Ways in which a series does not stay as it was. */
    public enum Kind {
        /** From one round on it is worse. */
        STEP,
        /** It becomes worse little by little. */
        SLOPE,
        /** Several rounds in a row are far worse. */
        STRETCH,
        /** Too many rounds here and there are far worse. */
        DIPS
    }

    public Drift {
        Objects.requireNonNull(kind, "kind");
        if (from < 0 || to < from || rounds < 1) {
            throw new IllegalArgumentException(
                    "drift: expected rounds in order, got " + from + " to " + to + ", " + rounds);
        }
    }
}
