package io.seatrial.inventory;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with their unit: rates are decimal (Gb/s), sizes binary (KiB), and a number alone is refused. */
enum Amount {
    /** To bit/s. */
    RATE(
            "a rate with its unit, for example 400Gb/s",
            Map.of("b/s", 1L, "kb/s", 1_000L, "Mb/s", 1_000_000L, "Gb/s", 1_000_000_000L, "Tb/s", 1_000_000_000_000L)),
    /** To nanoseconds. */
    DELAY(
            "a time with its unit, for example 2ms",
            Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L)),
    /** To bytes. */
    SIZE("a size with its unit, for example 64KiB", Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30));

    private static final Pattern TEXT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?) ?([A-Za-z/]*)");

    private final String expected;
    private final Map<String, Long> units;

    Amount(String expected, Map<String, Long> units) {
        this.expected = expected;
        this.units = units;
    }

    /** Return the value in the base unit: bit/s, ns or bytes. */
    long parse(String text) {
        Matcher parts = TEXT.matcher(text);
        Long scale = parts.matches() ? units.get(parts.group(2)) : null;
        if (scale == null) {
            throw new Malformed("'" + text + "'", expected + " (units: " + String.join(", ", byScale()) + ")");
        }
        try {
            return new BigDecimal(parts.group(1))
                    .multiply(BigDecimal.valueOf(scale))
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new Malformed(
                    "'" + text + "'",
                    expected + ", a whole number of " + byScale().iterator().next());
        }
    }

    /** Write bit/s in the largest unit that leaves a number of 1 or more. */
    static String rate(long bitsPerSecond) {
        Map.Entry<Long, String> unit = RATE.scales().floorEntry(Math.max(1, bitsPerSecond));
        String number = BigDecimal.valueOf(bitsPerSecond)
                .divide(BigDecimal.valueOf(unit.getKey()))
                .stripTrailingZeros()
                .toPlainString();
        return number + " " + unit.getValue();
    }

    private Collection<String> byScale() {
        return scales().values();
    }

    private NavigableMap<Long, String> scales() {
        NavigableMap<Long, String> sorted = new TreeMap<>();
        units.forEach((unit, scale) -> sorted.put(scale, unit));
        return sorted;
    }
}
