package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.seatrial.formats.text.Cell;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Line;
import io.seatrial.formats.text.Lines;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What {@code rdma link} of iproute2 prints, as text (4.14 to 6.18: {@code link DEV/PORT name value ...}, first releases
 * {@code 1/1: DEV/PORT: ...}) or with {@code -j} (rdma/link.c). A RoCE port has a network device unless it lives in another namespace; an
 * InfiniBand port has lid and sm_lid instead.
 */
public final class RdmaLink implements Format<RdmaLink.Report> {
    private static final Pattern LINE =
            Pattern.compile("^\\s*(?:\\d+/\\d+: |link )([\\w.-]+)/(\\d{1,3}|-):? .*\\bstate \\S+.*");
    private static final Pattern NAMED = Pattern.compile("^\\s*(?:\\d+/\\d+: |link )(\\S+?)/(\\d{1,3}|-):?(?: (.*))?$");

    /**
     * All ports.
     *
     * @param links in the order of the text
     * @param complete false where the last line is cut; else null, for nothing marks the end
     */
    public record Report(List<Link> links, Boolean complete) {}

    /**
     * One port.
     *
     * @param device RDMA device
     * @param port counted from 1; null where the device has no ports of its own
     * @param state such as {@code ACTIVE}
     * @param physicalState such as {@code LINK_UP}
     * @param netdev network device
     * @param lid local identifier of an InfiniBand port
     * @param smLid of its subnet manager
     */
    public record Link(
            String device,
            Integer port,
            String state,
            String physicalState,
            String netdev,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer lid,
            @JsonInclude(JsonInclude.Include.NON_NULL) Integer smLid) {}

    @Override
    public String id() {
        return "rdma-link";
    }

    @Override
    public String about() {
        return "rdma link: state of RDMA ports, text or JSON";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(!head.isJson() && head.has(LINE))
                .or(Likeness.sureIf(head.isJsonWith("ifname", "physical_state")));
    }

    @Override
    public Report read(Source source) {
        if (source.head().isJson()) {
            List<Link> links =
                    source.json().root().entries().stream().map(RdmaLink::link).toList();
            return new Report(links, null);
        }
        Lines lines = source.lines();
        List<Link> links = new ArrayList<>();
        while (lines.hasNext()) {
            Line line = lines.next();
            if (LINE.matcher(line.text()).matches()) {
                links.add(link(line));
            }
        }
        if (links.isEmpty()) {
            throw lines.missing("a line 'link DEVICE/PORT state STATE physical_state STATE' or a JSON array");
        }
        return new Report(links, lines.completeAsFarAsKnown());
    }

    private static Link link(JsonObject link) {
        String device = link.object().at("ifname").text();
        if (device == null) {
            throw link.malformed("an object with ifname");
        }
        return new Link(
                device,
                link.at("port").index(),
                link.at("state").text(),
                link.at("physical_state").text(),
                link.at("netdev").text(),
                link.at("lid").index(),
                link.at("sm_lid").index());
    }

    private static Link link(Line line) {
        var named = NAMED.matcher(line.text());
        if (!named.matches()) {
            throw line.malformed("'link DEVICE/PORT name value ...'");
        }
        Map<String, Cell> values = pairs(line.with(named.group(3)));
        return new Link(
                named.group(1),
                named.group(2).equals("-") ? null : Integer.valueOf(named.group(2)),
                text(values, "state"),
                text(values, "physical_state"),
                text(values, "netdev"),
                values.containsKey("lid") ? values.get("lid").index() : null,
                values.containsKey("sm_lid") ? values.get("sm_lid").index() : null);
    }

    private static Map<String, Cell> pairs(Line line) {
        List<Cell> cells = line.cells();
        Map<String, Cell> pairs = new HashMap<>();
        for (int i = 0; i + 1 < cells.size(); i += 2) {
            pairs.put(cells.get(i).text(), cells.get(i + 1));
        }
        return pairs;
    }

    private static String text(Map<String, Cell> values, String name) {
        return values.containsKey(name) ? values.get(name).known() : null;
    }
}
