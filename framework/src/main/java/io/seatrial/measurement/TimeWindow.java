package io.seatrial.measurement;

import java.time.Duration;
import java.time.Instant;

/**
 * A stretch of time by the controller's clock.
 *
 * @param from its begin
 * @param to its end, not before the begin
 */
public record TimeWindow(Instant from, Instant to) {
    public TimeWindow {
        if (to.isBefore(from)) {
            throw new IllegalArgumentException("window: ends at " + to + ", before its begin at " + from);
        }
    }

    /** Return how long it lasts. */
    public Duration length() {
        return Duration.between(from, to);
    }

    /** Return the shortest window that holds both. */
    public TimeWindow and(TimeWindow other) {
        return new TimeWindow(from.isBefore(other.from) ? from : other.from, to.isAfter(other.to) ? to : other.to);
    }
}
