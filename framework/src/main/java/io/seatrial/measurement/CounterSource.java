package io.seatrial.measurement;

import java.time.Duration;
import java.util.Objects;

/**
 * Where counters of a node come from, and what is known of its moments.
 *
 * @param node host or switch
 * @param name name of the source, as in {@link CounterReading#source()}
 * @param refresh how often the node renews what it shows: a change may show up so much later than it happened
 * @param uncertainty largest error of {@link CounterReading#at()} against the controller's clock, half a round trip at least; a reading may
 *     know its own better
 */
public record CounterSource(String node, String name, Duration refresh, Duration uncertainty) {
    public CounterSource {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(refresh, "refresh");
        Objects.requireNonNull(uncertainty, "uncertainty");
        if (refresh.isNegative() || uncertainty.isNegative()) {
            throw new IllegalArgumentException("source " + name + " of " + node
                    + ": expected refresh and uncertainty of 0 or more, got " + refresh + " and " + uncertainty);
        }
    }
}
