package io.seatrial.baseline.comparing;

import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import java.util.Objects;

/**
 * What all subjects of a class share, and what the class came to.
 *
 * @param key ask, metric and conditions
 * @param metric what was measured
 * @param subjects how many could be paired
 * @param common by how much they moved together, the median of their moves as a share of the values before; above 0 the numbers are larger
 * @param detectable the least move of one of them that would have been found with a probability of 0.8
 * @param effect worse or better where the class moved by more than is tolerated and most of its subjects are found to have moved to that
 *     side; unchanged where most are proven to be
 */
public record ClassMove(SeriesKey key, Metric metric, int subjects, double common, double detectable, Effect effect) {
    public ClassMove {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(effect, "effect");
        if (subjects < 1) {
            throw new IllegalArgumentException("class move of " + key + ": expected a subject, got " + subjects);
        }
    }

    /** Tell whether the class moved as a whole. */
    public boolean isMoved() {
        return effect == Effect.WORSE || effect == Effect.BETTER;
    }
}
