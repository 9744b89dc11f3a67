package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The topology that {@code ibnetdiscover} of infiniband-diags prints, also with {@code -f} and {@code -g} (rdma-core
 * infiniband-diags/ibnetdiscover.c; releases 1.6 to 2.2 of its own, later those of rdma-core up to 60): a block for each node with a line
 * for each connected port. Every link stands there twice, once at each end, and is given once here. Width and speed stand at the end of the
 * line, {@code 4xHDR}. Aggregation nodes (SHARP) look like hosts.
 */
public final class Ibnetdiscover implements Format<Ibnetdiscover.Report> {
    private static final Pattern NODE = Pattern.compile(
            "^\\s*(Switch|Ca|Rt|\\?\\?\\?)\\s+(\\d{1,3})\\s+\"([SHR?])-([0-9a-f]{16})\"\\s*#\\s*\"(.*)\"(?:.*? lid (\\d{1,5}))?.*$");
    private static final Pattern PORT = Pattern.compile(
            "^\\s*\\[(\\d{1,3})\\](?:\\[ext \\d+\\])?(?:\\([0-9a-f]+\\))?\\s+\"([SHR?])-([0-9a-f]{16})\"\\[(\\d{1,3})\\](?:\\[ext \\d+\\])?\\s*(?:\\([0-9a-f]+\\))?\\s*#(?: lid \\d+ lmc \\d+)? \"(.*)\" lid (\\d{1,5}) (?:(\\d{1,2}x|\\?\\?)([A-Z]{2,3}\\d{0,2}|\\?\\?\\?))?.*$");
    private static final Pattern SWITCH_NAME = Pattern.compile("^(?:MF0;)?([^:;]+):([^:]+?)(?:/U\\d+)?$");
    private static final Pattern AGGREGATION = Pattern.compile("Aggregation Node");

    /**
     * A fabric.
     *
     * @param switches in the order of their blocks
     * @param hosts one entry for each connected port of a host, in the order of the text
     * @param aggregationNodes nodes within switches that look like hosts
     * @param switchLinks each once: GUID and port of one end, GUID and port of the other
     * @param narrowLinks of hosts, narrower than 4x; half of a split cable is 2x by design
     * @param narrowSwitchLinks indices in switchLinks of links narrower than 4x
     * @param complete false where the last line is cut; else null, for nothing marks the end
     */
    public record Report(
            List<Switch> switches,
            List<Host> hosts,
            int aggregationNodes,
            List<List<Object>> switchLinks,
            List<Narrow> narrowLinks,
            List<Integer> narrowSwitchLinks,
            Boolean complete) {}

    /**
     * A switch.
     *
     * @param guid of the node, hexadecimal without leading zeros
     * @param name given by its owner; the whole description where it has no model
     * @param model such as {@code MQM8700}; null where the description has none
     * @param lid local identifier
     * @param ports how many it has
     */
    public record Switch(String guid, String name, String model, Integer lid, int ports) {}

    /**
     * A connected port of a host.
     *
     * @param guid of the node, hexadecimal without leading zeros
     * @param name of the host
     * @param netdev the second word of the description: a network device or an adapter's name
     * @param port of the host
     * @param switchGuid at the other end
     * @param switchPort at the other end
     * @param width such as {@code 4x}
     * @param speed such as {@code NDR}
     */
    public record Host(
            String guid,
            String name,
            String netdev,
            int port,
            Integer lid,
            String switchGuid,
            int switchPort,
            String width,
            String speed) {}

    /** A link of a host that lacks lanes. */
    public record Narrow(String host, String netdev, String width) {}

    @Override
    public String id() {
        return "ibnetdiscover";
    }

