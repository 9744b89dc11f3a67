package io.seatrial.baseline;

import io.seatrial.measurement.Direction;

/**
 * How much worse than its reference a value may be. Practical significance first: with many links anything is significant.
 *
 * @param ppm share of the reference, parts per million
 * @param floor least tolerance in the unit of the metric, for references so small that a share of them is noise
 */
public record Tolerance(long ppm, long floor) {
    private static final long MILLION = 1_000_000;

    /** Lets any two values agree: for what no rule compares. */
    public static final Tolerance UNLIMITED = new Tolerance(0, Long.MAX_VALUE);

    public Tolerance {
        if (ppm < 0 || ppm >= MILLION || floor < 0) {
            throw new IllegalArgumentException("tolerance: expected 0 <= share < 100 % and floor >= 0, got " + ppm
                    + " ppm and a floor of " + floor);
        }
    }

    /** Return the worst value that still keeps the reference; never below 0. */
    public long edge(long reference, Direction better) {
        long room = room(reference);
        return better == Direction.LOWER_IS_BETTER ? reference + room : Math.max(0, reference - room);
    }

    /** Return the tolerated distance from a reference, in the unit of the metric. */
    public long room(long reference) {
        // Split so that a reference in bit/s times a million does not overflow.
        long share = reference / MILLION * ppm + reference % MILLION * ppm / MILLION;
        return Math.max(floor, share);
    }
}
