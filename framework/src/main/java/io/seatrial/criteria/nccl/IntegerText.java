package io.seatrial.criteria.nccl;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code strtoll(value, NULL, 0)} makes of a text, which is how NCCL reads its numbers (src/misc/param.cc).
 *
 * @param number what is read; 0 where the text begins with no number
 * @param rest what is not looked at
 * @param fits whether the number fits 64 bits
 * @param octal whether a leading 0 made it octal
 */
record IntegerText(BigInteger number, String rest, boolean fits, boolean octal) {
    private static final Pattern NUMBER =
            Pattern.compile("[ \\t\\n\\x0B\\f\\r]*+([+-]?)(?:0[xX]([0-9a-fA-F]++)|(0)([0-7]*+)|([1-9][0-9]*+))");
    private static final int HEXADECIMAL = 16;
    private static final int OCTAL = 8;
    private static final BigInteger LOWEST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger HIGHEST = BigInteger.valueOf(Long.MAX_VALUE);
    /** More digits than fit in any base: what is longer need not be computed to know that it is too large. */
    private static final int MOST_DIGITS = 1000;

    static IntegerText of(String text) {
        Matcher found = NUMBER.matcher(text);
        if (!found.lookingAt()) {
            return new IntegerText(BigInteger.ZERO, text, true, false);
        }
        BigInteger magnitude = magnitude(found);
        BigInteger number = found.group(1).equals("-") ? magnitude.negate() : magnitude;
        boolean fits = number.compareTo(LOWEST) >= 0 && number.compareTo(HIGHEST) <= 0;
        boolean octal = found.group(4) != null && !found.group(4).isEmpty();
        return new IntegerText(number, text.substring(found.end()), fits, octal);
    }

    private static BigInteger magnitude(Matcher found) {
        if (found.group(2) != null) {
            return digits(found.group(2), HEXADECIMAL);
        }
        if (found.group(5) != null) {
            return digits(found.group(5), 10);
        }
        return found.group(4).isEmpty() ? BigInteger.ZERO : digits(found.group(4), OCTAL);
    }

    private static BigInteger digits(String digits, int base) {
        String some = digits.length() > MOST_DIGITS ? digits.substring(0, MOST_DIGITS) : digits;
        return new BigInteger(some, base);
    }
}
