package io.seatrial.baseline.statistics;

import java.util.function.DoubleUnaryOperator;

/** Where a function that only falls crosses a value, found by halving an interval. */
final class Crossing {
    private static final int HALVINGS = 60;

    private Crossing() {}

    /** Return where {@code falling} is {@code value}; the nearer end of the interval where it is not crossed within. */
    static double of(DoubleUnaryOperator falling, double value, double low, double high) {
        double above = low;
        double below = high;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (above + below) / 2;
            if (falling.applyAsDouble(middle) > value) {
                above = middle;
            } else {
                below = middle;
            }
        }
        return (above + below) / 2;
    }
}
