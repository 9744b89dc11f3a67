package io.seatrial.run;

import io.seatrial.archive.RunArchive;
import io.seatrial.archive.SourceRecord;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Writes what samplers read into the archive of a run, and knows up to when each source has told. Thread-safe.
 */
public final class CounterRecorder implements CounterSink {
    /** Beyond its own interval a source gets this long before nobody waits for it any more. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final RunArchive archive;
    private final StormWatch storms;
    private final Map<String, CounterSource> sources = new HashMap<>();
    /** Up to when each source has surely told. */
    private final Map<String, Instant> last = new HashMap<>();
    /** From when on each source has surely told. */
    private final Map<String, Instant> first = new HashMap<>();

    private final Set<String> silent = new HashSet<>();

    /** @param storms is shown every reading */
    public CounterRecorder(RunArchive archive, StormWatch storms) {
        this.archive = Objects.requireNonNull(archive, "archive");
        this.storms = Objects.requireNonNull(storms, "storms");
    }

    private static String key(String node, String source) {
        return node + " " + source;
    }

    private static String node(CounterReading reading) {
        String port = reading.port().name();
        return port.substring(0, Math.max(0, port.indexOf('/')));
    }

    @Override
    public synchronized void source(CounterSource source) {
        CounterSource before = sources.put(key(source.node(), source.name()), source);
        if (!source.equals(before)) {
            archive.append(new SourceRecord(Instant.now(), source, Optional.empty()));
        }
    }

    @Override
    public synchronized void readings(Collection<CounterReading> readings) {
        archive.append(readings);
        for (CounterReading reading : readings) {
            String key = key(node(reading), reading.source());
            Duration error = error(key, reading);
            last.merge(key, reading.at().minus(error), (a, b) -> a.isAfter(b) ? a : b);
            first.merge(key, reading.at().plus(error), (a, b) -> a.isBefore(b) ? a : b);
            silent.remove(key);
            storms.look(reading);
        }
        notifyAll();
    }

    private Duration error(String key, CounterReading reading) {
        CounterSource source = sources.get(key);
        return reading.uncertainty().orElse(source == null ? Duration.ZERO : source.uncertainty());
    }

    @Override
    public synchronized void failure(String node, String source, Message cause) {
        CounterSource failed = new CounterSource(node, source, Duration.ZERO, Duration.ZERO);
        archive.append(new SourceRecord(Instant.now(), failed, Optional.of(cause)));
        sources.keySet().stream()
                .filter(key -> source.isEmpty() ? key.startsWith(node + " ") : key.equals(key(node, source)))
                .forEach(silent::add);
        notifyAll();
    }

    /**
     * Wait until the first reading of every source that has told something was surely made, 5 s at most: of a window that begins before, it could
     * not say what was there already.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public synchronized void awaitBegun() throws InterruptedException {
        Instant deadline = Instant.now().plus(PATIENCE);
        Instant now = Instant.now();
        while (now.isBefore(begun()) && now.isBefore(deadline)) {
            Instant next = begun().isBefore(deadline) ? begun() : deadline;
            wait(Math.max(1, Duration.between(now, next).toMillis()));
            now = Instant.now();
        }
    }

    private Instant begun() {
        return first.values().stream().max(Instant::compareTo).orElse(Instant.MIN);
    }

    /**
     * Wait until every source that still answers has told what happened up to a moment, or its patience is over.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public synchronized void awaitToldUpTo(Instant moment) throws InterruptedException {
        Duration slowest = Duration.ZERO;
        for (CounterSource source : sources.values()) {
            slowest = source.refresh().compareTo(slowest) > 0 ? source.refresh() : slowest;
        }
        Instant deadline = moment.plus(slowest.multipliedBy(2)).plus(PATIENCE);
        while (!allToldUpTo(moment) && Instant.now().isBefore(deadline)) {
            wait(Math.max(1, Duration.between(Instant.now(), deadline).toMillis()));
        }
    }

    private boolean allToldUpTo(Instant moment) {
        return sources.entrySet().stream()
                .filter(entry -> !silent.contains(entry.getKey()))
                .allMatch(entry -> {
                    CounterSource source = entry.getValue();
                    Instant needed = moment.plus(source.refresh());
                    return !last.getOrDefault(entry.getKey(), Instant.MIN).isBefore(needed);
                });
    }
}
