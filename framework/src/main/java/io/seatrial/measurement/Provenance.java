package io.seatrial.measurement;

import java.time.Instant;
import java.util.Objects;

/**
 * Where and when a value was taken.
 *
 * @param round number of the round in its ask, from 0
 * @param attempt 0 for the first measurement, 1 and more for retests
 * @param start when the operation began, by the measuring host's clock
 * @param end when it ended
 * @param probe build id of the probe, or the tool and its version
 * @param with the other end that took part, where it differs from the subject (a retest with another partner), else empty
 */
public record Provenance(int round, int attempt, Instant start, Instant end, String probe, String with) {
    public Provenance {
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(probe, "probe");
        Objects.requireNonNull(with, "with");
        if (round < 0 || attempt < 0) {
            throw new IllegalArgumentException(
                    "provenance: round " + round + " and attempt " + attempt + " start at 0");
        }
    }
}
