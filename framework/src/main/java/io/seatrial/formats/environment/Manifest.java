package io.seatrial.formats.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the variables that a manifest in YAML sets: pairs of {@code name} and {@code value} of a container, maps ({@code NCCL_DEBUG: "INFO"}
 * of a ConfigMap, a chart or a compose file) and commands ({@code - NCCL_DEBUG=INFO}, {@code mpirun -x NCCL_DEBUG=INFO}). Line by line, so
 * that a template that is no YAML before it is filled in can be read too.
 */
final class Manifest {
    private static final Pattern NAME =
            Pattern.compile("\\s*(-\\s+)?name:\\s*[\"']?([A-Za-z_][A-Za-z0-9_]*)[\"']?\\s*(?:#.*)?");
    private static final Pattern VALUE = Pattern.compile("\\s*(-\\s+)?value(From)?:\\s*(.*)");
    private static final Pattern PAIR = Pattern.compile(
            "[{]\\s*name:\\s*[\"']?([A-Za-z_]\\w*)[\"']?\\s*,\\s*value:\\s*(\"[^\"]*\"|'[^']*'|[^,}]*)");
    private static final Pattern ENTRY = Pattern.compile("\\s*[\"']?([A-Z_][A-Z0-9_]*)[\"']?:\\s+(.*)");
    private static final Pattern ITEM = Pattern.compile("\\s*-(\\s.*|$)");

    private final List<Assignment> all = new ArrayList<>();
    private String name = "";
    private int nameLine;
    private String value;

    List<Assignment> read(String text) {
        int number = 0;
        for (String line : text.split("\r?\n", -1)) {
            number++;
            take(number, line);
        }
        return all;
    }

    private void take(int number, String line) {
        if (line.isBlank() || line.strip().startsWith("#")) {
            return;
        }
        if (ITEM.matcher(line).matches()) {
            name = "";
            value = null;
        }
        Matcher named = NAME.matcher(line);
        Matcher valued = VALUE.matcher(line);
        Matcher entry = ENTRY.matcher(line);
        if (named.matches()) {
            name = named.group(2);
            nameLine = number;
            pair();
        } else if (valued.matches()) {
            value = valued.group(2) == null ? valued.group(3) : "$(valueFrom)";
            pair();
        } else if (entry.matches()) {
            add(number, entry.group(1), entry.group(2));
        } else {
            inLine(number, line);
        }
    }

    /** The value may stand before the name. */
    private void pair() {
        if (!name.isEmpty() && value != null) {
            add(nameLine, name, value);
            name = "";
            value = null;
        }
    }

    private void inLine(int number, String line) {
        Matcher pair = PAIR.matcher(line);
        boolean found = false;
        while (pair.find()) {
            add(number, pair.group(1), pair.group(2));
            found = true;
        }
        if (!found && line.contains("=")) {
            String command = line.replaceFirst("^\\s*-\\s+", "");
            all.addAll(new LaunchScript(number).read(scalar(command)));
        }
    }

    private void add(int line, String of, String written) {
        String text = scalar(written);
        boolean known = !text.contains("$(")
                && !text.contains("${")
                && !text.contains("{{")
                && !written.strip().matches("[|>][+-]?\\d?");
        all.add(new Assignment(line, of, text, known, ""));
    }

    private static String scalar(String written) {
        String text = written.strip();
        int end = text.length() - 1;
        if (end > 0 && text.charAt(0) == '"' && text.indexOf('"', 1) > 0) {
            return text.substring(1, text.indexOf('"', 1));
        }
        if (end > 0 && text.charAt(0) == '\'' && text.indexOf('\'', 1) > 0) {
            return text.substring(1, text.indexOf('\'', 1));
        }
        return text.replaceFirst("\\s+#.*", "");
    }
}
