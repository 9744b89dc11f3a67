package io.seatrial.report.trends;

import io.seatrial.archive.history.Mover;
import io.seatrial.archive.history.Trend;
import java.util.List;
import java.util.Objects;

/**
 * What the history says beside a run.
 *
 * @param runs how many runs were looked back on, this one among them; 0 where there is no history
 * @param series how many series have enough earlier values
 * @param shown the worst movers, from the worst; empty where none is beyond the screen
 * @param silent series that had values before and none in this run, though it asked
 */
public record Trends(int runs, int series, List<Shown> shown, List<String> silent) {
    /** There is no history. */
    public static final Trends NONE = new Trends(0, 0, List.of(), List.of());

    /**
     * A mover with its series.
     *
     * @param mover how far it moved
     * @param trend its values over the runs
     */
    public record Shown(Mover mover, Trend trend) {
        public Shown {
            Objects.requireNonNull(mover, "mover");
            Objects.requireNonNull(trend, "trend");
        }
    }

    public Trends {
        shown = List.copyOf(shown);
        silent = List.copyOf(silent);
    }

    /** Tell whether there is nothing to show. */
    public boolean isEmpty() {
        return runs == 0;
    }
}
