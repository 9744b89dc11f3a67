package io.seatrial.criteria.experiment;

import io.seatrial.baseline.comparing.Effect;
import io.seatrial.baseline.statistics.BlockEffect;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import java.util.Objects;
import java.util.Optional;

/**
 * What one level of a factor does to one class of numbers, against the first level.
 *
 * @param factor name of the factor
 * @param level name of the level
 * @param against name of the first level
 * @param key ask, metric and conditions
 * @param metric what was measured
 * @param subjects how many subjects both levels measured in every block that counts
 * @param size the effect with its interval
 * @param effect what it came to
 * @param why why it cannot be told
 */
public record LevelEffect(
        String factor,
        String level,
        String against,
        SeriesKey key,
        Metric metric,
        int subjects,
        BlockEffect size,
        Effect effect,
        Optional<Message> why) {
    public LevelEffect {
        Objects.requireNonNull(factor, "factor");
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(against, "against");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(effect, "effect");
        if ((effect == Effect.CANNOT_TELL) != why.isPresent()) {
            throw new IllegalArgumentException(
                    "effect of " + level + ": expected a reason exactly where it cannot be told, got " + why);
        }
    }
}
