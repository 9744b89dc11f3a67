package io.seatrial.baseline.statistics;

import java.util.Arrays;

/**
 * What a test of subjects with different scales can find.
 *
 * @param scales of some or all subjects of a class
 * @param tail of what is healthy, in scales
 */
record Reach(double[] scales, Tail tail) {
    /** Of a large class quantiles of the scales stand for all of them. */
    private static final int MOST = 500;

    /** No shift that is planned for is larger. */
    private static final double LARGEST_EFFECT = 1e3;

    /** Take the scales of all subjects; NaN is left out. */
    static Reach of(double[] all, Tail tail) {
        double[] sorted = Arrays.stream(all)
                .filter(scale -> !Double.isNaN(scale))
                .sorted()
                .toArray();
        double[] some = new double[Math.min(sorted.length, MOST)];
        Arrays.setAll(some, i -> sorted[(int) ((i + 0.5) * sorted.length / some.length)]);
        return new Reach(some, tail);
    }

    /** Return the probability that a subject which gets worse by {@code effect} is found, on average over the subjects. */
    double power(double effect, double alpha, double tolerance) {
        return powerAt(effect, tail.edge(alpha), tolerance);
    }

    private double powerAt(double effect, double edge, double tolerance) {
        return Arrays.stream(scales)
                .map(scale -> tail.survival(Math.max(edge, tolerance / scale) - effect / scale))
                .average()
                .orElse(0);
    }

    /** Return the effect that is found with a probability of {@code power}; NaN where there is no subject. */
    double detectable(double alpha, double power) {
        double edge = tail.edge(alpha);
        return scales.length == 0
                ? Double.NaN
                : Crossing.of(effect -> 1 - powerAt(effect, edge, 0), 1 - power, 0, LARGEST_EFFECT);
    }
}
