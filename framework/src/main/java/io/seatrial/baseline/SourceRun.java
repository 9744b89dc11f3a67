package io.seatrial.baseline;

import io.seatrial.measurement.Survey;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A run from which a baseline may be learned.
 *
 * @param id name of the run
 * @param at when it began
 * @param countable whether nothing failed in it and every asked declared limit passed
 * @param fabric the fabric that it measured, as in the condition {@code fabric}
 * @param surveys what it measured
 */
public record SourceRun(String id, Instant at, boolean countable, String fabric, List<Survey> surveys) {
    public SourceRun {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(fabric, "fabric");
        surveys = List.copyOf(surveys);
    }
}
