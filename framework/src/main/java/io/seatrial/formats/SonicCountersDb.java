package io.seatrial.formats;

import io.seatrial.formats.text.Head;
import io.seatrial.formats.text.JsonObject;
import io.seatrial.formats.text.Source;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A dump of SONiC's COUNTERS_DB (2019 to 2026) as JSON: the name maps, and a hash of counters for each object. Either names and values
 * alone, or as {@code sonic-db-dump} writes it with {@code type} and {@code value}; with a level above for the ASICs of a switch that has
 * several. Counters are those of SAI (opencomputeproject/SAI inc/saiport.h, saiqueue.h, saibuffer.h) since boot: no clear of the command
 * line changes them.
 *
 * <p>{@code SAI_PORT_STAT_PFC_n_RX_PAUSE_DURATION} counts quanta of 512 bit times, {@code ..._DURATION_US} microseconds, {@code EST_...}
 * are the switch's own estimates from polling. Frames include those that end a pause. The watchdog's times are microseconds here
 * (milliseconds in its command).
 */
public final class SonicCountersDb implements Format<SonicCountersDb.Report> {
    private static final String PORT_NAMES = "COUNTERS_PORT_NAME_MAP";

    /**
     * What could be joined.
     *
     * @param unknownPorts names in the map whose counters are not in the dump: nothing is known of them
     */
    public record Report(
            List<SonicPortCounters> ports,
            List<Queue> queues,
            List<PriorityGroup> priorityGroups,
            List<String> unknownPorts) {
        public Report {
            ports = List.copyOf(ports);
            queues = List.copyOf(queues);
            priorityGroups = List.copyOf(priorityGroups);
            unknownPorts = List.copyOf(unknownPorts);
        }
    }

    /**
     * One queue. A value is null where the database does not have it.
     *
     * @param kind {@code unicast}, {@code multicast}, {@code all} or {@code voq}; null where the type map does not say
     * @param watermarkBytes highest occupancy since the last clear of watermarks
     * @param pfcwd null where no watchdog watches the queue
     */
    public record Queue(
            String namespace,
            String system,
            String port,
            int queue,
            String kind,
            BigInteger txPackets,
            BigInteger txBytes,
            BigInteger dropPackets,
            BigInteger dropBytes,
            BigInteger wredDropPackets,
            BigInteger wredDropBytes,
            BigInteger ecnMarkedPackets,
            BigInteger ecnMarkedBytes,
            BigInteger creditWatchdogDeletedPackets,
            BigInteger watermarkBytes,
            Watchdog pfcwd) {}

    /**
     * What the PFC watchdog says of a queue.
     *
     * @param status {@code operational} or {@code stormed}
     * @param detectionTimeMs how long a queue must stand still to be in a storm
     * @param restorationTimeMs how long it must be quiet to be restored
     */
    public record Watchdog(
            String status,
            BigInteger detected,
            BigInteger restored,
            BigInteger txPackets,
            BigInteger txDropPackets,
            BigInteger rxPackets,
            BigInteger rxDropPackets,
            BigDecimal detectionTimeMs,
            BigDecimal restorationTimeMs,
            String action) {}

    /** One priority group of a port's ingress; watermarks in bytes. */
    public record PriorityGroup(
            String namespace,
            String port,
            int pg,
            BigInteger rxPackets,
            BigInteger dropPackets,
            BigInteger sharedWatermarkBytes,
            BigInteger headroomWatermarkBytes) {}

    @Override
    public String id() {
        return "sonic-counters-db";
    }

    @Override
    public String about() {
        return "SONiC COUNTERS_DB as JSON, joined over its name maps";
    }

    @Override
    public Likeness likeness(Head head) {
        return Likeness.sureIf(head.isJsonWith(PORT_NAMES));
    }

    @Override
    public Report read(Source source) {
        JsonObject root = source.json().root().object();
        Map<String, JsonObject> databases = new LinkedHashMap<>();
        if (root.has(PORT_NAMES)) {
            databases.put("", root);
        } else {
            root.members().forEach((name, member) -> {
                if (member.has(PORT_NAMES)) {
                    databases.put(name, member);
                }
            });
        }
        if (databases.isEmpty()) {
            throw root.at(PORT_NAMES).malformed("the map of port names, at the top or under each ASIC");
        }
        Join join = new Join();
        databases.forEach((name, database) -> join.take(name.isEmpty() ? null : name, database));
        return new Report(join.ports, join.queues, join.groups, join.unknown);
    }

    private static final class Join {
        private final List<SonicPortCounters> ports = new ArrayList<>();
        private final List<Queue> queues = new ArrayList<>();
        private final List<PriorityGroup> groups = new ArrayList<>();
        private final List<String> unknown = new ArrayList<>();

