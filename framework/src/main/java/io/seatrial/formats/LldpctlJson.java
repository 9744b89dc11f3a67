package io.seatrial.formats;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.formats.text.FormatException;
import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code lldpctl -f json} and {@code -f json0} of lldpd print, releases 0.9 to 1.x (lldpcli(8)). In json, one entry is an object and
 * several are an array, an interface and a chassis stand under their names, and a management address is a text or an array; in json0
 * everything is an array and values stand under {@code value}. An age is printed as {@code 0 day,
 * 01:02:03} and given in seconds.
 */
public final class LldpctlJson implements Format<LldpctlJson.Report> {
    private static final Pattern AGE = Pattern.compile("(\\d{1,6}) days?, (\\d{1,2}):(\\d\\d):(\\d\\d)");
    private static final int HOURS_IN_A_DAY = 24;
    private static final int MINUTES_IN_AN_HOUR = 60;
    private static final int SECONDS_IN_A_MINUTE = 60;

    /** Neighbors in the order of the text. */
    public record Report(List<Neighbor> neighbors) {}

    /**
     * What stands at the other end of an interface's cable.
     *
     * @param system its name; null where it does not tell one
     * @param chassisMac its chassis id where that is a MAC address, else null
     * @param portIdType {@code ifname}, {@code mac}, {@code local} ...
     * @param ageS seconds since it was first seen
     */
    public record Neighbor(
            @JsonProperty("interface") String interfaceName,
            String system,
            String chassisMac,
            List<String> mgmtIps,
            String portId,
            String portIdType,
            String portDescription,
            Long ageS) {}

    @Override
    public String id() {
        return "lldpctl-json";
    }

    @Override
    public String about() {
        return "neighbors of lldpctl -f json or json0 (lldpd)";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.isJsonWith("lldp"));
    }

    @Override
    public Report read(Source source) {
        JsonObject root = source.json().root().object();
        if (!root.has("lldp")) {
            throw FormatException.inDocument("", "no 'lldp'", "the output of lldpctl -f json");
        }
        List<Neighbor> neighbors = new ArrayList<>();
        for (JsonObject lldp : each(root.at("lldp"))) {
            for (JsonObject entry : each(lldp.at("interface"))) {
                take(entry.object(), neighbors);
            }
        }
        return new Report(neighbors);
    }

    private static void take(JsonObject entry, List<Neighbor> neighbors) {
        if (entry.at("name").node().isTextual()) {
            neighbors.add(neighbor(entry.at("name").text(), entry));
        } else {
            entry.members().forEach((name, value) -> neighbors.add(neighbor(name, value.object())));
        }
    }

    private static Neighbor neighbor(String interfaceName, JsonObject entry) {
        JsonObject chassis = only(entry.at("chassis"));
        String system = value(chassis.at("name"));
        if (!chassis.has("id") && chassis.node().size() == 1) {
            Map.Entry<String, JsonObject> named =
                    chassis.members().entrySet().iterator().next();
            system = named.getKey();
            chassis = only(named.getValue());
        }
        JsonObject chassisId = only(chassis.at("id"));
        JsonObject port = only(entry.at("port"));
        JsonObject portId = only(port.at("id"));
        return new Neighbor(
                interfaceName,
                system,
                "mac".equals(chassisId.at("type").text())
                        ? chassisId.at("value").text()
                        : null,
                each(chassis.at("mgmt-ip")).stream().map(LldpctlJson::value).toList(),
                portId.at("value").text(),
                portId.at("type").text(),
                value(port.at("descr")),
                age(entry.at("age")));
    }

    private static Long age(JsonObject age) {
        String text = age.text();
        Matcher parts = AGE.matcher(text == null ? "" : text);
        if (!parts.matches()) {
            return null;
        }
        long hours = Long.parseLong(parts.group(1)) * HOURS_IN_A_DAY + Long.parseLong(parts.group(2));
        long minutes = hours * MINUTES_IN_AN_HOUR + Long.parseLong(parts.group(3));
        return minutes * SECONDS_IN_A_MINUTE + Long.parseLong(parts.group(4));
    }

    /** Return the entries of an array, or the value itself; nothing where it is absent. */
    private static List<JsonObject> each(JsonObject value) {
        if (!value.isThere()) {
            return List.of();
        }
        return value.node().isArray() ? value.entries() : List.of(value);
    }

    /** Return the first entry of an array, or the value itself. */
    private static JsonObject only(JsonObject value) {
        return value.node().isArray() && !value.node().isEmpty()
                ? value.entries().get(0)
                : value;
    }

    /** Return a text, or the text under {@code value}; null where it is absent. */
    private static String value(JsonObject value) {
        JsonObject one = only(value);
        JsonNode node = one.node();
        return node.isObject() ? one.at("value").text() : one.text();
    }
}
