package io.seatrial.telemetry;

import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.List;
import java.util.Map;

/** Something that can be asked again and again for the counters of ports, and once for settings. One thread at a time asks it. */
public interface CounterFeed extends AutoCloseable {
    /** Return whom it speaks for: the name of a switch, or of a server that knows several. */
    String name();

    /**
     * Ask for all counters once.
     *
     * @throws TelemetryException if nothing at all came; what failed in part stands in the sweep
     */
    Sweep sweep();

    /** Read what is configured; what cannot be read is there with its cause. */
    List<Setting> settings();

    /** End the connection. */
    @Override
    void close();

    /**
     * What asking once gave.
     *
     * @param sources what is known of the sources of the readings
     * @param failures why a source gave nothing, by its name; of a feed that knows several nodes by {@code NODE/SOURCE} where it is one node's
     */
    record Sweep(List<CounterSource> sources, List<CounterReading> readings, Map<String, Message> failures) {
        public Sweep {
            sources = List.copyOf(sources);
            readings = List.copyOf(readings);
            failures = Map.copyOf(failures);
        }
    }
}
