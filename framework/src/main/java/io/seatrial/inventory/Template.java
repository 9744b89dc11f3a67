package io.seatrial.inventory;

import io.seatrial.formats.text.HostNames;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills {@code {n}}, {@code {i/32+1}}, {@code {i%16/4}} and the like into a text: divided and reduced from left to right, then moved. The upper-case
 * variables keep the width of the number in the name.
 */
final class Template {
    private static final Pattern FIELD =
            Pattern.compile("\\{([A-Za-z]+)((?:[/%][1-9]\\d{0,8})*)(?:([+-])(\\d{1,9}))?\\}");
    private static final Pattern STEP = Pattern.compile("([/%])(\\d+)");

    private Template() {}

    static String render(String text, Scope scope) {
        if (text.indexOf('{') < 0) {
            return text;
        }
        Matcher fields = FIELD.matcher(text);
        StringBuilder out = new StringBuilder();
        int end = 0;
        while (fields.find()) {
            out.append(literal(text, end, fields.start())).append(value(fields, scope));
            end = fields.end();
        }
        return out.append(literal(text, end, text.length())).toString();
    }

    private static String literal(String text, int from, int to) {
        String literal = text.substring(from, to);
        if (literal.indexOf('{') >= 0 || literal.indexOf('}') >= 0) {
            throw new Malformed("'" + text + "'", "templates such as {n}, {n+1}, {i/32} or {i%32+1}");
        }
        return literal;
    }

    private static String value(Matcher field, Scope scope) {
        String variable = field.group(1);
        String value = scope.value(variable);
        boolean plain = field.group(2).isEmpty() && field.group(3) == null;
        if (variable.equals("name") || variable.equals("device")) {
            return requirePlain(plain, field, value);
        }
        boolean asWritten = Character.isUpperCase(variable.charAt(0));
        long number = moved(field, Long.parseLong(value));
        return asWritten ? HostNames.padded(number, value.length()) : Long.toString(number);
    }

    private static String requirePlain(boolean plain, Matcher field, String value) {
        if (!plain) {
            throw new Malformed("'" + field.group() + "'", "'{" + field.group(1) + "}' alone, it is no number");
        }
        return value;
    }

    private static long moved(Matcher field, long number) {
        long scaled = number;
        Matcher steps = STEP.matcher(field.group(2));
        while (steps.find()) {
            long by = Long.parseLong(steps.group(2));
            scaled = steps.group(1).equals("%") ? scaled % by : scaled / by;
        }
        long step = field.group(4) == null ? 0 : Long.parseLong(field.group(4));
        long moved = "-".equals(field.group(3)) ? scaled - step : scaled + step;
        if (moved < 0) {
            throw new Malformed("'" + field.group() + "', which gives " + moved, "0 or more");
        }
        return moved;
    }
}
