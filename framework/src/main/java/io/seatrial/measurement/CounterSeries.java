package io.seatrial.measurement;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The readings of one port from one source in the order of time, held by packed columns: 10,000 ports with 600 readings have to fit into memory.
 */
public final class CounterSeries {
    /** Fewest refresh intervals that a window must hold for a source to tell anything about it. */
    public static final int REFRESHES = 3;

    private final SubjectId port;
    private final CounterSource source;
    private final Moments moments;
    /** The readings, in order, at which the source had begun anew. */
    private final int[] restarts;

    private final Map<Counter, Column> columns;
    private final SortedSet<Counter> counters;
    private volatile Cut lastCut;

    /** The readings that tell of a window. */
    private record Cut(TimeWindow window, int first, int last) {}

    CounterSeries(SubjectId port, CounterSource source, Moments moments, int[] restarts, Map<Counter, Column> columns) {
        this.port = Objects.requireNonNull(port, "port");
        this.source = Objects.requireNonNull(source, "source");
        this.moments = moments;
        this.restarts = restarts;
        this.columns = columns;
        this.counters = Collections.unmodifiableSortedSet(new TreeSet<>(columns.keySet()));
    }

    /**
     * Gather the readings of one port from one source.
     *
     * @param readings in the order of time; counters that a reading which is not full leaves out keep their values
     */
    public static CounterSeries of(SubjectId port, CounterSource source, List<CounterReading> readings) {
        Builder builder = new Builder(port, source);
        readings.forEach(builder::add);
        return builder.build();
    }

    /** Gathers readings one by one, so that nobody has to hold them all as objects. */
    public static final class Builder {
        private final SubjectId port;
        private final CounterSource source;
        private final Rows rows = new Rows();

        /** Begin without readings. */
        public Builder(SubjectId port, CounterSource source) {
            this.port = port;
            this.source = source;
        }

        /** Add the next reading. */
        public void add(CounterReading reading) {
            rows.add(reading);
        }

        /** Return the series; the builder is used up. */
        public CounterSeries build() {
            return rows.series(port, source);
        }
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
        return moments.size();
    }

    /** Return every counter that some reading has. */
    public SortedSet<Counter> counters() {
        return counters;
    }

    /** Tell whether some reading has a counter. */
    public boolean counts(Counter counter) {
        return columns.containsKey(counter);
    }

    /** Return the moment of a reading, from 0. */
    public Instant at(int reading) {
        return moments.at(reading);
    }

    /** Tell whether a reading has a counter. */
    public boolean has(int reading, Counter counter) {
        Column column = columns.get(counter);
        return column != null && column.get(reading) != Column.NOTHING;
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
        return columns.get(counter).get(reading);
    }

    /** Return the last reading at or before a moment, -1 where there is none. */
    public int lastUpTo(Instant moment) {
        return moments.lastUpTo(moment);
    }

    /** Return the first reading at or after a moment, {@link #size()} where there is none. */
    public int firstFrom(Instant moment) {
        return moments.firstFrom(moment);
    }

    /**
     * Tell by how much a cumulative counter grew over a window. The readings used are the last one that surely was made before the window and the
     * first one in which everything that happened in the window has to show: surely made one refresh interval after its end. How sure that is
     * depends on each reading's own uncertainty, so that one slow answer makes no other reading useless.
     */
    public Change change(Counter counter, TimeWindow window) {
        if (!columns.containsKey(counter)) {
            return new Change.Unknown(Change.Why.ABSENT);
        }
        if (window.length().compareTo(source.refresh().multipliedBy(REFRESHES)) < 0) {
            return new Change.Unknown(Change.Why.TOO_SHORT);
        }
        Cut of = cut(window);
        return of.first() < 0 || of.last() >= size()
                ? new Change.Unknown(Change.Why.NOT_SAMPLED)
                : change(counter, of.first(), of.last());
    }

    /** Many counters are asked for over the same window in a row: the last one is remembered. */
    private Cut cut(TimeWindow window) {
        Cut known = lastCut;
        if (known == null || !known.window().equals(window)) {
            int first = moments.lastSurelyUpTo(window.from());
            known = new Cut(window, first, moments.firstSurelyFrom(window.to().plus(source.refresh())));
            lastCut = known;
        }
        return known;
    }

    /** Tell by how much a cumulative counter grew between two readings; whatever began anew in between makes it unknown. */
    public Change change(Counter counter, int first, int last) {
        Column column = columns.get(counter);
        int known = column == null ? 0 : column.known(first, last);
        if (known == 0) {
            return new Change.Unknown(Change.Why.ABSENT);
        }
        if (column.get(first) == Column.NOTHING) {
            return new Change.Unknown(Change.Why.NOT_SAMPLED); // it came only later
        }
        long grown = column.get(last) - column.get(first);
        return known == last - first + 1 && grown >= 0 && !restarted(first, last)
                ? new Change.Known(grown, new TimeWindow(at(first), at(last)))
                : new Change.Unknown(Change.Why.RESET);
    }

    private boolean restarted(int first, int last) {
        return Arrays.stream(restarts).anyMatch(restart -> restart > first && restart <= last);
    }
}
