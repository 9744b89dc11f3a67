package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hostfile of Open MPI (prterun --hostfile, releases 1.x to 5.x): {@code node01 slots=8 max_slots=8}. The slots of repeated lines add up; a
 * host without them gets as many as Open MPI finds there, which the file does not tell.
 */
public final class OmpiHostfile implements Format<OmpiHostfile.Report> {
    private static final Pattern LINE =
            Pattern.compile("^\\s*(?:(\\S+)@)?([\\w.:+-]+)((?:\\s+[\\w-]+\\s*=\\s*\\S+)*)\\s*$");
    private static final Pattern KEY = Pattern.compile("([\\w-]+)\\s*=\\s*(\\S+)");
    private static final Pattern SLOTS =
            Pattern.compile("^\\s*\\S+\\s+(?:\\S+=\\S+\\s+)*(?:max[_-])?slots\\s*=\\s*\\d+");

    /**
     * Hosts in the order of their first line.
     *
     * @param complete false if the last line is cut, else null: nothing marks the end
     */
    public record Report(List<Entry> hosts, Boolean complete) {}

    /**
     * One host.
     *
     * @param slots sum over its lines; null where a line has none, which means as many as are found there
     * @param maxSlots the largest given, null where none is
     */
    public record Entry(
            String host,
            Integer slots,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer maxSlots,
            @JsonInclude(JsonInclude.Include.NON_NULL) String user) {
        Entry and(Entry other) {
            Integer sum = slots == null || other.slots == null ? null : (Integer) Math.addExact(slots, other.slots);
            Integer max =
                    maxSlots == null || other.maxSlots != null && other.maxSlots > maxSlots ? other.maxSlots : maxSlots;
            return new Entry(host, sum, max, user != null ? user : other.user);
        }
    }

    @Override
    public String id() {
        return "ompi-hostfile";
    }

    @Override
    public String about() {
        return "hostfile of Open MPI: node01 slots=8 max_slots=8";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(SLOTS));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("slots"); // a later line of the same host adds to them
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Map<String, Entry> hosts = new LinkedHashMap<>();
        for (Line line : lines) {
            String text = line.text().replaceFirst("#.*", "");
            if (!text.isBlank()) {
                Entry entry = entry(line, text);
                hosts.merge(entry.host(), entry, Entry::and);
            }
        }
        return new Report(List.copyOf(hosts.values()), lines.completeAsFarAsKnown());
    }

    private static Entry entry(Line line, String text) {
        Matcher entry = LINE.matcher(text);
        if (!entry.matches()) {
            throw line.malformed("HOST slots=N max_slots=N");
        }
        Map<String, Integer> keys = new LinkedHashMap<>();
        Matcher key = KEY.matcher(entry.group(3));
        while (key.find()) {
            keys.put(
                    key.group(1).replace('-', '_'),
                    new Cell(line, entry.start(3) + key.start(2) + 1, key.group(2)).index());
        }
        Integer slots = keys.getOrDefault("slots", keys.get("cpu"));
        return new Entry(entry.group(2), slots, keys.get("max_slots"), entry.group(1));
    }
}
