package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ibstat} of infiniband-diags prints, 1.5 to rdma-core 60 (infiniband-diags/ibstat.c), for all adapters or one port. Rates are
 * 10^9 bits a second, of all lanes; {@code 40 (FDR10)} and {@code 2.5} occur. A port that is down prints a rate of no meaning. {@code ???}
 * is a state that the tool does not know. Software devices (rxe, siw) have neither type nor firmware.
 */
public final class Ibstat implements Format<Ibstat.Report> {
    private static final Pattern ADAPTER = Pattern.compile("^(CA|Switch|Router|iWARP RNIC|\\?\\?\\?):? '([^']+)'\\s*$");
    private static final Pattern PORT = Pattern.compile("^\\s*Port (\\d{1,3}):\\s*$");
    private static final Pattern FIELD = Pattern.compile("^\\s*([A-Za-z][A-Za-z ]*?):(?: (.*))?$");
    private static final String LAST_FIELD = "Link layer";

    /**
     * All adapters.
     *
     * @param adapters in the order of the text
     * @param rateIsMeaningfulWhenDown false where a port is down: its rate tells nothing; null where none is
     * @param complete false where an adapter has fewer ports than it says or a line is cut; else null
     */
    public record Report(List<Adapter> adapters, Boolean rateIsMeaningfulWhenDown, Boolean complete) {}

    /**
     * One adapter.
     *
     * @param kind {@code CA}, {@code Switch}, {@code Router} or {@code iWARP RNIC}
     * @param type such as {@code MT4129}
     * @param numberOfPorts as it says
     * @param softwareDevice true where it has neither type nor firmware; null where the text has no such fields
     */
    public record Adapter(
            String kind,
            String name,
            String type,
            Integer numberOfPorts,
            String firmware,
            String nodeGuid,
            Boolean softwareDevice,
            List<Port> ports) {}

    /**
     * One port.
     *
     * @param rateGbitPerS of all lanes, 10^9 bits a second; without meaning where the state is Down
     * @param effectiveSpeedGbitPerS what the port reaches, in newer releases
     */
    public record Port(
            int port,
            String state,
            String physicalState,
            BigDecimal rateGbitPerS,
            BigDecimal effectiveSpeedGbitPerS,
            Integer lid,
            Integer smLid,
            String portGuid,
            String linkLayer) {}

    @Override
    public String id() {
        return "ibstat";
    }

    @Override
    public String about() {
        return "ibstat: adapters and ports of InfiniBand and RoCE";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean adapter =
                head.has(ADAPTER) && (head.has("Physical state:") || head.has("CA type:") || head.has("Node GUID:"));
        return Likeness.sureIf(adapter);
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Part> parts = new ArrayList<>();
        while (lines.hasNext()) {
            take(lines.next(), parts);
        }
        if (parts.isEmpty()) {
            throw lines.missing("a line \"CA 'DEVICE'\"");
        }
        List<Adapter> adapters = parts.stream().map(Part::adapter).toList();
        boolean isDown = adapters.stream()
                .flatMap(adapter -> adapter.ports().stream())
                .anyMatch(port -> "Down".equals(port.state()));
        boolean lacks = lines.remnant().isPresent() || parts.stream().anyMatch(Part::lacksPorts);
        return new Report(adapters, isDown ? false : null, lacks ? false : null);
    }

    private static void take(Line line, List<Part> parts) {
        Matcher adapter = ADAPTER.matcher(line.text());
        if (adapter.matches()) {
            parts.add(new Part(adapter.group(1), adapter.group(2)));
            return;
        }
        if (parts.isEmpty()) {
            return;
        }
        Part last = parts.get(parts.size() - 1);
        Matcher port = PORT.matcher(line.text());
        Matcher field = FIELD.matcher(line.text());
        if (port.matches()) {
            last.ports.put(Integer.valueOf(port.group(1)), new LinkedHashMap<>());
        } else if (field.matches()) {
            String value = field.group(2) == null ? "" : field.group(2);
            int column = field.group(2) == null ? 1 : field.start(2) + 1;
            last.put(field.group(1), new Cell(line, column, value));
        }
    }

    /** An adapter while its lines are read. */
    private static final class Part {
        private final String kind;
        private final String name;
        private final Map<String, Cell> fields = new LinkedHashMap<>();
        private final Map<Integer, Map<String, Cell>> ports = new LinkedHashMap<>();

        Part(String kind, String name) {
            this.kind = kind;
            this.name = name;
        }

        void put(String field, Cell value) {
            if (ports.isEmpty()) {
                fields.put(field, value);
            } else {
                List<Map<String, Cell>> all = new ArrayList<>(ports.values());
                all.get(all.size() - 1).put(field, value);
            }
        }

        boolean lacksPorts() {
            Cell number = fields.get("Number of ports");
            boolean fewer = number != null && number.index() != null && ports.size() < number.index();
            return fewer || ports.values().stream().anyMatch(port -> !port.containsKey(LAST_FIELD));
        }

        Adapter adapter() {
            String type = text(fields, kind + " type");
            String firmware = text(fields, "Firmware version");
            boolean hasFields = fields.containsKey("Firmware version");
            List<Port> all = new ArrayList<>();
            ports.forEach((number, port) -> all.add(port(number, port)));
            return new Adapter(
                    kind,
                    name,
                    type,
                    fields.containsKey("Number of ports")
                            ? fields.get("Number of ports").index()
                            : null,
                    firmware,
                    text(fields, "Node GUID"),
                    hasFields ? type == null && firmware == null : null,
                    all);
        }
    }

    private static Port port(int number, Map<String, Cell> fields) {
        return new Port(
                number,
                text(fields, "State"),
                text(fields, "Physical state"),
                rate(fields.get("Rate")),
                rate(fields.get("Effective speed")),
                whole(fields.get("Base lid")),
                whole(fields.get("SM lid")),
                text(fields, "Port GUID"),
                text(fields, LAST_FIELD));
    }

    private static String text(Map<String, Cell> fields, String name) {
        Cell cell = fields.get(name);
        return cell == null || cell.text().equals("???") ? null : cell.known();
    }

    private static BigDecimal rate(Cell cell) {
        if (cell == null || cell.isUnknown()) {
            return null;
        }
        return new Cell(cell.line(), cell.column(), cell.text().replaceFirst("\\s*\\(FDR10\\)$", "")).decimal();
    }

    private static Integer whole(Cell cell) {
        return cell == null ? null : cell.index();
    }
}
