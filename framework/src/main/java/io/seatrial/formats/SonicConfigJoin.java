package io.seatrial.formats;

import io.seatrial.formats.text.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Puts together what {@link SonicConfigDb} says of a port from the tables that speak of it. */
final class SonicConfigJoin {
    private static final Pattern REFERENCE = Pattern.compile("\\[?(?:[A-Z0-9_]+\\|)?([^\\[\\]|]+)\\|?]?");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,2})(?:-(\\d{1,2}))?");
    private static final String DSCP_MAP = "dscp_to_tc_map";

    private final JsonObject root;
    private final Map<String, JsonObject> maps;
    private final Map<String, JsonObject> watchdogs;
    private final Map<String, SortedMap<Integer, SonicConfigDb.Queue>> queues;
    private final Map<String, SortedMap<Integer, SonicConfigDb.PriorityGroup>> groups;

    SonicConfigJoin(JsonObject root) {
        this.root = root;
        this.maps = byPort("PORT_QOS_MAP");
        this.watchdogs = byPort("PFC_WD");
        this.queues = indexed("QUEUE", this::queue);
        this.groups = indexed("BUFFER_PG", this::group);
    }

    List<SonicConfigDb.Port> ports() {
        List<SonicConfigDb.Port> ports = new ArrayList<>();
        SonicDump.table(root, "PORT").forEach((name, port) -> ports.add(port(name, port)));
        return ports;
    }

    private SonicConfigDb.Port port(String name, JsonObject port) {
        JsonObject map = maps.getOrDefault(name, absent());
        String dscp = reference(map.at(DSCP_MAP));
        String dscpMap = dscp != null
                ? dscp
                : reference(maps.getOrDefault("global", absent()).at(DSCP_MAP));
        String queueMap = reference(map.at("tc_to_queue_map"));
        return new SonicConfigDb.Port(
                name,
                port.at("mtu").index(),
                priorities(map.at("pfc_enable")),
                dscpMap,
                reference(map.at("dot1p_to_tc_map")),
                queueMap,
                numbers("DSCP_TO_TC_MAP", dscpMap),
                numbers("TC_TO_QUEUE_MAP", queueMap),
                List.copyOf(queues.getOrDefault(name, new TreeMap<>()).values()),
                List.copyOf(groups.getOrDefault(name, new TreeMap<>()).values()),
                watchdog(watchdogs.get(name)));
    }

    private JsonObject absent() {
        return root.at("\0");
    }

    private Map<String, JsonObject> byPort(String table) {
        Map<String, JsonObject> byPort = new TreeMap<>();
        SonicDump.table(root, table)
                .forEach((ports, hash) -> Stream.of(ports.split(",")).forEach(port -> byPort.put(port, hash)));
        return byPort;
    }

    private <T> Map<String, SortedMap<Integer, T>> indexed(String table, BiFunction<Integer, JsonObject, T> read) {
        Map<String, SortedMap<Integer, T>> byPort = new TreeMap<>();
        SonicDump.table(root, table).forEach((key, hash) -> {
            String[] parts = key.split("\\|");
            // chassis name the system and the ASIC before the port; those queues are not this switch's
            if (parts.length == 2) {
                for (String port : parts[0].split(",")) {
                    range(hash, parts[1])
                            .forEach(index -> byPort.computeIfAbsent(port, p -> new TreeMap<>())
                                    .put(index, read.apply(index, hash)));
                }
            }
        });
        return byPort;
    }

    private static IntStream range(JsonObject hash, String text) {
        Matcher range = RANGE.matcher(text);
        if (!range.matches()) {
            throw hash.malformed("an index or a range such as 3-4 at the end of the key");
        }
        int first = Integer.parseInt(range.group(1));
        return IntStream.rangeClosed(first, range.group(2) == null ? first : Integer.parseInt(range.group(2)));
    }

    private static String reference(JsonObject value) {
        String text = value.text();
        if (text == null || text.isEmpty()) {
            return null;
        }
        Matcher name = REFERENCE.matcher(text);
        if (!name.matches()) {
            throw value.malformed("the name of a map or profile");
        }
        return name.group(1);
    }

    private static List<Integer> priorities(JsonObject value) {
        String text = value.text();
        if (text == null || text.isBlank()) {
            return List.of();
        }
        if (!text.matches("[0-7](,[0-7])*")) {
            throw value.malformed("priorities such as 3,4");
        }
        return Stream.of(text.split(",")).map(Integer::valueOf).sorted().toList();
    }

    private SortedMap<Integer, Integer> numbers(String table, String name) {
        JsonObject map = name == null ? absent() : SonicDump.hash(root, table + "|" + name);
        if (!map.isThere()) {
            return null;
        }
        SortedMap<Integer, Integer> numbers = new TreeMap<>();
        map.members().forEach((from, to) -> {
            if (!from.matches("\\d{1,2}")) {
                throw to.malformed("a number as name");
            }
            numbers.put(Integer.valueOf(from), to.index());
        });
        return numbers;
    }

    private SonicConfigDb.Queue queue(int index, JsonObject hash) {
        String name = reference(hash.at("wred_profile"));
        JsonObject profile = name == null ? absent() : SonicDump.hash(root, "WRED_PROFILE|" + name);
        String enabled = profile.at("wred_green_enable").text();
        return new SonicConfigDb.Queue(
                index,
                name,
                profile.at("ecn").text(),
                enabled == null ? null : (Boolean) enabled.equals("true"),
                profile.at("green_min_threshold").counter(),
                profile.at("green_max_threshold").counter(),
                profile.at("green_drop_probability").decimal());
    }

    private SonicConfigDb.PriorityGroup group(int index, JsonObject hash) {
        String name = reference(hash.at("profile"));
        JsonObject profile = name == null ? absent() : SonicDump.hash(root, "BUFFER_PROFILE|" + name);
        return new SonicConfigDb.PriorityGroup(
                index,
                name,
                profile.at("size").counter(),
                profile.at("xon").counter(),
                profile.at("xon_offset").counter(),
                profile.at("xoff").counter(),
                profile.at("dynamic_th").decimal(),
                profile.at("static_th").counter());
    }

    private static SonicConfigDb.Watchdog watchdog(JsonObject hash) {
        return hash == null
                ? null
                : new SonicConfigDb.Watchdog(
                        hash.at("action").text(),
                        hash.at("detection_time").index(),
                        hash.at("restoration_time").index());
    }
}
