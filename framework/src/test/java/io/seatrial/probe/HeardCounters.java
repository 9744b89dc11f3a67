package io.seatrial.probe;

import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/** Keeps what a sampler delivers, in order, and lets a test wait for it. */
final class HeardCounters implements CounterSink {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A failure as it was told. */
    record Failure(String node, String source, Message cause) {}

    private final List<CounterSource> sources = new ArrayList<>();
    private final List<CounterReading> readings = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();

    @Override
    public synchronized void source(CounterSource source) {
        sources.add(source);
        notifyAll();
    }

    @Override
    public synchronized void readings(Collection<CounterReading> more) {
        readings.addAll(more);
        notifyAll();
    }

    @Override
    public synchronized void failure(String node, String source, Message cause) {
        failures.add(new Failure(node, source, cause));
        notifyAll();
    }

    synchronized List<CounterSource> sources() {
        return List.copyOf(sources);
    }

    synchronized List<Failure> failures() {
        return List.copyOf(failures);
    }

    synchronized List<CounterReading> of(String port, String source) {
        return readings.stream()
                .filter(r -> r.port().name().equals(port) && r.source().equals(source))
                .toList();
    }

    /** Wait until what was heard is as wanted. */
    synchronized void await(String what, Predicate<HeardCounters> wanted) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!wanted.test(this)) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                throw new AssertionError("not heard: " + what + "; " + failures + ", readings " + readings);
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
        }
    }
}
