package io.seatrial.softrdma;

import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSink;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What samplers deliver, kept in memory. */
final class HeardCounters implements CounterSink {
    private final Map<String, CounterSource> sources = new HashMap<>();
    private final List<CounterReading> readings = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    @Override
    public synchronized void source(CounterSource source) {
        sources.put(source.node() + " " + source.name(), source);
    }

    @Override
    public synchronized void readings(Collection<CounterReading> more) {
        readings.addAll(more);
    }

    @Override
    public synchronized void failure(String node, String source, Message cause) {
        failures.add(node + " " + source + " " + cause);
    }

    synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    /** Tell whether there is a reading of a counter that was surely made before a moment. */
    synchronized boolean hasBefore(Instant moment, SubjectId port, Counter counter) {
        return readings.stream()
                .filter(reading ->
                        reading.port().equals(port) && reading.values().containsKey(counter))
                .anyMatch(reading -> !reading.at().plus(error(reading)).isAfter(moment));
    }

    private Duration error(CounterReading reading) {
        String node = reading.port().name().split("/", 2)[0];
        return reading.uncertainty()
                .orElseGet(() -> sources.get(node + " " + reading.source()).uncertainty());
    }

    Change change(SubjectId port, Counter counter, TimeWindow window) {
        return series(port, counter)
                .map(series -> series.change(counter, window))
                .orElse(new Change.Unknown(Change.Why.ABSENT));
    }

    /** Tell whether the last two readings after a moment are the same. */
    boolean stoodStillSince(SubjectId port, Counter counter, Instant moment) {
        CounterSeries series = series(port, counter).orElseThrow();
        int last = series.size() - 1;
        return last - series.firstFrom(moment) >= 2 && series.value(last, counter) == series.value(last - 1, counter);
    }

    private synchronized Optional<CounterSeries> series(SubjectId port, Counter counter) {
        Optional<String> source = readings.stream()
                .filter(reading ->
                        reading.port().equals(port) && reading.values().containsKey(counter))
                .map(CounterReading::source)
                .findFirst();
        return source.map(name -> CounterSeries.of(
                port,
                sources.get(port.name().split("/", 2)[0] + " " + name),
                readings.stream()
                        .filter(reading ->
                                reading.port().equals(port) && reading.source().equals(name))
                        .toList()));
    }
}
