package io.seatrial.criteria.nccl;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks at a value that is read as an integer. */
final class IntegerLook {
    private static final Pattern SIZE =
            Pattern.compile("([0-9]{1,15}(?:\\.[0-9]{1,6})?) ?([KMGT])(?:i?B?|b)", Pattern.CASE_INSENSITIVE);
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,15}(?:\\.[0-9]{1,6})?(?:[eE][+-]?[0-9]{1,2})?");
    private static final Map<String, Integer> BITS = Map.of("K", 10, "M", 20, "G", 30, "T", 40);
    /** The default in the source of what NCCL chooses itself. */
    private static final long CHOSEN_BY_NCCL = -2;

    private static final Set<String> ON = Set.of("true", "yes", "on", "y", "enable", "enabled");
    private static final Set<String> OFF = Set.of("false", "no", "off", "n", "none", "disable", "disabled");

    private final Variable variable;
    private final Remarks remarks;

    IntegerLook(Variable variable, Remarks remarks) {
        this.variable = variable;
        this.remarks = remarks;
    }

    /** Say what is wrong with it; return the number where it is written as one and may be one of the variable. */
    OptionalLong look() {
        String value = remarks.value();
        if (value.isEmpty()) {
            remarks.add(Severity.INFO, "integer.empty");
            return OptionalLong.empty();
        }
        IntegerText read = IntegerText.of(value);
        if (!read.fits()) {
            remarks.add(Severity.ERROR, "integer.too-large");
            return OptionalLong.empty();
        }
        if (!isWellFormed(read)) {
            return OptionalLong.empty();
        }
        long number = read.number().longValueExact();
        boolean inRange = variable.range()
                .map(range -> number >= range.low() && number <= range.high())
                .orElse(true);
        if (!inRange && variable.guided()) {
            if (number != CHOSEN_BY_NCCL) {
                remarks.add(
                        Severity.WARNING,
                        "integer.guide",
                        "range",
                        variable.range().get().text());
            }
        } else if (!inRange && !variable.name().equals(FabricLook.TIMEOUT)) {
            remarks.add(
                    Severity.ERROR,
                    "integer.range",
                    "range",
                    variable.range().get().text());
            return OptionalLong.empty();
        }
        return OptionalLong.of(number);
    }

    private boolean isWellFormed(IntegerText read) {
        String number = read.number().toString();
        if (!read.rest().isBlank()) {
            trailing(read);
            return false;
        }
        if (!read.rest().isEmpty()) {
            remarks.add(Severity.WARNING, "integer.blank", "number", number);
        }
        if (read.octal()) {
            String meant = remarks.value().strip().replaceFirst("^([+-]?)0+(?=.)", "$1");
            remarks.add(Severity.ERROR, "integer.octal", "number", number, "unit", variable.unit(), "meant", meant);
            return false;
        }
        return true;
    }

    private void trailing(IntegerText read) {
        String word = unquoted(remarks.value()).toLowerCase(Locale.ROOT);
        if (ON.contains(word)) {
            remarks.add(Severity.ERROR, "integer.word", "meant", "1");
        } else if (OFF.contains(word)) {
            remarks.add(Severity.WARNING, "integer.word", "meant", "0"); // right, by luck
        } else {
            Optional<String> meant = meant(unquoted(remarks.value()));
            String[] values = {"number", read.number().toString(), "unit", variable.unit(), "meant", meant.orElse("")};
            remarks.add(Severity.ERROR, "integer.text", meant.isPresent() ? "integer.text" : "integer.number", values);
        }
    }

    private static String unquoted(String value) {
        return value.strip().replaceAll("^[\"']|[\"']$", "").strip();
    }

    /** Sizes are powers of two, as NCCL's defaults are. */
    private static Optional<String> meant(String text) {
        Matcher size = SIZE.matcher(text);
        if (size.matches()) {
            int bits = BITS.get(size.group(2).toUpperCase(Locale.ROOT));
            return whole(new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(1L << bits)));
        }
        String number = text.replaceFirst("(?i) ?(bytes|b|ms|us|s)$", "").replaceAll("(?<=[0-9])[,_](?=[0-9]{3})", "");
        return DECIMAL.matcher(number).matches() ? whole(new BigDecimal(number)) : Optional.empty();
    }

    private static Optional<String> whole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0
                ? Optional.of(number.toBigInteger().toString())
                : Optional.empty();
    }
}
