package io.seatrial.formats;

import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.HostNames;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Host lists of Slurm, one a line, written out (slurm.conf(5), NodeName; {@code scontrol show hostnames}, Slurm 20 to 25): {@code
 * node[001-003,130]} keeps its width, several brackets multiply and the last runs fastest. A line without line end may be cut, which a list
 * does not show.
 */
public final class Hostlist implements Format<Hostlist.Report> {
    private static final Pattern NO_NAME = Pattern.compile("(?![,\\s])[^\\w.,\\[\\]-]|(?<=[^,\\s])\\s+(?=[^,\\s])");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_](?:[\\w.-]*\\w)?");
    private static final Pattern BRACKETS = Pattern.compile("^\\s*[\\w.,-]*\\[[\\d,-]+\\][\\w.,\\[\\]-]*\\s*$");

    /**
     * What the lists stand for.
     *
     * @param expanded names for each line that is a list, in the order of the text
     * @param lines every line that is neither blank nor a comment
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<List<String>> expanded, List<Entry> lines, Boolean complete) {}

    /**
     * One line.
     *
     * @param expanded its names; null where it is no list
     * @param valid whether it is a list; null where it may be cut
     * @param note what is wrong with it, null if nothing
     */
    public record Entry(List<String> expanded, Boolean valid, String note) {}

    @Override
    public String id() {
        return "hostlist";
    }

    @Override
    public String about() {
        return "host lists of Slurm, one a line: node[001-003,130]";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.perhapsIf(!head.lines().isEmpty()
                && head.has(BRACKETS)
                && head.lines().stream()
                        .allMatch(line -> line.isBlank()
                                || line.startsWith("#")
                                || !line.strip().contains(" ")));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("note");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Entry> entries = new ArrayList<>();
        FormatException refused = null;
        for (Line line : lines) {
            if (!isComment(line)) {
                try {
                    entries.add(new Entry(names(line), true, null));
                } catch (HostNames.Malformed e) {
                    entries.add(new Entry(null, false, e.getMessage()));
                    refused = refused == null ? refused(line, e) : refused;
                }
            }
        }
        lines.remnant()
                .filter(line -> !isComment(line))
                .ifPresent(line -> entries.add(new Entry(null, null, "may be cut: no line end")));
        if (refused != null && entries.stream().noneMatch(entry -> Boolean.TRUE.equals(entry.valid()))) {
            throw refused;
        }
        List<List<String>> expanded = entries.stream()
                .filter(e -> e.expanded() != null)
                .map(Entry::expanded)
                .toList();
        return new Report(expanded, entries, lines.completeAsFarAsKnown());
    }

    private static boolean isComment(Line line) {
        return line.isBlank() || line.text().strip().startsWith("#");
    }

    private static FormatException refused(Line line, HostNames.Malformed e) {
        int indent = line.text().length() - line.text().stripLeading().length();
        return line.malformed(
                indent + e.character(), e.expected() + " in a host list such as node[001-003,130] (" + e.found() + ")");
    }

    /**
     * @throws HostNames.Malformed if it is a list with a mistake
     * @throws FormatException if it is no list at all: what has other characters is no host list with a mistake but another text
     */
    private static List<String> names(Line line) {
        Matcher other = NO_NAME.matcher(line.text().stripTrailing());
        if (other.find()) {
            throw line.malformed(other.start() + 1, "names of hosts, such as node[001-003,130]");
        }
        List<String> names = HostNames.expand(line.text().strip());
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw line.malformed(
                        "names of hosts, which begin with a letter or a digit, in place of '" + name + "'");
            }
        }
        return names;
    }
}