        void take(String namespace, JsonObject database) {
            counted(database, PORT_NAMES, unknown)
                    .forEach((name, counters) -> ports.add(SonicPortCounters.of(namespace, name, counters)));
            JsonObject types = SonicDump.hash(database, "COUNTERS_QUEUE_TYPE_MAP");
            for (String map : List.of("COUNTERS_QUEUE_NAME_MAP", "COUNTERS_VOQ_NAME_MAP")) {
                JsonObject names = SonicDump.hash(database, map);
                counted(database, map, new ArrayList<>())
                        .forEach((name, counters) -> queues.add(queue(
                                namespace,
                                indexed(names, name),
                                kind(types, names.at(name).text()),
                                counters)));
            }
            JsonObject names = SonicDump.hash(database, "COUNTERS_PG_NAME_MAP");
            counted(database, "COUNTERS_PG_NAME_MAP", new ArrayList<>())
                    .forEach((name, counters) -> groups.add(group(namespace, indexed(names, name), counters)));
        }

        /** The counters of each name; names without counters go to the list. */
        private static Map<String, JsonObject> counted(JsonObject database, String map, List<String> missing) {
            Map<String, JsonObject> counted = new LinkedHashMap<>();
            SonicDump.hash(database, map).members().forEach((name, oid) -> {
                JsonObject counters = SonicDump.hash(database, "COUNTERS:" + oid.text());
                if (counters.isThere()) {
                    counted.put(name, counters);
                } else {
                    missing.add(name);
                }
            });
            return counted;
        }
    }

    private static SonicPort.Indexed indexed(JsonObject names, String name) {
        SonicPort.Indexed indexed = SonicPort.Indexed.of(name);
        if (indexed == null) {
            throw names.malformed("names such as Ethernet0:3, not '" + name + "'");
        }
        return indexed;
    }

    private static String kind(JsonObject types, String oid) {
        String type = types.at(oid).text();
        return switch (type == null ? "" : type) {
            case "SAI_QUEUE_TYPE_UNICAST" -> "unicast";
            case "SAI_QUEUE_TYPE_MULTICAST" -> "multicast";
            case "SAI_QUEUE_TYPE_ALL" -> "all";
            case "SAI_QUEUE_TYPE_UNICAST_VOQ" -> "voq";
            default -> null;
        };
    }

    private static Queue queue(String namespace, SonicPort.Indexed name, String kind, JsonObject counters) {
        return new Queue(
                namespace,
                name.port().system(),
                name.port().port(),
                name.index(),
                kind,
                queueStat(counters, "PACKETS"),
                queueStat(counters, "BYTES"),
                queueStat(counters, "DROPPED_PACKETS"),
                queueStat(counters, "DROPPED_BYTES"),
                queueStat(counters, "WRED_DROPPED_PACKETS"),
                queueStat(counters, "WRED_DROPPED_BYTES"),
                queueStat(counters, "WRED_ECN_MARKED_PACKETS"),
                queueStat(counters, "WRED_ECN_MARKED_BYTES"),
                queueStat(counters, "CREDIT_WD_DELETED_PACKETS"),
                queueStat(counters, "SHARED_WATERMARK_BYTES"),
                watchdog(counters));
    }

    private static BigInteger queueStat(JsonObject counters, String name) {
        return counters.at("SAI_QUEUE_STAT_" + name).counter();
    }

    private static Watchdog watchdog(JsonObject counters) {
        if (!counters.hasNameThat(name -> name.startsWith("PFC_WD_"))) {
            return null;
        }
        return new Watchdog(
                counters.at("PFC_WD_STATUS").text(),
                watched(counters, "DEADLOCK_DETECTED"),
                watched(counters, "DEADLOCK_RESTORED"),
                watched(counters, "TX_PACKETS"),
                watched(counters, "TX_DROPPED_PACKETS"),
                watched(counters, "RX_PACKETS"),
                watched(counters, "RX_DROPPED_PACKETS"),
                milliseconds(counters.at("PFC_WD_DETECTION_TIME")),
                milliseconds(counters.at("PFC_WD_RESTORATION_TIME")),
                counters.at("PFC_WD_ACTION").text());
    }

    private static BigInteger watched(JsonObject counters, String name) {
        return counters.at("PFC_WD_QUEUE_STATS_" + name).counter();
    }

    private static BigDecimal milliseconds(JsonObject microseconds) {
        BigInteger count = microseconds.counter();
        if (count == null) {
            return null;
        }
        BigInteger[] parts = count.divideAndRemainder(BigInteger.valueOf(1000));
        return parts[1].signum() == 0 ? new BigDecimal(parts[0]) : new BigDecimal(count).movePointLeft(3);
    }

    private static PriorityGroup group(String namespace, SonicPort.Indexed name, JsonObject counters) {
        return new PriorityGroup(
                namespace,
                name.port().port(),
                name.index(),
                groupStat(counters, "PACKETS"),
                groupStat(counters, "DROPPED_PACKETS"),
                groupStat(counters, "SHARED_WATERMARK_BYTES"),
                groupStat(counters, "XOFF_ROOM_WATERMARK_BYTES"));
    }

    private static BigInteger groupStat(JsonObject counters, String name) {
        return counters.at("SAI_INGRESS_PRIORITY_GROUP_STAT_" + name).counter();
    }
}
