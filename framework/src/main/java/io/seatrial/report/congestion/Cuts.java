package io.seatrial.report.congestion;

import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a series into pairs of readings, as fine as its source allows: two readings within one refresh interval may show the same state, and
 * would give a zero and then a double. Where readings stayed away there is no pair.
 */
final class Cuts {
    /** Readings are away when they come this many times later than usual. */
    private static final int AWAY = 3;
    /** A sampler's moments jitter; a pair may be this much shorter than the refresh interval. */
    private static final double JITTER = 0.9;

    private final CounterSeries series;
    private final long least;
    private final long away;
    private final int from;
    private final int to;

    /**
     * A pair of readings.
     *
     * @param first index
     * @param last index, more than first
     */
    record Cut(int first, int last) {}

    private Cuts(CounterSeries series, TimeWindow span) {
        this.series = series;
        this.from = Math.max(0, series.lastUpTo(span.from()));
        this.to = Math.min(series.size() - 1, series.firstFrom(span.to()));
        this.least = (long) (JITTER * series.source().refresh().toNanos());
        this.away = AWAY * Math.max(series.source().refresh().toNanos(), usual());
    }

    /** Return the pairs that touch a span, in the order of time. */
    static List<Cut> of(CounterSeries series, TimeWindow span) {
        return new Cuts(series, span).pairs();
    }

    private List<Cut> pairs() {
        List<Cut> pairs = new ArrayList<>();
        int first = from;
        while (first < to) {
            int last = first + 1;
            while (last < to && between(first, last) < least && between(last, last + 1) <= away) {
                last++;
            }
            if (between(last - 1, last) <= away && between(first, last) >= least) {
                pairs.add(new Cut(first, last));
            }
            first = last;
        }
        return pairs;
    }

    private long between(int first, int last) {
        return Duration.between(series.at(first), series.at(last)).toNanos();
    }

    /** The median distance of two readings, ns. */
    private long usual() {
        long[] distances = new long[Math.max(1, to - from)];
        for (int i = 0; i < to - from; i++) {
            distances[i] = between(from + i, from + i + 1);
        }
        Arrays.sort(distances);
        return distances[distances.length / 2];
    }
}
