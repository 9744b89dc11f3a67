package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Queues of openconfig-qos in JSON_IETF, as gNMI clients print them (openconfig/public, release/models/qos/openconfig-qos-interfaces.yang,
 * 0.2.0 of 2016 and later; ecn-marked-* since 2023): lists named {@code queue} at any depth, with or without the module's name before the
 * colon. 64-bit numbers are texts (RFC 7951). Counts are packets (pkts) and bytes (octets); what a count begins at the model leaves to the
 * switch.
 */
public final class GnmiOpenconfig implements Format<GnmiOpenconfig.Report> {
    private static final Pattern KEY =
            Pattern.compile("\\binterface\\[(?:interface-id|name)=((?:\\\\.|[^\\]\\\\])+)\\]");

    /** Queues in the order of the text. */
    public record Report(List<Queue> queues) {}

    /**
     * One queue; null where the switch does not send the leaf.
     *
     * @param port interface-id above the queue or in its path, where there is one
     * @param queue name
     */
    public record Queue(
            @JsonInclude(JsonInclude.Include.NON_NULL) String port,
            String queue,
            BigInteger txPackets,
            BigInteger txBytes,
            BigInteger dropPackets,
            BigInteger dropBytes,
            BigInteger ecnMarkedPackets,
            BigInteger ecnMarkedBytes) {}

    @Override
    public String id() {
        return "gnmi-openconfig";
    }

    @Override
    public String about() {
        return "gNMI JSON of openconfig-qos queues (transmit-pkts, dropped-pkts, ecn-marked-pkts)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.isJson() && (head.has("openconfig-qos") || head.has("\"transmit-pkts\"")));
    }

    @Override
    public Report read(Source source) {
        JsonObject root = source.json().root();
        List<Queue> queues = new ArrayList<>();
        boolean found = search(root, null, queues);
        if (!found) {
            throw FormatException.inDocument("", "no list named 'queue'", "queues of openconfig-qos");
        }
        return new Report(queues);
    }

    private static boolean search(JsonObject value, String port, List<Queue> queues) {
        boolean found = false;
        if (value.node().isArray()) {
            for (JsonObject entry : value.entries()) {
                found |= search(entry, port, queues);
            }
        } else if (value.node().isObject()) {
            String here = port(value, port);
            for (Map.Entry<String, JsonObject> entry : value.members().entrySet()) {
                JsonObject member = entry.getValue();
                String below = keyed(entry.getKey(), here);
                boolean list = isNamed(member.path(), "queue") && member.node().isArray();
                found |= list ? take(member, below, queues) : search(member, below, queues);
            }
        }
        return found;
    }

    /** Clients that print an update's path apart from its values name the port there alone; a prefix goes for all updates below it. */
    private static String port(JsonObject value, String above) {
        if (named(value, "interface-id").isThere()) {
            return named(value, "interface-id").text();
        }
        String port = above;
        for (String path : List.of("prefix", "Prefix", "path", "Path")) {
            port = value.node().path(path).isTextual()
                    ? keyed(value.node().path(path).textValue(), port)
                    : port;
        }
        return port;
    }

    private static String keyed(String path, String above) {
        Matcher key = KEY.matcher(path);
        return key.find() ? key.group(1).replaceAll("\\\\(.)", "$1") : above;
    }

    private static boolean isNamed(String path, String name) {
        String last = path.substring(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1);
        return last.substring(last.indexOf(':') + 1).equals(name);
    }

    private static boolean take(JsonObject list, String port, List<Queue> queues) {
        list.entries().forEach(entry -> queues.add(queue(entry.object(), port)));
        return true;
    }

    private static Queue queue(JsonObject entry, String port) {
        JsonObject state = named(entry, "state");
        JsonObject name = named(entry, "name").isThere() ? named(entry, "name") : named(state, "name");
        return new Queue(
                port,
                name.text(),
                named(state, "transmit-pkts").counter(),
                named(state, "transmit-octets").counter(),
                named(state, "dropped-pkts").counter(),
                named(state, "dropped-octets").counter(),
                named(state, "ecn-marked-pkts").counter(),
                named(state, "ecn-marked-octets").counter());
    }

    /** Return the member of that name, with or without a module before it. */
    private static JsonObject named(JsonObject value, String name) {
        JsonNode node = value.node();
        if (node.has(name)) {
            return value.at(name);
        }
        return value.members().values().stream()
                .filter(member -> isNamed(member.path(), name))
                .findFirst()
                .orElse(value.at(name));
    }
}
