package io.seatrial.baseline.comparing;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writes shares for people, always with a decimal point. */
public final class Percent {
    private Percent() {}

    /** Return a share, for example {@code 1.8 %}; {@code ?} for what is no number. */
    public static String of(double share) {
        return Double.isFinite(share) ? rounded(share) + " %" : "?";
    }

    /** Return a share with its sign, for example {@code +1.8 %}. */
    public static String signed(double share) {
        return (Double.isFinite(share) && rounded(share).signum() >= 0 ? "+" : "") + of(share);
    }

    /** Two digits below 1 %, one above: nobody reads more. */
    private static BigDecimal rounded(double share) {
        int digits = Math.abs(share) < 0.01 ? 2 : 1;
        return BigDecimal.valueOf(share).movePointRight(2).setScale(digits, RoundingMode.HALF_UP);
    }
}
