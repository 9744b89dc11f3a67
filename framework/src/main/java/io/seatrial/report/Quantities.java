package io.seatrial.report;

import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * Writes quantities for people: rates and times in decimal steps (Gb/s, us), sizes in binary ones (KiB, MiB), shares in %, always with
 * the unit and always with a decimal point, whatever the locale.
 */
public final class Quantities {
    /** Digits that are shown of the largest of several values; more only where two values would otherwise look equal. */
    private static final int DIGITS = 4;

    private Quantities() {}

    /** Return one quantity in the unit that suits it, for example {@code 97.4 Gb/s}. */
    public static String text(Quantity quantity) {
        return together(List.of(quantity)).get(0);
    }

    /**
     * Return quantities that are compared: the same unit and the same number of decimals, padded on the left so that the points stand
     * below each other. Two different values never look equal. Quantities of different units cannot be compared and are written each
     * on its own.
     */
    public static List<String> together(List<Quantity> quantities) {
        if (quantities.isEmpty()) {
            return List.of();
        }
        Unit unit = quantities.get(0).unit();
        if (quantities.stream().anyMatch(quantity -> quantity.unit() != unit)) {
            return quantities.stream().map(Quantities::text).toList();
        }
        Scale scale = Scale.of(unit, largest(quantities));
        List<BigDecimal> values =
                quantities.stream().map(q -> scale.exact(q.value())).toList();
        return padded(rounded(values), scale.symbol());
    }

    /**
     * Return the quantities of a table's column: like {@link #together}, but with the same few digits throughout, so that close values may
     * look equal. For overviews, never beside a limit.
     */
    public static List<String> column(List<Quantity> quantities) {
        if (quantities.stream().map(Quantity::unit).distinct().count() != 1) {
            return quantities.stream().map(Quantities::text).toList();
        }
        Scale scale = Scale.of(quantities.get(0).unit(), largest(quantities));
        List<BigDecimal> values =
                quantities.stream().map(q -> scale.exact(q.value())).toList();
        return padded(withoutCommonZeros(roundedTo(decimals(values), values)), scale.symbol());
    }

    private static long largest(List<Quantity> quantities) {
        return quantities.stream()
                .mapToLong(quantity -> Math.abs(quantity.value()))
                .max()
                .orElse(0);
    }

    private static List<BigDecimal> rounded(List<BigDecimal> values) {
        int decimals = decimals(values);
        List<BigDecimal> result = roundedTo(decimals, values);
        while (distinct(result) < distinct(values)) {
            result = roundedTo(++decimals, values);
        }
        return withoutCommonZeros(result);
    }

    private static int decimals(List<BigDecimal> values) {
        return Math.max(0, DIGITS - integerDigits(values));
    }

    private static int integerDigits(List<BigDecimal> values) {
        return values.stream()
                .mapToInt(value -> Math.max(0, value.precision() - value.scale()))
                .max()
                .orElse(1);
    }

    private static List<BigDecimal> roundedTo(int decimals, List<BigDecimal> values) {
        return values.stream()
                .map(value -> value.setScale(decimals, RoundingMode.HALF_UP))
                .toList();
    }

    private static long distinct(List<BigDecimal> values) {
        return values.stream().map(BigDecimal::stripTrailingZeros).distinct().count();
    }

    private static List<BigDecimal> withoutCommonZeros(List<BigDecimal> values) {
        int needed = values.stream()
                .mapToInt(value -> Math.max(0, value.stripTrailingZeros().scale()))
                .max()
                .orElse(0);
        return roundedTo(needed, values);
    }

    private static List<String> padded(List<BigDecimal> values, String symbol) {
        List<String> numbers = values.stream().map(BigDecimal::toPlainString).toList();
        int width = numbers.stream().mapToInt(String::length).max().orElse(0);
        String unit = symbol.isEmpty() ? "" : " " + symbol;
        return numbers.stream()
                .map(number -> " ".repeat(width - number.length()) + number + unit)
                .toList();
    }
}
