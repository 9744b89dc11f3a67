package io.seatrial.measurement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Readings side by side until a stretch of them is packed into columns. A reading is written in one place: with one column per counter of
 * every port, each value would be a walk through memory of its own.
 */
final class Rows {
    private final Map<Counter, Column> columns = new HashMap<>();
    private final List<Integer> restarts = new ArrayList<>();

    private final Moments.Builder moments = new Moments.Builder();

    /** The counters of a row, in their order. */
    private Counter[] layout = {};

    private long[] rows = {};
    private int filled;
    private int stretches;

    void add(CounterReading reading) {
        if (filled == Column.STRETCH) {
            pack();
            stretches++;
        }
        if (!fill(reading)) {
            widen(reading);
            fill(reading);
        }
        moments.add(reading);
        filled++;
    }

    private int size() {
        return stretches * Column.STRETCH + filled;
    }

    /** Write a row, false where the reading has a counter that no row before had. */
    private boolean fill(CounterReading reading) {
        int place = 0;
        boolean steppedBack = false;
        for (Map.Entry<Counter, Long> one : reading.values().entrySet()) {
            while (place < layout.length && !layout[place].equals(one.getKey())) {
                place = leaveOut(place, reading.full());
            }
            if (place == layout.length) {
                return false;
            }
            steppedBack |= stepsBack(place, one.getValue());
            place = write(place, one.getValue());
        }
        while (place < layout.length) {
            place = leaveOut(place, reading.full());
        }
        if (steppedBack) {
            restarts.add(size());
        }
        return true;
    }

    private int leaveOut(int place, boolean full) {
        return write(place, full ? Column.NOTHING : before(place));
    }

    private int write(int place, long value) {
        rows[filled * layout.length + place] = value;
        return place + 1;
    }

    /** Return the value of the reading before. */
    private long before(int place) {
        if (filled > 0) {
            return rows[(filled - 1) * layout.length + place];
        }
        return stretches == 0 ? Column.NOTHING : columns.get(layout[place]).get(stretches * Column.STRETCH - 1);
    }

    /** When one counter of a source steps back its owner began anew, and with it those that stood at 0 before and do so again. */
    private boolean stepsBack(int place, long value) {
        long before = before(place);
        return layout[place].kind().nature() == Counter.Nature.CUMULATIVE
                && before != Column.NOTHING
                && Long.compareUnsigned(value, before) < 0;
    }

    /** Make room for counters that are new; the readings before have nothing of them. */
    private void widen(CounterReading reading) {
        SortedSet<Counter> all = new TreeSet<>(Arrays.asList(layout));
        all.addAll(reading.values().keySet());
        Counter[] wider = all.toArray(Counter[]::new);
        long[] moved = new long[Column.STRETCH * wider.length];
        Arrays.fill(moved, Column.NOTHING);
        for (int row = 0; row < filled; row++) {
            for (int place = 0; place < layout.length; place++) {
                int to = Arrays.binarySearch(wider, layout[place]);
                moved[row * wider.length + to] = rows[row * layout.length + place];
            }
        }
        for (Counter counter : wider) {
            columns.computeIfAbsent(counter, c -> new Column()).skip(missing(counter));
        }
        layout = wider;
        rows = moved;
    }

    private int missing(Counter counter) {
        return Arrays.binarySearch(layout, counter) < 0 ? stretches : 0;
    }

    private void pack() {
        long[] values = new long[Column.STRETCH];
        for (int place = 0; place < layout.length; place++) {
            for (int row = 0; row < filled; row++) {
                values[row] = rows[row * layout.length + place];
            }
            columns.get(layout[place]).append(values, filled);
        }
        filled = 0;
    }

    /** Return the series; no more readings come. */
    CounterSeries series(SubjectId port, CounterSource source) {
        if (filled > 0) {
            pack();
        }
        int[] begun = restarts.stream().mapToInt(Integer::intValue).toArray();
        return new CounterSeries(port, source, moments.build(source), begun, columns);
    }
}
