package io.seatrial.baseline;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * How a baseline came to be.
 *
 * @param runs ids of the runs that it was learned from, in order of time
 * @param acceptedBy the person who accepted it
 * @param acceptedAt when
 * @param reason why, in that person's words; empty only where three runs or more stand behind it
 * @param fabric fabric of all these runs
 * @param virtual whether they were made in the virtual cluster
 */
public record Origin(
        List<String> runs, String acceptedBy, Instant acceptedAt, String reason, String fabric, boolean virtual) {
    public Origin {
        runs = List.copyOf(runs);
        Objects.requireNonNull(acceptedAt, "acceptedAt");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(fabric, "fabric");
        if (runs.isEmpty() || acceptedBy == null || acceptedBy.isBlank()) {
            throw new IllegalArgumentException(
                    "origin of a baseline: expected at least one run and who accepted it, got runs " + runs
                            + ", accepted by '" + acceptedBy + "'");
        }
    }
}
