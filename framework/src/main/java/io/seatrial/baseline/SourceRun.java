package io.seatrial.baseline;

import io.seatrial.measurement.RoundValues;
import java.time.Instant;
import java.util.Objects;

/**
 * A run from which a baseline may be learned.
 *
 * @param id name of the run
 * @param at when it began
 * @param countable whether nothing failed in it and every asked declared limit passed
 * @param left how many flows and groups it left to another night: what a budget chose is no sample of all
 * @param all how many there are with those that it asked
 * @param fabric the fabric that it measured, as in the condition {@code fabric}
 * @param values what its rounds gave
 */
public record SourceRun(
        String id, Instant at, boolean countable, long left, long all, String fabric, RoundValues values) {
    public SourceRun {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(values, "values");
        if (left < 0 || left > all) {
            throw new IllegalArgumentException("run " + id + ": left: expected 0 to " + all + ", got " + left);
        }
    }

    /** Make a run that left nothing out. */
    public SourceRun(String id, Instant at, boolean countable, String fabric, RoundValues values) {
        this(id, at, countable, 0, 0, fabric, values);
    }
}
