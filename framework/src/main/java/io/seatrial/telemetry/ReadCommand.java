package io.seatrial.telemetry;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A command that changes nothing on a switch. There is no other way to ask one, and this type cannot be made from anything that is not on
 * its list: words of a show command without any sign that a shell or a command line gives a meaning. A pipe is never part of the words; the
 * few filters that are needed follow by name.
 */
public final class ReadCommand {
    private static final String WORD = "(?: [A-Za-z0-9][A-Za-z0-9/_.:-]*)";
    private static final List<Pattern> ALLOWED = List.of(
            // "show tech-support" writes files and keeps a switch busy for minutes
            Pattern.compile("show(?! tech)" + WORD + "{1,8}"),
            Pattern.compile("nv show" + WORD + "{1,8}(?: -o json)?"),
            Pattern.compile("sonic-db-dump -n (?:COUNTERS_DB|CONFIG_DB) -y"),
            Pattern.compile("counterpoll show"),
            Pattern.compile("lldpctl -f json0"),
            Pattern.compile("tc -s -d -j qdisc show"),
            Pattern.compile("ip -s -s -j link show"));

    /** What a switch's own command line does with an answer before it prints it. */
    public enum Filter {
        /** Arista EOS: print the answer's model instead of its text. */
        JSON(" | json"),
        /** Junos: no pager. */
        NO_MORE(" | no-more");

        private final String text;

        Filter(String text) {
            this.text = text;
        }
    }

    private final String text;

    private ReadCommand(String text) {
        this.text = text;
    }

    /**
     * Make a command.
     *
     * @throws IllegalArgumentException if it is not on the list of commands that only read
     */
    public static ReadCommand of(String words) {
        if (ALLOWED.stream().noneMatch(allowed -> allowed.matcher(words).matches())) {
            throw new IllegalArgumentException(
                    "command '" + words
                            + "': expected one that only reads: show ..., nv show ..., sonic-db-dump -n COUNTERS_DB|CONFIG_DB -y, "
                            + "counterpoll show, lldpctl -f json0, tc -s -d -j qdisc show or ip -s -s -j link show, without signs of a shell");
        }
        return new ReadCommand(words);
    }

    /** Make a command whose answer passes a filter. */
    public static ReadCommand of(String words, Filter filter) {
        return new ReadCommand(of(words).text + filter.text);
    }

    /** Return the line for the switch. */
    public String text() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReadCommand command && command.text.equals(text);
    }

    @Override
    public int hashCode() {
        return Objects.hash(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
