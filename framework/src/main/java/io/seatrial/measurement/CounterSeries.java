package io.seatrial.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The readings of one port from one source in the order of time, held by columns: 10,000 ports with 600 readings have to fit into memory.
 */
public final class CounterSeries {
    /** Fewest refresh intervals that a window must hold for a source to tell anything about it. */
    public static final int REFRESHES = 3;

    private static final long NOTHING = Long.MIN_VALUE;

    private final SubjectId port;
    private final CounterSource source;
    private final long[] at;
    private final Map<Counter, long[]> columns;

    private CounterSeries(SubjectId port, CounterSource source, long[] at, Map<Counter, long[]> columns) {
        this.port = Objects.requireNonNull(port, "port");
        this.source = Objects.requireNonNull(source, "source");
        this.at = at;
        this.columns = columns;
    }

    /**
     * Gather the readings of one port from one source.
     *
     * @param readings in the order of time; counters that a reading which is not full leaves out keep their values
     */
    public static CounterSeries of(SubjectId port, CounterSource source, List<CounterReading> readings) {
        Builder builder = new Builder(port, source, readings.size());
        readings.forEach(builder::add);
        return builder.build();
    }

    /** Gathers readings one by one, so that nobody has to hold them all as objects. */
    public static final class Builder {
        private final SubjectId port;
        private final CounterSource source;
        private final Map<Counter, long[]> columns = new HashMap<>();
        private long[] at;
        private int size;

        /** @param expected about how many readings will come */
        public Builder(SubjectId port, CounterSource source, int expected) {
            this.port = port;
            this.source = source;
            this.at = new long[Math.max(1, expected)];
        }

        /** Add the next reading. */
        public void add(CounterReading reading) {
            if (size == at.length) {
                grow();
            }
            at[size] = nanos(reading.at());
            if (!reading.full() && size > 0) {
                columns.values().forEach(column -> column[size] = column[size - 1]);
            }
            reading.values().forEach((counter, value) -> column(counter)[size] = value);
            size++;
        }

        private void grow() {
            at = Arrays.copyOf(at, 2 * at.length);
            columns.replaceAll((counter, column) -> extended(column, at.length));
        }

        private static long[] extended(long[] column, int length) {
            long[] longer = Arrays.copyOf(column, length);
            Arrays.fill(longer, column.length, length, NOTHING);
            return longer;
        }

        private long[] column(Counter counter) {
            return columns.computeIfAbsent(counter, c -> {
                long[] column = new long[at.length];
                Arrays.fill(column, NOTHING);
                return column;
            });
        }

        /** Return the series; the builder is used up. */
        public CounterSeries build() {
            Map<Counter, long[]> exact = new HashMap<>();
            columns.forEach((counter, column) -> exact.put(counter, Arrays.copyOf(column, size)));
            return new CounterSeries(port, source, Arrays.copyOf(at, size), exact);
        }
    }

    private static long nanos(Instant at) {
        return Math.addExact(Math.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    /** Return who counts. */
    public SubjectId port() {
        return port;
    }

    /** Return where the readings come from. */
    public CounterSource source() {
        return source;
    }

    /** Return the number of readings. */
    public int size() {
        return at.length;
    }

    /** Return every counter that some reading has. */
    public Set<Counter> counters() {
        return Collections.unmodifiableSet(new TreeSet<>(columns.keySet()));
    }

    /** Return the moment of a reading, from 0. */
    public Instant at(int reading) {
        return instant(at[reading]);
    }

    /** Tell whether a reading has a counter. */
    public boolean has(int reading, Counter counter) {
        long[] column = columns.get(counter);
        return column != null && column[reading] != NOTHING;
    }

    /**
     * Return a value of a reading.
     *
     * @throws IllegalStateException if the reading does not have it: absence is no number
     */
    public long value(int reading, Counter counter) {
        if (!has(reading, counter)) {
            throw new IllegalStateException(
                    port + ": reading " + reading + " of " + source.name() + " has no " + counter.text());
        }
        return columns.get(counter)[reading];
    }

    /** Return the last reading at or before a moment, -1 where there is none. */
    public int lastUpTo(Instant moment) {
        int found = Arrays.binarySearch(at, nanos(moment));
        return found >= 0 ? found : -found - 2;
    }

    /** Return the first reading at or after a moment, {@link #size()} where there is none. */
    public int firstFrom(Instant moment) {
        int found = Arrays.binarySearch(at, nanos(moment));
        return found >= 0 ? found : -found - 1;
    }

    /**
     * Tell by how much a cumulative counter grew over a window. The readings used are the last one before the window and the first one in which
     * everything that happened in the window has to show: one refresh interval and the uncertainty of the clock after its end.
     */
    public Change change(Counter counter, TimeWindow window) {
        if (!columns.containsKey(counter)) {
            return new Change.Unknown(Change.Why.ABSENT);
        }
        if (window.length().compareTo(source.refresh().multipliedBy(REFRESHES)) < 0) {
            return new Change.Unknown(Change.Why.TOO_SHORT);
        }
        Duration late = source.refresh().plus(source.uncertainty());
        int first = lastUpTo(window.from().minus(source.uncertainty()));
        int last = firstFrom(window.to().plus(late));
        return first < 0 || last >= size() ? new Change.Unknown(Change.Why.NOT_SAMPLED) : change(counter, first, last);
    }

    /** Tell by how much a cumulative counter grew between two readings; a step back in between makes it unknown. */
    public Change change(Counter counter, int first, int last) {
        long[] column = columns.get(counter);
        if (column == null) {
            return new Change.Unknown(Change.Why.ABSENT);
        }
        for (int i = first; i <= last; i++) {
            if (column[i] == NOTHING) {
                boolean never =
                        i == first && Arrays.stream(column, first, last + 1).allMatch(v -> v == NOTHING);
                return new Change.Unknown(never ? Change.Why.ABSENT : Change.Why.RESET);
            }
            if (i > first && Long.compareUnsigned(column[i], column[i - 1]) < 0) {
                return new Change.Unknown(Change.Why.RESET);
            }
        }
        return new Change.Known(column[last] - column[first], new TimeWindow(at(first), at(last)));
    }
}
