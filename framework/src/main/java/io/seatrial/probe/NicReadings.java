package io.seatrial.probe;

import io.seatrial.formats.InfinibandCounters;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.SubjectId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one source of one port said, in our names. A counter is left out of a reading, and so unknown, where one of the driver's counters that
 * make it up is saturated or out of range, and for one reading where others make it up than before: the sum could hide a step back.
 */
final class NicReadings {
    private final SubjectId port;
    private final String source;
    private final String family;
    private final Map<String, Long> raw = new HashMap<>();
    private Optional<NicCounterTable.Driver> driver = Optional.empty();
    private Map<Counter, Set<String>> parts = Map.of();
    private SortedMap<Counter, Long> told = new TreeMap<>();
    private boolean owed;

    /**
     * @param source name under which the readings go
     * @param family source of the table
     */
    NicReadings(SubjectId port, String source, String family) {
        this.port = port;
        this.source = source;
        this.family = family;
    }

    /** Return how often the driver renews these counters by itself; 0 where it does so when asked, or is not known. */
    Duration refresh() {
        return driver.map(NicCounterTable.Driver::refresh).orElse(Duration.ZERO);
    }

    /**
     * Take a reading.
     *
     * @param full whether these are all names that there are
     * @param values by the driver's names
     */
    CounterReading take(boolean full, Map<String, Long> values, Instant at) {
        Map<Counter, Set<String>> before = parts;
        if (full) {
            begin(values);
        }
        boolean changed = full || owed;
        for (Map.Entry<String, Long> value : values.entrySet()) {
            if (isKnown(value.getKey())) {
                raw.put(value.getKey(), value.getValue());
                changed = true;
            }
        }
        return changed ? tell(full, before, at) : new CounterReading(port, source, at, false, new TreeMap<>());
    }

    private void begin(Map<String, Long> values) {
        raw.clear();
        driver = NicCounterTable.SHIPPED.driver(family, values.keySet());
        parts = new HashMap<>();
        for (String name : values.keySet()) {
            driver.ifPresent(known -> known.meanings(name)
                    .forEach(meaning -> parts.computeIfAbsent(meaning.counter(), c -> new HashSet<>())
                            .add(name)));
        }
    }

    private boolean isKnown(String name) {
        return driver.isPresent() && !driver.get().meanings(name).isEmpty();
    }

    private CounterReading tell(boolean full, Map<Counter, Set<String>> before, Instant at) {
        SortedMap<Counter, Long> now = sums();
        owed = now.keySet()
                .removeIf(counter ->
                        before.containsKey(counter) && !before.get(counter).equals(parts.get(counter)));
        boolean all = full || !now.keySet().containsAll(told.keySet());
        SortedMap<Counter, Long> said = new TreeMap<>(now);
        if (!all) {
            said.entrySet().removeIf(entry -> entry.getValue().equals(told.get(entry.getKey())));
        }
        told = now;
        return new CounterReading(port, source, at, all, said);
    }

    private SortedMap<Counter, Long> sums() {
        SortedMap<Counter, Long> sums = new TreeMap<>();
        Set<Counter> unknown = new HashSet<>();
        raw.forEach((name, value) -> {
            for (NicCounterTable.Meaning meaning : driver.orElseThrow().meanings(name)) {
                if (isUnknown(name, value, meaning.factor())) {
                    unknown.add(meaning.counter());
                } else {
                    sums.merge(meaning.counter(), value * meaning.factor(), Long::sum);
                }
            }
        });
        unknown.forEach(sums::remove);
        return sums;
    }

    /** No port has counted to 2^63: drivers say all ones for what they do not know. */
    private boolean isUnknown(String name, long value, long factor) {
        boolean saturated = family.equals("rdma-port") && InfinibandCounters.isSaturated(name, value);
        return saturated || value < 0 || value > Long.MAX_VALUE / factor;
    }
}
