package io.seatrial.telemetry;

import io.seatrial.measurement.Message;
import java.time.Duration;
import java.util.Map;

/**
 * How often a switch renews what it shows.
 *
 * @param every by source
 * @param none why a source is not renewed, or not known to be: what it shows stands still, and is no evidence
 */
public record Refreshes(Map<String, Duration> every, Map<String, Message> none) {
    public Refreshes {
        every = Map.copyOf(every);
        none = Map.copyOf(none);
    }
}
