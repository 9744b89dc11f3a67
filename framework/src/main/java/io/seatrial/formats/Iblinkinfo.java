package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code iblinkinfo} of infiniband-diags prints, in blocks or with {@code -l} one link a line (rdma-core infiniband-diags/iblinkinfo.c;
 * releases 1.6 to 2.2 of its own, later those of rdma-core up to 60).
 * Every port is there, so a link between two nodes comes twice. Width and speed of a port that is down are not printed.
 */
public final class Iblinkinfo implements Format<Iblinkinfo.Report> {
    private static final Pattern NODE =
            Pattern.compile("^\\s*(Switch|CA|Router|\\?\\?): (?:(0x[0-9a-f]{1,16}) )?(\\S.*?):\\s*$");
    private static final Pattern IN_BLOCK =
            Pattern.compile("^\\s+(?:(0x[0-9a-f]{1,16})\\s+)?\\d{1,5}\\s+\\d{1,3}\\[.*==\\(.*");
    private static final Pattern IN_LINE =
            Pattern.compile("^\\s*(0x[0-9a-f]{1,16}) \"(.*?)\"\\s+(\\d{1,5}\\s+\\d{1,3}\\[.*==\\(.*)");

    /**
     * All ports.
     *
     * @param links in the order of the text
     * @param downPorts how many are down; null where the text is cut or has no port
     * @param belowCapability how many could be wider or faster; null where the text is cut or has no port
     * @param complete false where the last line is cut; else null, for nothing marks the end
     */
    public record Report(List<Port> links, Integer downPorts, Integer belowCapability, Boolean complete) {}

    /**
     * A port and its other end.
     *
     * @param nodeKind {@code Switch}, {@code CA} or {@code Router}; null with {@code -l}, which does not say
     * @param nodeName description of the node
     * @param guid of the port; of a switch in blocks that of the node
     * @param link the connection
     */
    public record Port(
            String nodeKind,
            String nodeName,
            String guid,
            @JsonUnwrapped InfinibandPort link) {}

    @Override
    public String id() {
        return "iblinkinfo";
    }

    @Override
    public String about() {
        return "iblinkinfo [-l]: every InfiniBand port with its other end, width and speed";
    }

    @Override
    public Likeness likeness(Head head) {
        boolean isQuery = head.has("Link info:");
        return Likeness.sureIf(!isQuery && (head.has(IN_BLOCK) || head.has(IN_LINE)))
                .or(Likeness.perhapsIf(head.has(NODE)));
    }

    @Override
    public Set<String> conclusions() {
        return Set.of("down_ports", "below_capability");
    }

    @Override
    public Report read(Source source) {
        Lines lines = source.lines();
        List<Port> links = new ArrayList<>();
        Matcher node = null;
        while (lines.hasNext()) {
            Line line = lines.next();
            Matcher header = NODE.matcher(line.text());
            if (header.matches()) {
                node = header;
            } else {
                port(line, node, links);
            }
        }
        if (node == null && links.isEmpty()) {
            throw lines.missing("a node 'Switch: 0x... NAME:' and its ports 'LID PORT[ ] ==( 4X ... )==> ...'");
        }
        Boolean complete = lines.completeAsFarAsKnown();
        return new Report(
                links,
                count(links, complete, port -> "Down".equals(port.link().state())),
                count(links, complete, port -> !port.link().couldBe().isEmpty()),
                complete);
    }

    private static Integer count(List<Port> links, Boolean complete, Predicate<Port> which) {
        boolean told = complete == null && !links.isEmpty();
        return told ? (Integer) (int) links.stream().filter(which).count() : null;
    }

    private static void port(Line line, Matcher node, List<Port> links) {
        Matcher alone = IN_LINE.matcher(line.text());
        Matcher block = IN_BLOCK.matcher(line.text());
        if (alone.matches()) {
            links.add(new Port(null, alone.group(2).strip(), alone.group(1), link(line, alone.group(3))));
        } else if (node != null && block.matches()) {
            String guid = block.group(1) != null ? block.group(1) : node.group(2);
            links.add(new Port(node.group(1), node.group(3).strip(), guid, link(line, line.text())));
        }
    }

    private static InfinibandPort link(Line line, String text) {
        InfinibandPort link = InfinibandPort.of(text);
        if (link == null) {
            throw line.malformed("a port 'LID PORT[ ] ==( WIDTH SPEED STATE/PHYSICAL)==> ...'");
        }
        return link;
    }
}
