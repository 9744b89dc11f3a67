package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Goodput, counted by the receiver.
 *
 * @param ask id of what is asked
 * @param size bytes of one write
 * @param streams connections, counted in one common window
 * @param duration how long the sender sends
 */
public record BandwidthProbe(String ask, int size, int streams, Duration duration) implements FlowProbe {
    private static final int BITS = 8;
    private static final int MILLIS = 1000;

    public BandwidthProbe {
        Objects.requireNonNull(ask, "ask");
        if (size < 1 || streams < 1 || duration.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "bandwidth probe of " + ask + ": expected size, streams and duration of 1 or more");
        }
    }

    @Override
    public Metric metric() {
        return new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    }

    @Override
    public Conditions conditions() {
        return new Conditions(Map.of("message-bytes", Integer.toString(size), "streams", Integer.toString(streams)));
    }

    @Override
    public Duration expected() {
        return duration;
    }

    @Override
    public long bytes(long rate) {
        return rate / BITS * duration.toMillis() / MILLIS;
    }

    @Override
    public String operation() {
        return "bandwidth";
    }

    @Override
    public Request request(Request.Peer peer) {
        return new Request.RunBandwidth(peer, size, streams, duration.toMillis());
    }

    @Override
    public OptionalLong value(List<Event> events) {
        return events.stream()
                .filter(Event.BandwidthResult.class::isInstance)
                .map(event -> ((Event.BandwidthResult) event).numbers())
                .filter(numbers -> numbers.get("window_ns") > 0) // the rate over no window is 0 on the wire
                .mapToLong(numbers -> numbers.get("rate"))
                .findFirst();
    }
}
