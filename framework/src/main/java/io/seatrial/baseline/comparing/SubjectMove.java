package io.seatrial.baseline.comparing;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.Objects;
import java.util.Optional;

/**
 * One subject under one ask, before and after.
 *
 * @param key ask, metric and conditions; those of the run that has a value where only one has
 * @param metric what was measured
 * @param before what the first run gave
 * @param after what the second run gave
 * @param move by how much its value moved; absent where one run has no value to pair
 * @param shared whether it moved as its whole class did, so that there is nothing to look for at this subject
 * @param effect what it came to
 * @param why why it cannot be told, or what is to be said of it
 */
public record SubjectMove(
        SeriesKey key,
        Metric metric,
        SubjectId subject,
        Seen before,
        Seen after,
        Optional<Move> move,
        boolean shared,
        Effect effect,
        Optional<Message> why) {
    /**
     * What a run gave of a subject.
     *
     * @param value median of its rounds in the unit of the metric; 0 without rounds
     * @param rounds how many rounds
     */
    public record Seen(long value, int rounds) {
        /** Nothing was measured. */
        public static final Seen NOTHING = new Seen(0, 0);
    }

    public SubjectMove {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(effect, "effect");
        if (effect == Effect.CANNOT_TELL && why.isEmpty()) {
            throw new IllegalArgumentException(subject + ": expected a reason why it cannot be told, got none");
        }
        if (effect != Effect.CANNOT_TELL && move.isEmpty()) {
            throw new IllegalArgumentException(subject + ": expected a move for " + effect + ", got none");
        }
    }

    /** Return the same as one that moved as all {@code subjects} of its class did. */
    SubjectMove asItsClass(int subjects) {
        Message shared = Message.of("compare.why.shared", "subjects", (long) subjects);
        return new SubjectMove(key, metric, subject, before, after, move, true, effect, Optional.of(shared));
    }
}
