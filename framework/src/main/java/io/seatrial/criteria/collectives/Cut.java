package io.seatrial.criteria.collectives;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Objects;

/**
 * What an oversubscribed tier leaves of the NICs below it: with {@code r} times more capacity downwards than upwards and the fraction {@code
 * f} of the traffic going up, {@code min(1, 1/(r f))} (domain notes, oversubscription; derived).
 *
 * @param tier name of the tier
 * @param ratio r, downlink over uplink capacity; 1 = non-blocking
 * @param leaving f, the traffic that goes up by what the hosts below could send, 0 or more
 */
public record Cut(String tier, BigDecimal ratio, BigDecimal leaving) {
    public Cut {
        Objects.requireNonNull(tier, "tier");
        if (ratio.signum() <= 0 || leaving.signum() < 0) {
            throw new IllegalArgumentException("cut of tier " + tier
                    + ": expected a ratio > 0 and a fraction >= 0, got " + ratio + " and " + leaving);
        }
    }

    /** How the ranks of a ring lie on the leaves. */
    public enum Order {
        /** Hosts of a leaf follow each other: one flow enters a leaf and one leaves it. */
        BY_LEAF,
        /** Anywhere: nearly every flow leaves its leaf. Traffic from everybody to everybody is like it. */
        RANDOM
    }

    /**
     * Return the fraction of the traffic of a leaf's hosts that leaves it.
     *
     * @param below hosts of the leaf, 1 or more
     * @param all hosts that take part, {@code below} or more
     */
    public static BigDecimal leaving(Order order, int below, int all) {
        if (below < 1 || all < below) {
            throw new IllegalArgumentException(
                    "leaf: expected 1 host or more and at least as many in all, got " + below + " and " + all);
        }
        if (all == below) {
            return BigDecimal.ZERO;
        }
        return order == Order.BY_LEAF ? by(1, below) : by(all - below, all - 1);
    }

    private static BigDecimal by(long part, long whole) {
        return BigDecimal.valueOf(part).divide(BigDecimal.valueOf(whole), MathContext.DECIMAL64);
    }

    /** Return how much of the bandwidth below it gets through, above 0 and at most 1. */
    public BigDecimal share() {
        BigDecimal wanted = ratio.multiply(leaving);
        return wanted.compareTo(BigDecimal.ONE) <= 0
                ? BigDecimal.ONE
                : BigDecimal.ONE.divide(wanted, MathContext.DECIMAL64);
    }

    /** Tell whether it holds anything back. */
    public boolean binds() {
        return share().compareTo(BigDecimal.ONE) < 0;
    }

    /** Return the ratio after some of the equal uplinks have failed: {@code r u/(u - failed)}. */
    public BigDecimal ratioWithout(int failed, int uplinks) {
        if (failed < 0 || failed >= uplinks) {
            throw new IllegalArgumentException(
                    "uplinks: expected fewer failed ones than there are, got " + failed + " of " + uplinks);
        }
        return ratio.multiply(BigDecimal.valueOf(uplinks))
                .divide(BigDecimal.valueOf(uplinks - (long) failed), MathContext.DECIMAL64);
    }
}
