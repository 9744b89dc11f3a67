package io.seatrial.measurement;

import java.util.Arrays;
import java.util.Optional;

/**
 * A quantile as a metric's id names it at its end. It is evidence only with at least {@value #BEYOND} samples beyond it: with fewer it moves
 * with each of them.
 */
public enum Quantile {
    P50("p50", 2),
    P90("p90", 10),
    P99("p99", 100),
    P999("p999", 1000);

    /** Fewest samples beyond a quantile that is judged. */
    public static final long BEYOND = 10;

    private final String text;
    private final long oneIn;

    Quantile(String text, long oneIn) {
        this.text = text;
        this.oneIn = oneIn;
    }

    /** Return the quantile that a metric is, empty for one that is none (a minimum, a rate). */
    public static Optional<Quantile> of(Metric metric) {
        return Arrays.stream(values())
                .filter(quantile -> metric.id().endsWith("." + quantile.text))
                .findFirst();
    }

    /** Return the name, {@code p99}. */
    public String text() {
        return text;
    }

    /** Return how many of so many samples lie beyond it. */
    public long beyond(long samples) {
        return samples / oneIn;
    }

    /** Return which of so many samples in ascending order it is, from 1: the nearest rank, as the probe takes it. */
    public long rank(long samples) {
        return samples - beyond(samples);
    }

    /** Return the fewest samples with which it is evidence. */
    public long needed() {
        return BEYOND * oneIn;
    }
}
