package io.seatrial.formats.environment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the variables that a text sets. */
public final class EnvironmentText {
    private static final Pattern ASSIGNED = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)=(.*)", Pattern.DOTALL);

    private EnvironmentText() {}

    /**
     * Read a text in a known form; what sets no variable is left out.
     *
     * @return the assignments in the order of the text
     */
    public static List<Assignment> read(EnvironmentForm form, String text) {
        return switch (form) {
            case ENVIRONMENT -> environment(text);
            case CONF_FILE -> confFile(text);
            case PROCESS -> process(text);
            case SCRIPT -> new LaunchScript(1).read(EnvironmentForm.withoutMark(text));
            case MANIFEST -> new Manifest().read(EnvironmentForm.withoutMark(text));
        };
    }

    /** A carriage return is the terminal's here. */
    private static List<Assignment> environment(String text) {
        List<Assignment> all = new ArrayList<>();
        int number = 0;
        for (String line : EnvironmentForm.withoutMark(text).split("\r?\n", -1)) {
            number++;
            add(all, number, line);
        }
        return all;
    }

    private static List<Assignment> process(String text) {
        List<Assignment> all = new ArrayList<>();
        int number = 0;
        for (String entry : text.split("\0", -1)) {
            number++;
            add(all, number, entry);
        }
        return all;
    }

    private static void add(List<Assignment> all, int line, String text) {
        Matcher assigned = ASSIGNED.matcher(text);
        if (assigned.matches()) {
            all.add(Assignment.of(line, assigned.group(1), assigned.group(2)));
        }
    }

    /** As setEnvFile of NCCL's src/misc/param.cc reads it: nothing is trimmed, and only a line that begins with # is a comment. */
    private static List<Assignment> confFile(String text) {
        List<Assignment> all = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            int equals = line.indexOf('=');
            if (equals >= 0 && !line.startsWith("#")) {
                all.add(Assignment.of(number, line.substring(0, equals), line.substring(equals + 1)));
            }
        }
        return all;
    }
}
