package io.seatrial.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Setting;
import java.util.List;
import java.util.Objects;

/**
 * A finished round of one ask.
 *
 * @param ask id of what was asked
 * @param round number of the round in its pattern
 * @param attempt 0 for the first measurement, 1 and more for retests
 * @param measurements everything that it gave
 * @param settings what it read of the configuration; absent in the lines of rounds that measured
 */
public record RoundRecord(
        String ask,
        int round,
        int attempt,
        List<Measurement> measurements,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Setting> settings) {
    public RoundRecord {
        Objects.requireNonNull(ask, "ask");
        measurements = List.copyOf(measurements);
        settings = settings == null ? List.of() : List.copyOf(settings);
    }

    /** Make a round that measured. */
    public RoundRecord(String ask, int round, int attempt, List<Measurement> measurements) {
        this(ask, round, attempt, measurements, List.of());
    }
}
