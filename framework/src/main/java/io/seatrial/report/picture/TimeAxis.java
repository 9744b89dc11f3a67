package io.seatrial.report.picture;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps moments to pixels.
 *
 * @param low ns since the moment that is called 0, may be less than 0
 * @param high more than low
 * @param from pixel of low
 * @param to pixel of high
 */
record TimeAxis(long low, long high, double from, double to) {
    private static final int TICKS = 5;

    double at(long nanos) {
        double share = (double) (nanos - low) / (high - low);
        return from + (to - from) * Math.max(0, Math.min(1, share));
    }

    boolean holds(long nanos) {
        return nanos >= low && nanos <= high;
    }

    /** Return round moments inside the axis, 0 among them where it is inside. */
    List<Long> ticks() {
        long step = Axis.step((high - low) / TICKS);
        List<Long> ticks = new ArrayList<>();
        for (long tick = Math.floorDiv(low + step - 1, step) * step; tick <= high; tick += step) {
            ticks.add(tick);
        }
        return ticks;
    }

    /** Return their texts in one scale. */
    List<String> labels() {
        return Quantities.together(ticks().stream()
                        .map(tick -> new Quantity(tick, Unit.NANOSECONDS))
                        .toList())
                .stream()
                .map(String::strip)
                .toList();
    }
}
