package io.seatrial.baseline;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.RoundValues;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
 * @param doubt why its folder is not believed; then nothing else of it counts
 */
public record SourceRun(
        String id,
        Instant at,
        boolean countable,
        long left,
        long all,
        String fabric,
        RoundValues values,
        Optional<Message> doubt) {
    public SourceRun {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(doubt, "doubt");
        if (left < 0 || left > all) {
            throw new IllegalArgumentException("run " + id + ": left: expected 0 to " + all + ", got " + left);
        }
    }

    /** A run whose folder is as it was closed, and that left nothing out. */
    public SourceRun(String id, Instant at, boolean countable, String fabric, RoundValues values) {
        this(id, at, countable, 0, 0, fabric, values, Optional.empty());
    }

    /** A run whose folder is not believed, so that nothing of it was read. */
    public static SourceRun doubtful(String id, Instant at, Message doubt) {
        return new SourceRun(id, at, false, 0, 0, "", RoundValues.of(List.of()), Optional.of(doubt));
    }
}
