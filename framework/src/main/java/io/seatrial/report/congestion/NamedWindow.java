package io.seatrial.report.congestion;

import io.seatrial.measurement.TimeWindow;
import java.util.Objects;

/**
 * A stretch of time in which one round of an ask was measured.
 *
 * @param ask id of the ask
 * @param round number of the round in its pattern, from 0
 * @param attempt 0 for the first measurement, 1 and more for retests
 * @param when by the controller's clock
 */
public record NamedWindow(String ask, int round, int attempt, TimeWindow when) {
    public NamedWindow {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(when, "when");
        if (round < 0 || attempt < 0) {
            throw new IllegalArgumentException(
                    "window of " + ask + ": expected round and attempt of 0 or more, got " + round + " and " + attempt);
        }
    }

    /** Return what people call it: {@code congestion.incast #2}, with a plus per retest. */
    public String name() {
        return ask + " #" + round + "+".repeat(attempt);
    }
}
