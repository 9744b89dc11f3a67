package io.seatrial.formats;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Rates of perftest from one unit to the other: MiB are 2^20 bytes, Gb are 10^9 bits, Mpps are 10^6 messages per second. */
final class PerftestRate {
    private static final BigDecimal BITS_IN_MIB = new BigDecimal(8 * 1024 * 1024);
    private static final int GIGA = 9;
    private static final int MEGA = 6;
    private static final int DECIMALS = 3;
    /** Rates are printed with two decimals and message rates with six, so products of small ones differ more than measurements do. */
    private static final BigDecimal RELATIVE = new BigDecimal("0.01");

    private PerftestRate() {}

    /** Return MiB/s as Gb/s with three decimals; null stays null. */
    static BigDecimal gbit(BigDecimal mibPerS) {
        return mibPerS == null
                ? null
                : mibPerS.multiply(BITS_IN_MIB).movePointLeft(GIGA).setScale(DECIMALS, RoundingMode.HALF_UP);
    }

    static BigDecimal mib(BigDecimal mpps, BigInteger size, int decimals) {
        return bits(mpps, size).divide(BITS_IN_MIB, decimals, RoundingMode.HALF_UP);
    }

    static BigDecimal gbit(BigDecimal mpps, BigInteger size, int decimals) {
        return bits(mpps, size).movePointLeft(GIGA).setScale(decimals, RoundingMode.HALF_UP);
    }

    private static BigDecimal bits(BigDecimal mpps, BigInteger size) {
        return mpps.movePointRight(MEGA).multiply(new BigDecimal(size)).multiply(BigDecimal.valueOf(8));
    }

    /** Tell whether two rates are the same but for rounding: within one percent, or one step of their last decimal. */
    static boolean agree(BigDecimal a, BigDecimal b) {
        BigDecimal difference = a.subtract(b).abs();
        return difference.compareTo(b.abs().multiply(RELATIVE)) <= 0
                || difference.compareTo(BigDecimal.ONE.movePointLeft(b.scale())) <= 0;
    }
}
