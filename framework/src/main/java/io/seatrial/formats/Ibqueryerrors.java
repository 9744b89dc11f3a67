package io.seatrial.formats;

import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code ibqueryerrors} of infiniband-diags prints, 1.5 to rdma-core 60 (infiniband-diags/ibqueryerrors.c): nodes with counters beyond
 * their thresholds, port by port, and a summary. A counter that is not printed is within its threshold or suppressed, so it is unknown, not
 * 0. Data counters, with {@code --data} and {@code --counters}, are words of 4 bytes.
 */
public final class Ibqueryerrors implements Format<Ibqueryerrors.Report> {
    private static final Pattern NODE =
            Pattern.compile("^\\s*(Errors|Data Counters) for (?:(0x[0-9a-f]{1,16}) )?\"(.*)\"\\s*$");
    private static final Pattern PORT = Pattern.compile("^\\s+GUID (0x[0-9a-f]{1,16}) port (ALL|\\d{1,3}):(.*)$");
    private static final Pattern COUNTER = Pattern.compile("\\[(\\w+) == (\\d{1,20})(?: \\([^)]*\\))?\\]");
    private static final Pattern NODES =
            Pattern.compile("^## Summary: (\\d{1,9}) nodes checked, (\\d{1,9}) bad nodes found\\s*$");
    private static final Pattern PORTS =
            Pattern.compile("^##\\s+(\\d{1,9}) ports checked, (\\d{1,9}) ports have errors beyond threshold\\s*$");
    private static final Pattern FAILURES = Pattern.compile("^##\\s+(\\d{1,9}) PMA query failures\\s*$");
    private static final String SUPPRESSED = "## Suppressed:";

    /**
     * One check.
     *
     * @param ports with counters beyond their thresholds, in the order of the text
     * @param nodesChecked how many; null where the summary is missing
     * @param badNodes with at least one such port
     * @param portsChecked how many
     * @param badPorts with counters beyond their thresholds
     * @param queryFailures ports that did not answer, so that nothing is known of them
     * @param suppressed names of counters that are left out
     * @param complete true where the summary is there to its last line, false where it is missing; null where only that line is, which old
     *     releases do not print
     */
    public record Report(
            List<Port> ports,
            Integer nodesChecked,
            Integer badNodes,
            Integer portsChecked,
            Integer badPorts,
            Integer queryFailures,
            List<String> suppressed,
            Boolean complete) {}

    /**
     * One port, or all of a node together.
     *
     * @param node description of the node
     * @param nodeGuid of a switch; null for a host, whose title has none
     * @param guid of the port
     * @param port number; null where the counters are the sum of all ports
     * @param allPorts whether they are that sum
     * @param counters beyond their thresholds, by name
     * @param saturated names of counters that stand at the largest value of PortCounters, so that they are a lower bound
     * @param link the port's connection, where it is asked for ({@code -r})
     */
    public record Port(
            String node,
            String nodeGuid,
            String guid,
            Integer port,
            boolean allPorts,
            Map<String, BigInteger> counters,
            List<String> saturated,
            InfinibandPort link) {
        private Port with(InfinibandPort other) {
            return new Port(node, nodeGuid, guid, port, allPorts, counters, saturated, other);
        }
    }

    @Override
    public String id() {
        return "ibqueryerrors";
    }

    @Override
    public String about() {
        return "ibqueryerrors: InfiniBand ports with counters beyond their thresholds";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.has(NODE) || head.has(NODES));
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        Check check = new Check();
        while (lines.hasNext()) {
            check.take(lines.next());
        }
        if (check.node == null && check.nodes == null) {
            throw lines.missing("'Errors for \"NODE\"' or '## Summary: N nodes checked, M bad nodes found'");
        }
        return check.report();
    }

    private static final class Check {
        private final List<Port> found = new ArrayList<>();
        private Matcher node;
        private Matcher nodes;
        private Matcher ports;
        private Integer failures;
        private List<String> suppressed;

        void take(Line line) {
            String text = line.text();
            Matcher title = NODE.matcher(text);
            Matcher port = PORT.matcher(text);
            if (title.matches()) {
                node = title;
            } else if (node != null && port.matches()) {
                found.add(port(line, port));
            } else if (text.contains("Link info:") && !found.isEmpty()) {
                found.add(found.remove(found.size() - 1).with(InfinibandPort.of(text)));
            } else if (text.startsWith("##")) {
                summary(text);
            }
        }

        private Port port(Line line, Matcher port) {
            Map<String, BigInteger> counters = new LinkedHashMap<>();
            Matcher counter = COUNTER.matcher(port.group(3));
            while (counter.find()) {
                Cell value = new Cell(line, port.start(3) + counter.start(2) + 1, counter.group(2));
                counters.put(counter.group(1), value.counter());
            }
            boolean all = port.group(2).equals("ALL");
            return new Port(
                    node.group(3).strip(),
                    node.group(2),
                    port.group(1),
                    all ? null : Integer.valueOf(port.group(2)),
                    all,
                    counters,
                    InfinibandCounters.saturated(counters),
                    null);
        }

        private void summary(String text) {
            Matcher ofNodes = NODES.matcher(text);
            Matcher ofPorts = PORTS.matcher(text);
            Matcher ofFailures = FAILURES.matcher(text);
            if (ofNodes.matches()) {
                nodes = ofNodes;
            } else if (ofPorts.matches()) {
                ports = ofPorts;
            } else if (ofFailures.matches()) {
                failures = Integer.valueOf(ofFailures.group(1));
            } else if (text.startsWith(SUPPRESSED)) {
                String names = text.substring(SUPPRESSED.length()).strip();
                suppressed = names.isEmpty() ? List.of() : List.of(names.split("[\\s,]+"));
            }
        }

        Report report() {
            return new Report(
                    found,
                    whole(nodes, 1),
                    whole(nodes, 2),
                    whole(ports, 1),
                    whole(ports, 2),
                    failures,
                    suppressed == null ? List.of() : suppressed,
                    ports == null ? Boolean.FALSE : suppressed == null ? null : Boolean.TRUE);
        }

        private static Integer whole(Matcher matcher, int group) {
            return matcher == null ? null : Integer.valueOf(matcher.group(group));
        }
    }
}
