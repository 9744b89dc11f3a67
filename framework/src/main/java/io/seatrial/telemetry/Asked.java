package io.seatrial.telemetry;

import io.seatrial.measurement.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What asking once gave.
 *
 * @param value what was read, empty where nothing came or it could not be read
 * @param failure why there is no value; null where there is one
 * @param at the middle of the round trip, by the controller's clock
 * @param uncertainty half the round trip: the switch looked at its counters at some moment of it
 */
record Asked<T>(Optional<T> value, Message failure, Instant at, Duration uncertainty) {
    Asked {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(uncertainty, "uncertainty");
        if (value.isPresent() == (failure != null)) {
            throw new IllegalArgumentException("answer: expected either a value or a failure");
        }
    }
}
