package io.seatrial.archive;

import io.seatrial.measurement.Measurement;
import java.util.List;
import java.util.Objects;

/**
 * A finished round of one ask.
 *
 * @param ask id of what was asked
 * @param round number of the round in its pattern
 * @param attempt 0 for the first measurement, 1 and more for retests
 * @param measurements everything that it gave
 */
public record RoundRecord(String ask, int round, int attempt, List<Measurement> measurements) {
    public RoundRecord {
        Objects.requireNonNull(ask, "ask");
        measurements = List.copyOf(measurements);
    }
}
