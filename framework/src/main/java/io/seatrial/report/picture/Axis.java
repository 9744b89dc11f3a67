package io.seatrial.report.picture;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.report.Quantities;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps values to pixels.
 *
 * @param low value at {@code from}
 * @param high value at {@code to}, more than low
 * @param logarithmic whether equal ratios have equal lengths
 * @param from pixel of low
 * @param to pixel of high
 */
record Axis(long low, long high, boolean logarithmic, double from, double to) {
    /** From this ratio on a logarithmic axis shows more than a linear one. */
    private static final long LOGARITHMIC_FROM = 5;

    private static final int TICKS = 6;

    /** Make an axis around positive values with some air on both sides. */
    static Axis around(long least, long most, double from, double to) {
        long low = Math.max(1, least);
        if (most / low >= LOGARITHMIC_FROM) {
            return new Axis(Math.max(1, (long) (low * 0.85)), (long) (most * 1.15) + 1, true, from, to);
        }
        long air = Math.max(1, (most - low) / 12);
        return new Axis(Math.max(0, low - air), Math.max(most, low) + air, false, from, to);
    }

    /** Make a linear axis from 0. */
    static Axis fromZero(long most, double from, double to) {
        return new Axis(0, Math.max(1, most + most / 20), false, from, to);
    }

    double at(long value) {
        double share = logarithmic
                ? Math.log((double) Math.max(1, value) / low) / Math.log((double) high / low)
                : (double) (value - low) / (high - low);
        return from + (to - from) * Math.max(0, Math.min(1, share));
    }

    /** Return round values inside the axis. */
    List<Long> ticks() {
        return logarithmic ? logarithmicTicks() : linearTicks();
    }

    /** Return the texts of values, in one scale where the axis is linear. */
    List<String> labels(List<Long> values, Unit unit) {
        List<Quantity> quantities =
                values.stream().map(value -> new Quantity(value, unit)).toList();
        if (logarithmic) {
            return quantities.stream().map(Quantities::text).toList();
        }
        return Quantities.together(quantities).stream().map(String::strip).toList();
    }

    private List<Long> linearTicks() {
        long step = step((high - low) / TICKS);
        List<Long> ticks = new ArrayList<>();
        for (long tick = (low + step - 1) / step * step; tick <= high; tick += step) {
            ticks.add(tick);
        }
        return ticks;
    }

    private List<Long> logarithmicTicks() {
        List<Long> ticks = new ArrayList<>();
        boolean wide = Math.log10((double) high / low) > 3;
        for (long decade = 1; decade <= high && decade > 0; decade *= 10) {
            for (int digit : wide ? new int[] {1} : new int[] {1, 2, 5}) {
                long tick = decade * digit;
                if (tick >= low && tick <= high) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    /** Return the round number 1, 2 or 5 times a power of ten that is not below {@code least}. */
    static long step(long least) {
        long decade = 1;
        while (decade * 10 <= Math.max(1, least)) {
            decade *= 10;
        }
        for (int digit : new int[] {1, 2, 5}) {
            if (decade * digit >= least) {
                return decade * digit;
            }
        }
        return decade * 10;
    }
}
