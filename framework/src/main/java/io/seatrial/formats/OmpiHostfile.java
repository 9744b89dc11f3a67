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
 * host without them gets as many as Open MPI finds there, which the file does not tell. Sources: orte_hosts(7) of Open MPI
 * 1.6 to 4.1; of 5.x openpmix/prrte, src/util/hostfile/hostfile.c, which refuses a host whose slots are given twice.
 */
public final class OmpiHostfile implements Format<OmpiHostfile.Report> {
    private static final Pattern LINE =
            Pattern.compile("^\\s*(?:([^\\s@]+)@)?([\\w.:+-]+)((?:\\s+[\\w-]++\\s*+=\\s*+\\S++)*+)\\s*$");
    /** A name, or an address of either version; one colon alone is neither. */
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9_+][\\w.-]*|[0-9a-fA-F.]*:[0-9a-fA-F.:]*:[0-9a-fA-F.:]*");

    private static final Set<String> KEYS = Set.of("slots", "max_slots", "slots_max", "cpu", "count");
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
                hosts.merge(entry.host(), entry, (one, other) -> joined(line, one, other));
            }
        }
        return new Report(List.copyOf(hosts.values()), lines.completeAsFarAsKnown());
    }

    private static Entry joined(Line line, Entry one, Entry other) {
        boolean fits = one.slots() == null || other.slots() == null || one.slots() <= Integer.MAX_VALUE - other.slots();
        if (!fits) {
            throw line.malformed("fewer slots of one host");
        }
        return one.and(other);
    }

    private static Entry entry(Line line, String text) {
        Matcher entry = LINE.matcher(text);
        if (!entry.matches()) {
            throw line.malformed("HOST slots=N max_slots=N");
        }
        if (!NAME.matcher(entry.group(2)).matches()) {
            throw line.malformed(
                    entry.start(2) + 1, "the name or address of a host; slots go behind it, as in 'node05 slots=8'");
        }
        Map<String, Integer> keys = new LinkedHashMap<>();
        Matcher key = KEY.matcher(entry.group(3));
        while (key.find()) {
            Cell value = new Cell(line, entry.start(3) + key.start(2) + 1, key.group(2));
            String name = key.group(1).replace('-', '_');
            if (!KEYS.contains(name)) {
                throw line.malformed(entry.start(3) + key.start(1) + 1, "slots=N or max_slots=N");
            }
            if (!value.text().matches("\\d{1,9}")) {
                throw value.malformed("a whole number without separators");
            }
            if (keys.put(name, value.index()) != null) {
                throw line.malformed(entry.start(3) + key.start(1) + 1, "each key once");
            }
        }
        Integer slots = keys.getOrDefault("slots", keys.getOrDefault("cpu", keys.get("count")));
        return new Entry(entry.group(2), slots, keys.getOrDefault("max_slots", keys.get("slots_max")), entry.group(1));
    }
}
