package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ibv_devinfo} prints, also with {@code -v}, libibverbs 1.1 to rdma-core 60 (libibverbs/examples/devinfo.c). A GID of version 1
 * is written in eight full groups, one of version 2 as a short IPv6 address, in older releases both in full; so two entries may be the same
 * address. Ports of InfiniBand print no version.
 */
public final class IbvDevinfo implements Format<IbvDevinfo.Report> {
    private static final Pattern DEVICE = Pattern.compile("^\\s*hca_id:\\s*(\\S+)\\s*$");
    private static final Pattern PORT = Pattern.compile("^\\s*port:\\s*(\\d{1,3})\\s*$");
    private static final Pattern GID = Pattern.compile("^\\s*GID\\[\\s*(\\d{1,5})\\]:\\s*(\\S+?)(?:,\\s*(.+?))?\\s*$");
    private static final Pattern FIELD = Pattern.compile("^\\s*([a-z_]\\w*):\\s+(\\S.*?)(?: \\((\\d+)\\))?\\s*$");
    private static final Pattern VERSION = Pattern.compile("RoCE v([12])$");

    /**
     * All devices; of the first port some fields stand beside the list too.
     *
     * @param physState of the first port, such as {@code LINK_UP}
     * @param gids of the first port
     * @param routableRoceV2Index of the first port: the first entry of version 2 that a router carries
     * @param sameAddressPairs of the first port: indices that hold the same address in two versions
     * @param devices in the order of the text; of a text that begins within one, its name is null
     * @param complete false where the last line is cut; else null, for nothing marks the end
     */
    public record Report(
            String physState,
            List<Entry> gids,
            @JsonProperty("routable_roce_v2_index") Integer routableRoceV2Index,
            List<List<Integer>> sameAddressPairs,
            List<Device> devices,
            Boolean complete) {}

    /** A device: name, transport and firmware as printed. */
    public record Device(String device, String transport, String firmware, String boardId, List<Port> ports) {}

    /**
     * A port.
     *
     * @param activeMtuBytes path MTU, bytes
     * @param physState printed with {@code -v} only
     */
    public record Port(
            Integer port,
            String state,
            Integer activeMtuBytes,
            Integer lid,
            Integer smLid,
            String linkLayer,
            String activeWidth,
            String activeSpeed,
            String physState,
            List<Entry> gids,
            @JsonProperty("routable_roce_v2_index") Integer routableRoceV2Index,
            List<List<Integer>> sameAddressPairs) {}

    /**
     * An entry of a GID table.
     *
     * @param roceVersion 1 or 2; null on InfiniBand and where the tool does not say
     * @param linkLocal whether it is valid on one link only
     * @param ipv4 that the GID holds
     */
    public record Entry(int index, String gid, Integer roceVersion, boolean linkLocal, String ipv4) {}

    @Override
    public String id() {
        return "ibv-devinfo";
    }

