package io.seatrial.archive.history;

import io.seatrial.measurement.SubjectId;
import java.util.Objects;

/**
 * How far a series lies from where it used to lie, beside its class. A screen for people, no verdict: it is tested against nothing.
 *
 * @param of what was measured
 * @param subject on what
 * @param last the last run, whose value is looked at
 * @param seen its value
 * @param usual median of the earlier runs
 * @param earlier how many earlier runs gave a value
 * @param change of the value against the usual one, as a share of it; more than 0 is more
 * @param worse how much worse than the usual one, less what the class as a whole moved, as a share; less than 0 is better
 * @param spread what the class scatters by in that, or the series itself from run to run where that is more, as a share
 */
public record Mover(
        SeriesClass of,
        SubjectId subject,
        StoredRun last,
        long seen,
        long usual,
        int earlier,
        double change,
        double worse,
        double spread) {
    public Mover {
        Objects.requireNonNull(of, "of");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(last, "last");
        if (!(spread > 0)) {
            throw new IllegalArgumentException("spread of " + subject + ": expected more than 0, got " + spread);
        }
    }

    /** Return how many spreads it is worse. */
    public double score() {
        return worse / spread;
    }
}
