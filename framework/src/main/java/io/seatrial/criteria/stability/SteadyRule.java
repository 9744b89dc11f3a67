package io.seatrial.criteria.stability;

import java.time.Duration;
import java.util.Objects;

/**
 * What is asked of rounds under a load that lasts. The defaults are practice, evidence grade D: no specification states them.
 *
 * @param lasts how long the load lasts where the command line says nothing else
 * @param tolerance how much worse it may become over the time, ppm of what it was before
 * @param dip how far a single round may lie on the worse side of the median, ppm of the median
 * @param dips share of the rounds that may lie farther, ppm; one of them always may
 * @param rounds fewest rounds that prove anything
 */
public record SteadyRule(Duration lasts, long tolerance, long dip, long dips, int rounds) {
    public static final Duration LASTS = Duration.ofMinutes(10);
    /** Domain notes, deviations used as failure: 5 % of bandwidth. */
    public static final long TOLERANCE = 50_000;

    public static final long DIP = 200_000;
    public static final long DIPS = 10_000;
    /** Leaves room for rounds that hang together a little: see {@link Trend#weight}. */
    public static final int ROUNDS = 30;
    /** Of 15 rounds that all agree Pettitt's test is not yet as sure as is asked; of these it is with room to spare. */
    public static final int LEAST_ROUNDS = 20;

    private static final long WHOLE = 1_000_000;

    public SteadyRule {
        Objects.requireNonNull(lasts, "lasts");
        if (lasts.isNegative() || lasts.isZero() || rounds < LEAST_ROUNDS) {
            throw new IllegalArgumentException("steady rule: expected a time above 0 and " + LEAST_ROUNDS
                    + " rounds or more, got " + lasts + ", " + rounds);
        }
        if (!isShare(tolerance) || !isShare(dip) || dips < 0 || dips >= WHOLE) {
            throw new IllegalArgumentException("steady rule: expected shares above 0 and below 1000000 ppm, got "
                    + tolerance + ", " + dip + ", " + dips);
        }
    }

    private static boolean isShare(long ppm) {
        return ppm > 0 && ppm < WHOLE;
    }
}