    @Override
    public String about() {
        return "ibv_devinfo [-v]: RDMA devices, ports and GIDs";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(DEVICE) || head.has(GID));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("same_address_pairs");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Part> parts = new ArrayList<>();
        while (lines.hasNext()) {
            take(lines.next(), parts);
        }
        if (parts.isEmpty()) {
            throw lines.missing("a line 'hca_id: DEVICE' or 'GID[  0]: ADDRESS'");
        }
        List<Device> devices = parts.stream().map(Part::device).toList();
        Port first = devices.stream()
                .flatMap(device -> device.ports().stream())
                .findFirst()
                .orElse(null);
        return new Report(
                first == null ? null : first.physState(),
                first == null ? List.of() : first.gids(),
                first == null ? null : first.routableRoceV2Index(),
                first == null ? List.of() : first.sameAddressPairs(),
                devices,
                lines.completeAsFarAsKnown());
    }

    private static void take(Line line, List<Part> parts) {
        Matcher device = DEVICE.matcher(line.text());
        Matcher port = PORT.matcher(line.text());
        Matcher gid = GID.matcher(line.text());
        if (device.matches()) {
            parts.add(new Part(device.group(1)));
        } else if (port.matches()) {
            last(parts).ports.add(new PortPart(Integer.valueOf(port.group(1))));
        } else if (gid.matches()) {
            last(parts).port().add(line, gid);
        } else {
            field(line, parts);
        }
    }

    private static void field(Line line, List<Part> parts) {
        Matcher field = FIELD.matcher(line.text());
        if (!field.matches() || parts.isEmpty() && !field.group(1).equals("phys_state")) {
            return;
        }
        Part part = last(parts);
        boolean isOfPort = !part.ports.isEmpty() || field.group(1).equals("phys_state");
        Map<String, Cell> fields = isOfPort ? part.port().fields : part.fields;
        fields.putIfAbsent(field.group(1), new Cell(line, field.start(2) + 1, field.group(2)));
    }

    /** A text may begin within a device. */
    private static Part last(List<Part> parts) {
        if (parts.isEmpty()) {
            parts.add(new Part(null));
        }
        return parts.get(parts.size() - 1);
    }

    private static Entry entry(Gid address, Matcher gid) {
        Matcher version = VERSION.matcher(gid.group(3) == null ? "" : gid.group(3));
        return new Entry(
                Integer.parseInt(gid.group(1)),
                gid.group(2),
                version.find() ? Integer.valueOf(version.group(1)) : null,
                address.isLinkLocal(),
                address.ipv4());
    }

    private static final class Part {
        private final String name;
        private final Map<String, Cell> fields = new LinkedHashMap<>();
        private final List<PortPart> ports = new ArrayList<>();

        Part(String name) {
            this.name = name;
        }

        PortPart port() {
            if (ports.isEmpty()) {
                ports.add(new PortPart(null));
            }
            return ports.get(ports.size() - 1);
        }

        Device device() {
            return new Device(
                    name,
                    text(fields, "transport"),
                    text(fields, "fw_ver"),
                    text(fields, "board_id"),
                    ports.stream().map(PortPart::port).toList());
        }
    }

    private static final class PortPart {
        private final Integer number;
        private final Map<String, Cell> fields = new LinkedHashMap<>();
        private final List<Entry> gids = new ArrayList<>();
        private final List<Gid> addresses = new ArrayList<>();

        PortPart(Integer number) {
            this.number = number;
        }

        void add(Line line, Matcher gid) {
            Gid address = Gid.of(new Cell(line, gid.start(2) + 1, gid.group(2)));
            addresses.add(address);
            gids.add(entry(address, gid));
        }

        Port port() {
            return new Port(
                    number,
                    text(fields, "state"),
                    whole(fields, "active_mtu"),
                    whole(fields, "port_lid"),
                    whole(fields, "sm_lid"),
                    text(fields, "link_layer"),
                    text(fields, "active_width"),
                    text(fields, "active_speed"),
                    text(fields, "phys_state"),
                    List.copyOf(gids),
                    routable(),
                    pairs());
        }

        private Integer routable() {
            return gids.stream()
                    .filter(gid -> Objects.equals(gid.roceVersion(), 2) && !gid.linkLocal())
                    .map(Entry::index)
                    .findFirst()
                    .orElse(null);
        }

        private List<List<Integer>> pairs() {
            Map<Gid, Entry> waiting = new LinkedHashMap<>();
            List<List<Integer>> pairs = new ArrayList<>();
            for (int i = 0; i < gids.size(); i++) {
                Entry other = waiting.remove(addresses.get(i));
                if (other != null) {
                    pairs.add(List.of(other.index(), gids.get(i).index()));
                } else {
                    waiting.put(addresses.get(i), gids.get(i));
                }
            }
            return pairs;
        }
    }

    private static String text(Map<String, Cell> fields, String name) {
        return fields.containsKey(name) ? fields.get(name).known() : null;
    }

    private static Integer whole(Map<String, Cell> fields, String name) {
        // The tool writes 'invalid MTU' for a number that it does not know.
        boolean isThere = fields.containsKey(name) && !fields.get(name).text().startsWith("invalid");
        return isThere ? fields.get(name).index() : null;
    }
}
