package io.seatrial.lab;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * SONiC's COUNTERS_DB of one switch: what was read last, group by group. A switch whose counters are frozen reads them once; one whose
 * counters begin anew forgets all that it counted, as after a restart.
 */
final class CountersDb {
    private static final long RESET_PERIOD = 5_000_000_000L;

    private final SwitchMeter meter;
    private final boolean frozen;
    private final boolean resets;
    private final Map<CounterGroup, Map<String, Map<String, Object>>> read = new EnumMap<>(CounterGroup.class);
    private final Map<CounterGroup, Map<String, Map<String, Object>>> begun = new EnumMap<>(CounterGroup.class);
    private final Map<CounterGroup, Long> resetsSeen = new EnumMap<>(CounterGroup.class);

    CountersDb(SwitchMeter meter) {
        this.meter = meter;
        this.frozen = meter.quality().has(Fault.Kind.COUNTER_FROZEN, meter.name());
        this.resets = meter.quality().has(Fault.Kind.COUNTER_RESET, meter.name());
    }

    /** Read a group of counters from the ports, at a moment by {@link System#nanoTime()}. */
    synchronized void refresh(CounterGroup group, long now) {
        if (frozen && read.containsKey(group)) {
            return;
        }
        Map<String, Map<String, Object>> counted = meter.read(group, now);
        long reset = resets ? (now - meter.quality().start()) / RESET_PERIOD : 0;
        if (resetsSeen.getOrDefault(group, 0L) != reset) {
            resetsSeen.put(group, reset);
            begun.put(group, counted);
        }
        read.put(group, since(counted, begun.getOrDefault(group, Map.of())));
    }

    private static Map<String, Map<String, Object>> since(
            Map<String, Map<String, Object>> counted, Map<String, Map<String, Object>> begun) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>();
        counted.forEach((id, values) -> {
            Map<String, Object> rest = new LinkedHashMap<>();
            values.forEach((name, value) -> rest.put(
                    name, since(name, value, begun.getOrDefault(id, Map.of()).get(name))));
            all.put(id, rest);
        });
        return all;
    }

    private static Object since(String name, Object value, Object begun) {
        boolean level = name.endsWith("WATERMARK_BYTES") || name.endsWith("OCCUPANCY_BYTES");
        return value instanceof Long now && begun instanceof Long then && !level ? (Object) (now - then) : value;
    }

    /** Return what {@code sonic-db-dump -n COUNTERS_DB -y} prints. */
    synchronized String dump() {
        Map<String, Map<String, Object>> tables = new TreeMap<>();
        read.values()
                .forEach(objects ->
                        objects.forEach((id, values) -> tables.computeIfAbsent("COUNTERS:" + id, key -> new TreeMap<>())
                                .putAll(values)));
        names(tables);
        return SonicDump.of(tables);
    }

    private void names(Map<String, Map<String, Object>> tables) {
        Map<String, Object> ports = new TreeMap<>();
        Map<String, Object> queues = new TreeMap<>();
        Map<String, Object> types = new TreeMap<>();
        Map<String, Object> groups = new TreeMap<>();
        for (SwitchPort port : meter.ports()) {
            ports.put(port.name(), port.id());
            for (int n = 0; n < SwitchMeter.CLASSES; n++) {
                queues.put(port.name() + ":" + n, port.queueId(n));
                types.put(port.queueId(n), "SAI_QUEUE_TYPE_UNICAST");
                groups.put(port.name() + ":" + n, port.groupId(n));
            }
        }
        tables.put("COUNTERS_PORT_NAME_MAP", ports);
        tables.put("COUNTERS_QUEUE_NAME_MAP", queues);
        tables.put("COUNTERS_QUEUE_TYPE_MAP", types);
        tables.put("COUNTERS_PG_NAME_MAP", groups);
    }
}
