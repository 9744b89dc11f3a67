package io.seatrial.telemetry;

import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.telemetry.CounterFeed.Sweep;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A feed under sampling: hands its sweeps to a sink, and tells of sources and failures when they change, not each time. */
final class SampledFeed {
    /** The name under which a failure of the whole feed is kept. */
    private static final String WHOLE = "";

    private final CounterFeed feed;
    private final CounterSink sink;
    private final Map<String, CounterSource> sources = new HashMap<>();
    private final Map<String, Message> failures = new HashMap<>();

    SampledFeed(CounterFeed feed, CounterSink sink) {
        this.feed = feed;
        this.sink = sink;
    }

    String name() {
        return feed.name();
    }

    /**
     * Sweep once and hand on what came; one thread at a time.
     *
     * @param over whether nobody wants to know any more, so that an end that was asked for is no failure
     * @throws RuntimeException what the sink throws
     */
    synchronized void sweep(BooleanSupplier over) {
        Sweep sweep;
        try {
            sweep = feed.sweep();
        } catch (TelemetryException e) {
            if (!over.getAsBoolean()) {
                fail(WHOLE, Message.of("telemetry.switch-failed", "cause", e.what()));
            }
            return;
        }
        if (!over.getAsBoolean()) {
            hand(sweep);
        }
    }

    void close() {
        feed.close();
    }

    private void hand(Sweep sweep) {
        failures.remove(WHOLE);
        sweep.sources().forEach(this::tell);
        if (!sweep.readings().isEmpty()) {
            sink.readings(sweep.readings());
        }
        sweep.readings().stream()
                .map(CounterReading::source)
                .filter(source -> !sweep.failures().containsKey(source))
                .forEach(failures::remove);
        sweep.failures().forEach(this::fail);
    }

    private void tell(CounterSource source) {
        // a server speaks for several nodes whose sources may have one name
        if (!source.equals(sources.put(source.node() + '\n' + source.name(), source))) {
            sink.source(source);
        }
    }

    private void fail(String source, Message cause) {
        if (cause.equals(failures.put(source, cause))) {
            return;
        }
        // a server that speaks for several nodes names the node before the source
        int slash = source.indexOf('/');
        sink.failure(
                slash < 0 ? feed.name() : source.substring(0, slash),
                slash < 0 ? source : source.substring(slash + 1),
                cause);
    }
}
