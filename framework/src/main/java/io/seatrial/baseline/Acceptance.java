package io.seatrial.baseline;

import java.time.Instant;
import java.util.Objects;

/**
 * Who took a baseline, when and why.
 *
 * @param by the person
 * @param at when
 * @param reason why, in that person's words; empty only where three runs or more stand behind it
 */
public record Acceptance(String by, Instant at, String reason) {
    public Acceptance {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(reason, "reason");
        if (by == null || by.isBlank()) {
            throw new IllegalArgumentException("acceptance of a baseline: expected who accepted it, got '" + by + "'");
        }
    }
}
