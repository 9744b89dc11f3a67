package io.seatrial.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.TimeWindow;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A finished round of one ask.
 *
 * @param ask id of what was asked
 * @param round number of the round in its pattern
 * @param attempt 0 for the first measurement, 1 and more for retests
 * @param measurements everything that it gave
 * @param settings what it read of the configuration; absent in the lines of rounds that measured
 * @param window when its traffic ran, by the controller's clock; absent where none did
 */
public record RoundRecord(
        String ask,
        int round,
        int attempt,
        List<Measurement> measurements,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Setting> settings,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<TimeWindow> window) {
    public RoundRecord {
        Objects.requireNonNull(ask, "ask");
        measurements = List.copyOf(measurements);
        settings = settings == null ? List.of() : List.copyOf(settings);
        window = window == null ? Optional.empty() : window;
    }

    /** Make a round that measured or read without traffic. */
    public RoundRecord(String ask, int round, int attempt, List<Measurement> measurements, List<Setting> settings) {
        this(ask, round, attempt, measurements, settings, Optional.empty());
    }

    /** Return when it had traffic, without what it gave: for those who ask nothing else of thousands of rounds. */
    public RoundRecord withoutValues() {
        return new RoundRecord(ask, round, attempt, List.of(), List.of(), window);
    }

    /** Make a round that measured. */
    public RoundRecord(String ask, int round, int attempt, List<Measurement> measurements) {
        this(ask, round, attempt, measurements, List.of(), Optional.empty());
    }
}
