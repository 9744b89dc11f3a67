package io.seatrial.criteria.collectives;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;

/**
 * What a sound curve over sizes looks like. No public norm exists for any of these; the defaults are ours (grade D).
 *
 * @param dip by how much the bus bandwidth of a size may lie below what a smaller and a larger size reach, ppm
 * @param plateau by how much the largest size may still gain on the one before it, ppm; beyond that the largest size was too small
 * @param smallSize up to this size an operation counts as small, bytes
 * @param smallTime how long a small one may take, ns; empty where it is not asked
 * @param inPlace by how much one placement may lie below the other at the two largest sizes, ppm; empty where it is not asked
 * @param iterations fewest operations behind a mean that may accuse, or acquit
 */
public record CurveRule(
        long dip, long plateau, long smallSize, OptionalLong smallTime, OptionalLong inPlace, long iterations) {
    public static final long DIP = 200_000;
    public static final long PLATEAU = 50_000;
    public static final long SMALL_SIZE = 1024;
    /** What the probe keeps to whatever the time it is given. */
    public static final long ITERATIONS = 3;

    private static final long WHOLE = 1_000_000;

    public CurveRule {
        requireShare("dip", dip);
        requireShare("plateau", plateau);
        inPlace.ifPresent(share -> requireShare("in-place", share));
        if (smallSize < 1 || iterations < 1 || smallTime.orElse(1) < 1) {
            throw new IllegalArgumentException("curve: expected small-size, small-time and iterations above 0, got "
                    + smallSize + " B, " + smallTime + ", " + iterations);
        }
    }

    private static void requireShare(String what, long share) {
        if (share < 1 || share >= WHOLE) {
            throw new IllegalArgumentException(
                    "curve: " + what + ": expected a share above 0 % and below 100 %, got " + share + " ppm");
        }
    }

    /** Return what is left when a share is taken off, rounded up to the stricter side. */
    long less(long value, long share) {
        return value
                - BigDecimal.valueOf(value)
                        .multiply(BigDecimal.valueOf(share))
                        .movePointLeft(6)
                        .setScale(0, RoundingMode.FLOOR)
                        .longValueExact();
    }
}
