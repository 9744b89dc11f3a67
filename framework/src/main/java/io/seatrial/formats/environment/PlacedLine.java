package io.seatrial.formats.environment;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of an environment or a {@code nccl.conf} with the place in which it stands, as one text: {@code /etc/nccl.conf:3: NCCL_DEBUG=INFO}.
 *
 * @param source name of a file, or {@link #ENVIRONMENT}
 * @param line counted from 1
 * @param text as it stands there
 */
public record PlacedLine(String source, int line, String text) {
    /** The source of what a login finds in its environment. */
    public static final String ENVIRONMENT = "environment";

    private static final Pattern FORM = Pattern.compile("(.*?):([0-9]{1,9}): (.*)", Pattern.DOTALL);

    public PlacedLine {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(text, "text");
        if (line < 1) {
            throw new IllegalArgumentException("line of " + source + ": expected 1 or more, got " + line);
        }
    }

    /**
     * Read one.
     *
     * @throws IllegalArgumentException if the text is no line with its place
     */
    public static PlacedLine of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("placed line: expected SOURCE:LINE: TEXT, got '" + text + "'");
        }
        return new PlacedLine(form.group(1), Integer.parseInt(form.group(2)), form.group(3));
    }

    /** Return it as one text. */
    public String placed() {
        return source + ":" + line + ": " + text;
    }

    /** Return what has to be equal where two hosts are set alike: the number of the line has not. */
    public String comparable() {
        return source + ": " + text;
    }

    /** Return the form of its source. */
    public EnvironmentForm form() {
        return source.equals(ENVIRONMENT) ? EnvironmentForm.ENVIRONMENT : EnvironmentForm.CONF_FILE;
    }

    /** Return what it sets, which may be nothing. */
    public List<Assignment> assignments() {
        return EnvironmentText.read(form(), text).stream()
                .map(one -> new Assignment(line, one.name(), one.value(), one.known(), one.lost()))
                .toList();
    }
}
