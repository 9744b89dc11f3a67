package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Columns;
import io.seatrial.formats.text.Columns.Row;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Line;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rows of one of SONiC's queue commands, one table for each port, with what stands around them: {@code For namespace asic0:} on a switch
 * with several ASICs, the baseline of the table that follows (sonic-utilities scripts/queuestat and scripts/wredstat).
 */
final class SonicQueueTable {
    private static final Pattern NAMESPACE = Pattern.compile("^\\s*For namespace\\s+(\\S*?)\\s*:\\s*$");

    /**
     * A row and where it belongs.
     *
     * @param namespace the ASIC; null where the text does not say
     * @param baselineTime when the port's counters were last cleared; null where nothing says that they were
     * @param port null in a summary over all ports
     * @param queue kind and number
     * @param values under their titles
     */
    record Entry(String namespace, String baselineTime, SonicPort port, SonicQueueName queue, Row values) {}

    /** What a command makes of a queue that its JSON has, with the time of the port's last clear (null without). */
    interface JsonQueue<Q> {
        Q of(SonicPort port, SonicQueueName queue, JsonObject values, String cleared);
    }

    private static final Pattern OTHER_HEADER = Pattern.compile("^\\s*(?:Port\\s+)?(?:TxQ|Voq)\\s.*/pkts\\b.*$");

    private final Pattern mark;
    private final Columns filtered;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private Columns columns;
    private String namespace;
    private String pending;
    private String baseline;
    private boolean hasHeader;
    private boolean isOther;

    /**
     * Begin.
     *
     * @param mark found in this command's header and in no other line
     * @param filtered the titles of the command without options, for rows without header
     */
    SonicQueueTable(Pattern mark, Columns filtered) {
        this.mark = mark;
        this.filtered = filtered;
    }

    /**
     * Read the JSON of a command, an object of queues for each port.
     *
     * @param marks names of which every queue of the command has one
     */
    static <Q> List<Q> json(JsonObject root, List<String> marks, JsonQueue<Q> queue) {
        List<Q> queues = new ArrayList<>();
        root.object().members().forEach((port, members) -> {
            Map<String, JsonObject> named = new LinkedHashMap<>(members.object().members());
            named.keySet().removeIf(name -> !SonicQueueName.isOne(name));
            if (named.isEmpty()) {
                throw members.malformed("queues such as UC3 of a port");
            }
            String cleared = members.at("cached_time").text();
            named.forEach((name, values) -> {
                if (marks.stream().noneMatch(values::has)) {
                    throw values.malformed("an object with " + String.join(" or ", marks));
                }
                queues.add(queue.of(SonicPort.of(port), SonicQueueName.of(name), values, cleared));
            });
        });
        return queues;
    }

    void take(Line line) {
        Matcher named = NAMESPACE.matcher(line.text());
        Optional<SonicBaseline> cleared = SonicBaseline.of(line.text());
        if (named.matches()) {
            namespace = named.group(1).isEmpty() ? null : named.group(1);
        } else if (cleared.isPresent()) {
            pending = cleared.get().time();
            namespace = cleared.get().namespace() == null
                    ? namespace
                    : cleared.get().namespace();
        } else if (mark.matcher(line.text()).find()) {
            columns = Columns.of(line);
            hasHeader = true;
            baseline = pending;
            pending = null;
        } else if (OTHER_HEADER.matcher(line.text()).matches()) {
            columns = null;
            isOther = true;
        } else {
            titles(line).row(line).ifPresent(this::add);
        }
    }

    /** Without a header a line is a row only if a queue stands where one must, and not below the header of another command. */
    private Columns titles(Line line) {
        if (columns != null) {
            return columns;
        }
        List<Cell> words = line.cells();
        return !isOther && words.size() > 1 && SonicQueueName.isOne(words.get(1).text()) ? filtered : Columns.of();
    }

    private void add(Row row) {
        Cell port = row.at("Port");
        Cell queue = row.at("TxQ", "Voq");
        if (!seen.add(namespace + " " + port.text() + " " + queue.text())) {
            throw port.malformed("each queue of a port once, for one run of the command,");
        }
        entries.add(new Entry(
                namespace,
                baseline,
                port.isUnknown() ? null : SonicPort.of(port.text()),
                SonicQueueName.of(queue),
                row));
    }

    /** Tell whether the header of the command is in the text, also where the table of another command follows. */
    boolean hasHeader() {
        return hasHeader;
    }

    List<Entry> entries() {
        return entries;
    }
}
