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
    /** How often the source had begun anew up to each reading. */
    private final int[] beginnings;

    private final Map<Counter, long[]> columns;

    private CounterSeries(
            SubjectId port, CounterSource source, long[] at, int[] beginnings, Map<Counter, long[]> columns) {
        this.beginnings = beginnings;
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
            return new CounterSeries(port, source, Arrays.copyOf(at, size), beginnings(size, exact), exact);
        }
    }

    /** When one counter of a source steps back its owner began anew, and with it those that stood at 0 before and do so again. */
    private static int[] beginnings(int size, Map<Counter, long[]> columns) {
        int[] beginnings = new int[size];
        for (int i = 1; i < size; i++) {
            beginnings[i] = beginnings[i - 1] + (stepsBack(columns, i) ? 1 : 0);
        }
        return beginnings;
    }

    private static boolean stepsBack(Map<Counter, long[]> columns, int reading) {
        for (Map.Entry<Counter, long[]> column : columns.entrySet()) {
            long before = column.getValue()[reading - 1];
            long now = column.getValue()[reading];
            boolean cumulative = column.getKey().kind().nature() == Counter.Nature.CUMULATIVE;
            if (cumulative && before != NOTHING && now != NOTHING && Long.compareUnsigned(now, before) < 0) {
                return true;
            }
        }
        return false;
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

    /** Tell by how much a cumulative counter grew between two readings; whatever began anew in between makes it unknown. */
    public Change change(Counter counter, int first, int last) {
        long[] column = columns.get(counter);
        if (column == null) {
            return new Change.Unknown(Change.Why.ABSENT);
        }
        int known = 0;
        for (int i = first; i <= last; i++) {
            known += column[i] == NOTHING ? 0 : 1;
        }
        if (known == 0) {
            return new Change.Unknown(Change.Why.ABSENT);
        }
        if (column[first] == NOTHING) {
            return new Change.Unknown(Change.Why.NOT_SAMPLED); // it came only later
        }
        boolean whole = known == last - first + 1 && beginnings[first] == beginnings[last];
        return whole
                ? new Change.Known(column[last] - column[first], new TimeWindow(at(first), at(last)))
                : new Change.Unknown(Change.Why.RESET);
    }
}
