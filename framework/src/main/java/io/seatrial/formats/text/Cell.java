package io.seatrial.formats.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One value as it is printed, which may be no value at all.
 *
 * @param line where it stands
 * @param column of its first character, counted from 1
 * @param text without blanks around it
 */
public record Cell(Line line, int column, String text) {
    /** How tools say that they do not know, without brackets and in lower case. */
    private static final Set<String> UNKNOWN = Set.of(
            "",
            "-",
            "--",
            "---",
            "n/a",
            "na",
            "none",
            "nil",
            "null",
            "nan",
            "not supported",
            "not available",
            "unknown",
            "unknown error",
            "gpu requires reset",
            "gpu is lost");

    private static final Pattern WHOLE = Pattern.compile("\\d+|\\d{1,3}(?:,\\d{3})+");
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?(?:(?:\\d+|\\d{1,3}(?:,\\d{3})+)(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d{1,3})?");

    /** Written out without an exponent; the largest double has 309, and parsers of JSON refuse more than 1000. */
    private static final int MOST_DIGITS = 900;

    public Cell {
        text = text.strip();
    }

    /** Return the cell of a value that is not there. */
    public static Cell absent() {
        return new Cell(new Line(0, ""), 1, "");
    }

    /** Tell whether the text is one of the ways to say that there is no value. */
    public boolean isUnknown() {
        return isUnknown(text);
    }

    /** Tell whether a text without blanks around it is one of the ways to say that there is no value. */
    public static boolean isUnknown(String text) {
        String bare = text.toLowerCase(Locale.ROOT);
        boolean bracketed = bare.length() > 1
                && "[(".indexOf(bare.charAt(0)) >= 0
                && "])".indexOf(bare.charAt(bare.length() - 1)) >= 0;
        return UNKNOWN.contains(bracketed ? bare.substring(1, bare.length() - 1).strip() : bare)
                || bare.startsWith("n/a (");
    }

    /** Return the text, or null where it says that there is no value. */
    public String known() {
        return isUnknown() ? null : text;
    }

    /** Return a count of any size, thousands separated by commas or not; null where unknown. */
    public BigInteger counter() {
        if (isUnknown()) {
            return null;
        }
        if (!WHOLE.matcher(text).matches()) {
            throw malformed("a whole number, 0 or more, or N/A");
        }
        BigInteger counter = new BigInteger(text.replace(",", ""));
        if (!isWritable(new BigDecimal(counter))) {
            throw malformed("a number of fewer than " + MOST_DIGITS + " digits");
        }
        return counter;
    }

    /** Return a whole number that fits an int, such as an index or a priority; null where unknown. */
    public Integer index() {
        BigInteger counter = counter();
        if (counter != null && counter.bitLength() > 31) {
            throw malformed("a number below 2147483648");
        }
        return counter == null ? null : (Integer) counter.intValue();
    }

    /** Return a number with all its digits; null where unknown. */
    public BigDecimal decimal() {
        if (isUnknown()) {
            return null;
        }
        if (!DECIMAL.matcher(text).matches()) {
            throw malformed("a number or N/A");
        }
        BigDecimal number = new BigDecimal(text.replace(",", ""));
        if (!isWritable(number)) {
            throw malformed("a number of fewer than " + MOST_DIGITS + " digits");
        }
        return number;
    }

    /** Tell whether a number stays short when it is written without an exponent. */
    static boolean isWritable(BigDecimal number) {
        return number.precision() < MOST_DIGITS && Math.abs((long) number.scale()) < MOST_DIGITS;
    }

    /** Return a number with a unit behind it, such as {@code 100 %} or {@code 81004MiB}; null where unknown. */
    public BigDecimal decimal(String unit) {
        if (isUnknown()) {
            return null;
        }
        if (!text.endsWith(unit)) {
            throw malformed("a number in " + unit);
        }
        return new Cell(line, column, text.substring(0, text.length() - unit.length())).decimal();
    }

    /** Say that the cell is not what it should be. */
    public FormatException malformed(String expected) {
        return line.malformed(column, expected + " in place of '" + text + "'");
    }
}
