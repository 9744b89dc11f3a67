package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
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
    private static final int BUFFERED_MILLIS = 50;
    private static final int LEAST_BUFFERED = 64 * 1024;
    private static final int MOST_BUFFERED = 4 * 1024 * 1024;

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
    public Operation over(Ends ends) {
        OptionalInt buffer = sendBuffer(ends.rate(), streams);
        return new TcpFlow(
                ends,
                "bandwidth",
                duration,
                peer -> new Request.RunBandwidth(peer, size, streams, duration.toMillis(), buffer));
    }

    /** On slow links the kernel's buffers would hold seconds of traffic, which all have to drain before the result is known. */
    static OptionalInt sendBuffer(long rate, int streams) {
        long share = rate / BITS * BUFFERED_MILLIS / MILLIS / streams;
        return share > MOST_BUFFERED ? OptionalInt.empty() : OptionalInt.of((int) Math.max(LEAST_BUFFERED, share));
    }

    @Override
    public OptionalLong value(Reading reading) {
        return reading.rate();
    }
}
