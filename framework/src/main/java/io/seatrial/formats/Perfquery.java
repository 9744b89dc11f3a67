package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code perfquery} of infiniband-diags prints, 1.5 to rdma-core 60 (infiniband-diags/perfquery.c, names and widths in
 * libibmad/fields.c): a title for each port, then a name, dots and a value a line. Also with {@code -x} (64-bit counters) and for the
 * attributes of details, whose title has their name.
 *
 * <p>Data counters are words of 4 bytes, also under their old names XmtBytes and RcvBytes. Counters without {@code -x} stay at their largest
 * value: then they are a lower bound. Port 255 is the sum of all ports.
 */
public final class Perfquery implements Format<Perfquery.Report> {
    private static final Pattern TITLE = Pattern.compile(
            "^\\s*# (?:Port (extended )?counters|(\\w+) counters): (.*?) port (\\d{1,3})(?: \\(CapMask: .*\\))?\\s*$");
    private static final Pattern LID = Pattern.compile("^Lid (\\d{1,5})$");
    private static final Pattern VALUE =
            Pattern.compile("^\\s*([A-Za-z]\\w*):\\.{2,}(.*?)(?:\\s*\\((overflow)\\))?\\s*$");
    private static final Set<String> NO_COUNTERS = Set.of("PortSelect", "CounterSelect", "CounterSelect2");
    private static final int ALL_PORTS = 255;

    /**
     * All ports.
     *
     * @param ports in the order of the text
     * @param complete false where the last line is cut; else null, for nothing marks the end
     */
    public record Report(List<Port> ports, Boolean complete) {}

    /**
     * One port.
     *
     * @param attribute {@code PortCounters}, {@code PortCountersExtended} or that of details
     * @param lid local identifier; null where the query went by a path
     * @param route as printed
     * @param port number; 255 for all together
     * @param allPorts whether it is the sum of all ports
     * @param rxBytes received, bytes; like the next four null where the counter stands at its largest value
     * @param txBytes sent, bytes
     * @param rxPackets received
     * @param txPackets sent
     * @param xmitWaitTicks time during which data waited for credit, in ticks of the device
     * @param counters every counter by its name
     * @param saturated names of counters that stand at their largest value and count no more
     */
    public record Port(
            String attribute,
            Integer lid,
            String route,
            int port,
            boolean allPorts,
            BigInteger rxBytes,
            BigInteger txBytes,
            BigInteger rxPackets,
            BigInteger txPackets,
            BigInteger xmitWaitTicks,
            Map<String, BigInteger> counters,
            List<String> saturated) {}

    @Override
    public String id() {
        return "perfquery";
    }

    @Override
    public String about() {
        return "perfquery: counters of InfiniBand ports";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(TITLE));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Matcher> titles = new ArrayList<>();
        List<Map<String, BigInteger>> values = new ArrayList<>();
        List<Set<String>> overflows = new ArrayList<>();
        while (lines.hasNext()) {
            Line line = lines.next();
            Matcher title = TITLE.matcher(line.text());
            if (title.matches()) {
                titles.add(title);
                values.add(new LinkedHashMap<>());
                overflows.add(new LinkedHashSet<>());
            } else if (!values.isEmpty()) {
                value(line, values.get(values.size() - 1), overflows.get(values.size() - 1));
            }
        }
        if (titles.isEmpty()) {
            throw lines.missing("a title '# Port counters: Lid LID port PORT'");
        }
        List<Port> ports = new ArrayList<>();
        for (int i = 0; i < titles.size(); i++) {
            ports.add(port(titles.get(i), values.get(i), overflows.get(i)));
        }
        return new Report(ports, lines.completeAsFarAsKnown());
    }

    /** A counter that passed its width is printed with a remark: it is a lower bound, as one that stands at its largest value. */
    private static void value(Line line, Map<String, BigInteger> counters, Set<String> overflows) {
        Matcher value = VALUE.matcher(line.text());
        if (value.matches() && !NO_COUNTERS.contains(value.group(1))) {
            Cell cell = new Cell(line, value.start(2) + 1, value.group(2));
            boolean isHex = cell.text().matches("0x[0-9a-fA-F]{1,16}");
            BigInteger count = isHex ? new BigInteger(cell.text().substring(2), 16) : cell.counter();
            if (counters.put(value.group(1), count) != null) {
                throw line.malformed("each counter of a port once, and a title '# Port counters: ...' before the next");
            }
            if (value.group(3) != null) {
                overflows.add(value.group(1));
            }
        }
    }

    private static Port port(Matcher title, Map<String, BigInteger> counters, Set<String> overflows) {
        boolean isExtended = title.group(1) != null;
        String attribute =
                title.group(2) != null ? title.group(2) : isExtended ? "PortCountersExtended" : "PortCounters";
        Matcher lid = LID.matcher(title.group(3).strip());
        int port = Integer.parseInt(title.group(4));
        Set<String> saturated = new LinkedHashSet<>(overflows);
        saturated.addAll(isExtended ? List.of() : InfinibandCounters.saturated(counters));
        Map<String, BigInteger> unsaturated = new LinkedHashMap<>(counters);
        unsaturated.keySet().removeAll(saturated);
        NamedCounters known = new NamedCounters(unsaturated);
        return new Port(
                attribute,
                lid.matches() ? Integer.valueOf(lid.group(1)) : null,
                title.group(3).strip(),
                port,
                port == ALL_PORTS,
                InfinibandCounters.bytes(known.first("PortRcvData", "RcvData", "RcvBytes")),
                InfinibandCounters.bytes(known.first("PortXmitData", "XmtData", "XmtBytes")),
                known.first("PortRcvPkts", "RcvPkts"),
                known.first("PortXmitPkts", "XmtPkts"),
                known.first("PortXmitWait", "XmtWait"),
                counters,
                List.copyOf(saturated));
    }
}
