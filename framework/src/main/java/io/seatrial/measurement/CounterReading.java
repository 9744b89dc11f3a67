package io.seatrial.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one source said of one port at one moment.
 *
 * @param port who counts: a port of a host ({@code gpu-01/mlx5_0}) or of a switch ({@code leaf-1/Ethernet1})
 * @param source name of the source; what is refreshed together is one source, for example {@code sonic queue}, {@code ethtool}
 * @param at when it was read, by the controller's clock
 * @param uncertainty largest error of {@code at}: one slow answer makes its own reading vague and no other one; where it is not told, that of
 *     its source
 * @param full whether these are all counters that the source has of the port; else only those that changed since its reading before, and the
 *     others have kept their values
 * @param values by counter; what the source does not tell is absent
 */
public record CounterReading(
        SubjectId port,
        String source,
        Instant at,
        Optional<Duration> uncertainty,
        boolean full,
        SortedMap<Counter, Long> values) {
    public CounterReading {
        Objects.requireNonNull(port, "port");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(uncertainty, "uncertainty");
        if (uncertainty.isPresent() && uncertainty.get().isNegative()) {
            throw new IllegalArgumentException("reading of " + port + " from " + source
                    + ": expected an uncertainty of 0 or more, got " + uncertainty.get());
        }
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** Make a reading whose moment is as uncertain as its source says. */
    public CounterReading(SubjectId port, String source, Instant at, boolean full, SortedMap<Counter, Long> values) {
        this(port, source, at, Optional.empty(), full, values);
    }

    /** Make a full reading. */
    public static CounterReading full(SubjectId port, String source, Instant at, Map<Counter, Long> values) {
        return new CounterReading(port, source, at, true, new TreeMap<>(values));
    }

    /** Return the same reading with an uncertainty of its own. */
    public CounterReading within(Duration ofItsOwn) {
        return new CounterReading(port, source, at, Optional.of(ofItsOwn), full, values);
    }
}