    @Override
    public String about() {
        return "ibnetdiscover: topology of an InfiniBand fabric";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(NODE) || head.has("# Topology file: generated on"));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("aggregation_nodes");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Fabric fabric = new Fabric();
        while (lines.hasNext()) {
            fabric.take(lines.next());
        }
        if (!fabric.hasBegun) {
            throw lines.missing("a node such as 'Switch 41 \"S-...\" # \"NAME\" ... lid 7' or '# Topology file'");
        }
        return fabric.report(lines.completeAsFarAsKnown());
    }

    private record End(String guid, int port) {}

    private record Node(boolean isSwitch, String guid, String description) {}

    private static final class Fabric {
        private final List<Switch> switches = new ArrayList<>();
        private final List<Host> hosts = new ArrayList<>();
        private final Set<End> seenHosts = new HashSet<>();
        private final Set<String> aggregation = new LinkedHashSet<>();
        private final Map<Set<End>, List<Object>> links = new LinkedHashMap<>();
        private final List<Integer> narrow = new ArrayList<>();
        private Node at;
        private boolean hasBegun;

        void take(Line line) {
            String text = line.text();
            hasBegun |= text.startsWith("# Topology file");
            if (text.contains("\"")) {
                Matcher node = NODE.matcher(text);
                Matcher port = PORT.matcher(text);
                if (node.matches()) {
                    node(node);
                } else if (at != null && port.matches()) {
                    port(port);
                }
            }
        }

        private void node(Matcher node) {
            hasBegun = true;
            at = new Node(node.group(3).equals("S"), guid(node.group(4)), node.group(5));
            if (at.isSwitch) {
                Matcher name = SWITCH_NAME.matcher(at.description.strip());
                boolean named = name.matches();
                switches.add(new Switch(
                        at.guid,
                        named ? name.group(1) : at.description.strip(),
                        named ? name.group(2) : null,
                        node.group(6) == null ? null : Integer.valueOf(node.group(6)),
                        Integer.parseInt(node.group(2))));
            }
        }

        private void port(Matcher port) {
            End here = new End(at.guid, Integer.parseInt(port.group(1)));
            End there = new End(guid(port.group(3)), Integer.parseInt(port.group(4)));
            boolean toSwitch = port.group(2).equals("S");
            Integer lid = Integer.valueOf(port.group(6));
            String width = known(port.group(7));
            String speed = known(port.group(8));
            if (at.isSwitch && toSwitch) {
                link(here, there, width);
            } else if (at.isSwitch) {
                host(there, port.group(5), lid, here, width, speed);
            } else if (toSwitch) {
                host(here, at.description, null, there, width, speed);
            }
        }

        private static String known(String text) {
            return text == null || text.startsWith("?") ? null : text;
        }

        private void link(End here, End there, String width) {
            // A loop from a port to itself has one end.
            if (links.putIfAbsent(
                                    here.equals(there) ? Set.of(here) : Set.of(here, there),
                                    List.of(here.guid, here.port, there.guid, there.port))
                            == null
                    && isNarrow(width)) {
                narrow.add(links.size() - 1);
            }
        }

        private void host(End host, String description, Integer lid, End atSwitch, String width, String speed) {
            if (AGGREGATION.matcher(description).find()) {
                aggregation.add(host.guid);
                return;
            }
            if (!seenHosts.add(host)) {
                return;
            }
            String text = description.strip();
            int blank = text.lastIndexOf(' ');
            hosts.add(new Host(
                    host.guid,
                    blank < 0 ? text : text.substring(0, blank).strip(),
                    blank < 0 ? null : text.substring(blank + 1),
                    host.port,
                    lid,
                    atSwitch.guid,
                    atSwitch.port,
                    width,
                    speed));
        }

        private static String guid(String padded) {
            return new BigInteger(padded, 16).toString(16);
        }

        Report report(Boolean complete) {
            List<Narrow> thin = hosts.stream()
                    .filter(host -> isNarrow(host.width()))
                    .map(host -> new Narrow(host.name(), host.netdev(), host.width()))
                    .toList();
            return new Report(switches, hosts, aggregation.size(), List.copyOf(links.values()), thin, narrow, complete);
        }

        private static boolean isNarrow(String width) {
            return "1x".equals(width) || "2x".equals(width);
        }
    }
}
