package io.seatrial.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What became known of a source of counters, or that it failed.
 *
 * @param at when, by the controller's clock
 * @param source the source; with empty name where a whole node does not answer
 * @param cause why nothing comes from it, where it failed
 */
public record SourceRecord(
        Instant at,
        CounterSource source,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Message> cause) {
    public SourceRecord {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(source, "source");
        cause = cause == null ? Optional.empty() : cause;
    }
}
