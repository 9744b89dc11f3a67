package io.seatrial.criteria;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads amounts as people write them: {@code 14ms}, {@code 2.5us}, {@code 450Mb/s}, {@code 64KiB}, {@code 90%}, {@code 3}. */
public final class Amount {
    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-z/%]*)");
    /** A ratio is told by its exponent: {@code 2.4e-4}. */
    private static final Pattern RATIO = Pattern.compile("[0-9](?:\\.[0-9]{1,6})?e-[0-9]{1,2}");

    private static final int ATTO_DIGITS = 18;
    private static final Map<String, Scale> SCALES = scales();

    private record Scale(long factor, Unit unit) {}

    private Amount() {}

    private static Map<String, Scale> scales() {
        Map<String, Scale> scales = new LinkedHashMap<>();
        scales.put("ns", new Scale(1, Unit.NANOSECONDS));
        scales.put("us", new Scale(1_000, Unit.NANOSECONDS));
        scales.put("ms", new Scale(1_000_000, Unit.NANOSECONDS));
        scales.put("s", new Scale(1_000_000_000, Unit.NANOSECONDS));
        scales.put("min", new Scale(60_000_000_000L, Unit.NANOSECONDS));
        scales.put("h", new Scale(3_600_000_000_000L, Unit.NANOSECONDS));
        scales.put("d", new Scale(86_400_000_000_000L, Unit.NANOSECONDS));
        scales.put("bit/s", new Scale(1, Unit.BITS_PER_SECOND));
        scales.put("b/s", new Scale(1, Unit.BITS_PER_SECOND));
        scales.put("kb/s", new Scale(1_000, Unit.BITS_PER_SECOND));
        scales.put("Mb/s", new Scale(1_000_000, Unit.BITS_PER_SECOND));
        scales.put("Gb/s", new Scale(1_000_000_000, Unit.BITS_PER_SECOND));
        scales.put("Tb/s", new Scale(1_000_000_000_000L, Unit.BITS_PER_SECOND));
        scales.put("B/s", new Scale(1, Unit.BYTES_PER_SECOND));
        scales.put("kB/s", new Scale(1_000, Unit.BYTES_PER_SECOND));
        scales.put("MB/s", new Scale(1_000_000, Unit.BYTES_PER_SECOND));
        scales.put("GB/s", new Scale(1_000_000_000, Unit.BYTES_PER_SECOND));
        scales.put("B", new Scale(1, Unit.BYTES));
        scales.put("KiB", new Scale(1L << 10, Unit.BYTES));
        scales.put("MiB", new Scale(1L << 20, Unit.BYTES));
        scales.put("GiB", new Scale(1L << 30, Unit.BYTES));
        scales.put("%", new Scale(10_000, Unit.PARTS_PER_MILLION));
        scales.put("ppm", new Scale(1, Unit.PARTS_PER_MILLION));
        scales.put("", new Scale(1, Unit.COUNT));
        return scales;
    }

    /**
     * Read an amount in any unit.
     *
     * @throws IllegalArgumentException if it is no number with a known unit, or no whole number of base units
     */
    public static Quantity parse(String text) {
        if (RATIO.matcher(text.strip()).matches()) {
            return new Quantity(atto(text.strip()), Unit.ATTO);
        }
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("expected a number and its unit, such as 14ms, got '" + text + "'");
        }
        Scale scale = SCALES.get(form.group(2));
        if (scale == null) {
            List<String> units =
                    SCALES.keySet().stream().filter(u -> !u.isEmpty()).toList();
            throw new IllegalArgumentException(
                    "unit of '" + text + "': " + Problems.expectedOneOf(form.group(2), units));
        }
        try {
            BigDecimal base = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(scale.factor));
            return new Quantity(base.longValueExact(), scale.unit);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "expected a whole number of " + scale.unit.symbol() + " below 2^63, got '" + text + "'", e);
        }
    }

    private static long atto(String text) {
        try {
            return new BigDecimal(text).movePointRight(ATTO_DIGITS).longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("expected a ratio of 1e-18 or more, got '" + text + "'", e);
        }
    }

    /** Return a reading of amounts of one unit, in base units. */
    static Section.Reading<Long> of(Unit unit) {
        return unit == Unit.ATTO
                ? Amount::ratio
                : text -> {
                    Matcher form = FORM.matcher(text.strip());
                    if (!form.matches()
                            || !SCALES.containsKey(form.group(2))
                            || parse(text).unit() != unit) {
                        throw new IllegalArgumentException(expected(unit) + ", got '" + text + "'");
                    }
                    return parse(text).value();
                };
    }

    private static Long ratio(String text) {
        if (!RATIO.matcher(text.strip()).matches()) {
            throw new IllegalArgumentException(expected(Unit.ATTO) + ", got '" + text + "'");
        }
        return atto(text.strip());
    }

    /** Return a reading of amounts of one unit that are at least {@code least} base units. */
    static Section.Reading<Long> atLeast(long least, Unit unit) {
        return text -> {
            long value = of(unit).read(text);
            if (value < least) {
                throw new IllegalArgumentException("expected " + written(least, unit) + " or more, got '" + text + "'");
            }
            return value;
        };
    }

    /** In the largest unit of which it is a whole number of: 1 ms and not 1000000 ns. */
    private static String written(long amount, Unit unit) {
        if (unit == Unit.COUNT) {
            return Long.toString(amount);
        }
        if (unit != Unit.NANOSECONDS || amount == 0) {
            return amount + " " + unit.symbol();
        }
        Map.Entry<String, Scale> largest = SCALES.entrySet().stream()
                .filter(scale -> scale.getValue().unit == unit && amount % scale.getValue().factor == 0)
                .reduce((smaller, larger) -> larger)
                .orElseThrow();
        return amount / largest.getValue().factor + " " + largest.getKey();
    }

    /** Say what an amount of a unit looks like. */
    public static String expected(Unit unit) {
        return switch (unit) {
            case NANOSECONDS -> "expected a time with its unit (ns, us, ms, s, min, h, d)";
            case BITS_PER_SECOND -> "expected a rate with its unit (b/s, kb/s, Mb/s, Gb/s, Tb/s)";
            case BYTES_PER_SECOND -> "expected a bus bandwidth with its unit (B/s, kB/s, MB/s, GB/s)";
            case BYTES -> "expected a size with its unit (B, KiB, MiB, GiB)";
            case COUNT -> "expected a plain number, 0 or more";
            case PARTS_PER_MILLION -> "expected a share (%, ppm)";
            case ATTO -> "expected a ratio such as 1e-12";
        };
    }
}
