package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Round trips, back to back.
 *
 * @param ask id of what is asked
 * @param size bytes of a message
 * @param warmup round trips before the first that counts
 * @param count round trips at most
 * @param duration time at most
 * @param statistic what is judged: {@code min}, {@code p50}, {@code p90}, {@code p99}
 */
public record LatencyProbe(String ask, int size, int warmup, long count, Duration duration, String statistic)
        implements FlowProbe {
    public LatencyProbe {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(statistic, "statistic");
        if (size < 1 || warmup < 0 || count < 1 || duration.toMillis() < 1) {
            throw new IllegalArgumentException(
                    "latency probe of " + ask + ": expected size, count and duration of 1 or more");
        }
    }

    @Override
    public Metric metric() {
        return new Metric("latency.rtt." + statistic, Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    }

    @Override
    public Conditions conditions() {
        return new Conditions(Map.of("message-bytes", Integer.toString(size)));
    }

    @Override
    public Duration expected() {
        return duration;
    }

    @Override
    public long bytes(long rate) {
        return 2L * size * (count + warmup);
    }

    @Override
    public Operation over(Ends ends) {
        return new TcpFlow(
                ends,
                "latency",
                duration,
                peer -> new Request.RunLatency(peer, size, warmup, count, duration.toMillis()));
    }

    @Override
    public OptionalLong value(Reading reading) {
        return reading.statistic(statistic);
    }
}
