package io.seatrial.telemetry;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Message;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** What one answer counts, by source and port. Gathered by one thread. */
public final class Counts {
    private final Map<String, SortedMap<String, SortedMap<Counter, Long>>> sources = new TreeMap<>();
    private final Map<String, Duration> refreshes = new TreeMap<>();
    private final Map<String, Message> failures = new TreeMap<>();
    private final SwitchPorts ports;

    /** Gather for the ports that the inventory knows. */
    public Counts(SwitchPorts ports) {
        this.ports = Objects.requireNonNull(ports, "ports");
    }

    /**
     * Take a value; null is none. A value beyond 2^63 - 1 is left out, as no reading could hold it: a counter of bytes reaches it at 400 Gb/s
     * after 5 years.
     */
    public Counts put(String source, String port, Counter counter, BigInteger value) {
        if (value != null && value.bitLength() < Long.SIZE && ports.rates().containsKey(port)) {
            sources.computeIfAbsent(source, name -> new TreeMap<>())
                    .computeIfAbsent(port, name -> new TreeMap<>())
                    .put(counter, value.longValueExact());
        }
        return this;
    }

    /** Take what the answer itself tells of a source's refresh interval. */
    public Counts refreshed(String source, Duration every) {
        refreshes.merge(source, every, (a, b) -> a.compareTo(b) >= 0 ? a : b);
        return this;
    }

    /** Take why the answer says nothing of a source. */
    public Counts failed(String source, Message cause) {
        failures.put(source, cause);
        return this;
    }

    /** Return the declared rate of a port, bit/s; 0 where the inventory does not know it. */
    public long rate(String port) {
        return ports.rates().getOrDefault(port, 0L);
    }

    /** Return the largest refresh interval by source that the answer told. */
    Map<String, Duration> refreshes() {
        return refreshes;
    }

    Map<String, Message> failures() {
        return failures;
    }

    /** Hand out the values of each source. */
    void forEachSource(BiConsumer<String, SortedMap<String, SortedMap<Counter, Long>>> taker) {
        sources.forEach(taker);
    }
}
