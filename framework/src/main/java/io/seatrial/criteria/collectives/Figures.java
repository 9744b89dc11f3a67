package io.seatrial.criteria.collectives;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers inside a phrase, where a message can hold no quantity: decimal steps, three decimals at most. */
public final class Figures {
    private static final String[] STEPS = {"", "k", "M", "G"};
    private static final int DECIMALS = 3;
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

    private Figures() {}

    /** Write a bandwidth in B/s. */
    public static String bytes(long perSecond) {
        return scaled(perSecond, "B/s");
    }

    /** Write a rate in bit/s. */
    public static String bits(long perSecond) {
        return scaled(perSecond, "b/s");
    }

    /** Write a size in binary steps. */
    public static String size(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB"};
        BigDecimal number = BigDecimal.valueOf(bytes);
        int step = 0;
        while (step < units.length - 1 && number.compareTo(KIBI) >= 0) {
            number = number.divide(KIBI);
            step++;
        }
        return plain(number) + " " + units[step];
    }

    /** Write a share as a percentage. */
    public static String percent(BigDecimal share) {
        return plain(share.movePointRight(2)) + " %";
    }

    static String plain(BigDecimal number) {
        BigDecimal rounded = number.setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.setScale(Math.max(0, rounded.scale())).toPlainString();
    }

    private static String scaled(long value, String unit) {
        BigDecimal number = BigDecimal.valueOf(value);
        int step = 0;
        while (step < STEPS.length - 1 && number.compareTo(THOUSAND) >= 0) {
            number = number.movePointLeft(DECIMALS);
            step++;
        }
        return plain(number) + " " + STEPS[step] + unit;
    }
}
