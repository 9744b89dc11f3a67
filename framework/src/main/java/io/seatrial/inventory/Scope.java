package io.seatrial.inventory;

import java.util.List;

/**
 * What a template may name: the host, switch or cable that is being written out, and within it the port.
 *
 * @param name name of the host or switch
 * @param index position in its group, from 0
 * @param port name of the device or port; empty where the template stands outside a port
 * @param portIndex position of the port in its range, from 0
 */
record Scope(String name, int index, String port, int portIndex) {
    static final List<String> VARIABLES = List.of("{n}", "{N}", "{i}", "{name}", "{p}", "{P}", "{j}", "{device}");

    static Scope of(String name, int index) {
        return new Scope(name, index, "", 0);
    }

    Scope port(String device, int position) {
        return new Scope(name, index, device, position);
    }

    /** Return the text behind a variable; {@code {n}} and {@code {p}} are numbers written as they stand, the caller drops the zeros. */
    String value(String variable) {
        return switch (variable) {
            case "n", "N" -> lastNumber(name, variable);
            case "i" -> Integer.toString(index);
            case "name" -> name;
            case "p", "P" -> lastNumber(inPort(variable), variable);
            case "j" -> {
                inPort(variable);
                yield Integer.toString(portIndex);
            }
            case "device" -> inPort(variable);
            default ->
                throw new Malformed("unknown template '{" + variable + "}'", "one of " + String.join(", ", VARIABLES));
        };
    }

    private String inPort(String variable) {
        if (port.isEmpty()) {
            throw new Malformed("template '{" + variable + "}' outside a port", "{n}, {N}, {i} or {name}");
        }
        return port;
    }

    private static String lastNumber(String text, String variable) {
        int end = text.length();
        while (end > 0 && !Character.isDigit(text.charAt(end - 1))) {
            end--;
        }
        int start = end;
        while (start > 0 && Character.isDigit(text.charAt(start - 1))) {
            start--;
        }
        if (start == end || end - start > 9) {
            throw new Malformed(
                    "template '{" + variable + "}' for '" + text + "'", "a name with a number of 1 to 9 digits");
        }
        return text.substring(start, end);
    }
}
