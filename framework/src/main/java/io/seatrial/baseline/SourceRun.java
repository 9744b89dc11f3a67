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
 * @param fabric the fabric that it measured, as in the condition {@code fabric}
 * @param values what its rounds gave
 */
public record SourceRun(String id, Instant at, boolean countable, String fabric, RoundValues values) {
    public SourceRun {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(values, "values");
    }
}
