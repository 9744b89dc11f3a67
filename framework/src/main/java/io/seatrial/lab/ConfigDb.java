package io.seatrial.lab;

import io.seatrial.inventory.LabQos;
import java.util.Map;
import java.util.TreeMap;

/**
 * SONiC's CONFIG_DB of one switch, with the tables that say how it treats its classes (sonic-buildimage src/sonic-yang-models). The buffer
 * profile is a static one: {@code static_th} is XOFF, {@code xoff} the headroom above it. A switch that does not mark, a fault of the lab, still says here that it does.
 *
 * @param name of the switch
 * @param ports all of them
 * @param policy how it treats the lossless class, null where the lab has no such settings
 */
record ConfigDb(String name, Iterable<SwitchPort> ports, QueuePolicy policy) {
    private static final String LOSSLESS = Integer.toString(LinkSide.LOSSLESS);
    private static final String MAP = "AZURE";
    private static final int DSCPS = 64;
    /** Every class has eight code points, so that 26, which RDMA carries, is in class 3 as on the lab's NICs. */
    private static final int DSCP_PER_CLASS = 8;

    private static final long MEGABIT = 1_000_000;

    /** Return what {@code sonic-db-dump -n CONFIG_DB -y} prints. */
    String dump() {
        Map<String, Map<String, Object>> tables = new TreeMap<>();
        tables.put(
                "DEVICE_METADATA|localhost", Map.of("hostname", name, "type", "LeafRouter", "hwsku", "seatrial-lab"));
        for (SwitchPort port : ports) {
            tables.put("PORT|" + port.name(), port(port));
            if (policy != null) {
                classes(tables, port);
            }
        }
        if (policy != null) {
            maps(tables);
            thresholds(tables, policy.qos());
        }
        return SonicDump.of(tables);
    }

    private static Map<String, Object> port(SwitchPort port) {
        return Map.of(
                "admin_status", "up",
                "mtu", "9100",
                "fec", "rs",
                "speed", Long.toString(port.link().rate() / MEGABIT),
                "index", Integer.toString(port.index()));
    }

    private void classes(Map<String, Map<String, Object>> tables, SwitchPort port) {
        Map<String, Object> qos = new TreeMap<>(
                Map.of("dscp_to_tc_map", MAP, "tc_to_queue_map", MAP, "tc_to_pg_map", MAP, "pfc_to_queue_map", MAP));
        if (policy.lossless()) {
            qos.put("pfc_enable", LOSSLESS);
            qos.put("pfcwd_sw_enable", LOSSLESS);
            tables.put(
                    "PFC_WD|" + port.name(),
                    Map.of(
                            "action", SwitchMeter.WATCHDOG_ACTION,
                            "detection_time", Integer.toString(CounterGroup.INTERVAL),
                            "restoration_time", Integer.toString(CounterGroup.INTERVAL)));
        }
        tables.put("PORT_QOS_MAP|" + port.name(), qos);
        tables.put(
                "QUEUE|" + port.name() + "|" + LOSSLESS,
                Map.of("wred_profile", "AZURE_LOSSLESS", "scheduler", "scheduler.1"));
        tables.put(
                "BUFFER_PG|" + port.name() + "|" + LOSSLESS,
                Map.of("profile", policy.lossless() ? "pg_lossless_profile" : "ingress_lossy_profile"));
    }

    private static void maps(Map<String, Map<String, Object>> tables) {
        Map<String, Object> dscp = new TreeMap<>();
        Map<String, Object> same = new TreeMap<>();
        for (int n = 0; n < DSCPS; n++) {
            dscp.put(Integer.toString(n), Integer.toString(n / DSCP_PER_CLASS));
        }
        for (int n = 0; n < SwitchMeter.CLASSES; n++) {
            same.put(Integer.toString(n), Integer.toString(n));
        }
        tables.put("DSCP_TO_TC_MAP|" + MAP, dscp);
        tables.put("TC_TO_QUEUE_MAP|" + MAP, same);
        tables.put("TC_TO_PRIORITY_GROUP_MAP|" + MAP, same);
        tables.put("MAP_PFC_PRIORITY_TO_QUEUE|" + MAP, same);
    }

    private void thresholds(Map<String, Map<String, Object>> tables, LabQos qos) {
        tables.put("WRED_PROFILE|AZURE_LOSSLESS", wred(qos));
        tables.put("BUFFER_PROFILE|ingress_lossy_profile", Map.of("pool", "ingress_lossy_pool", "size", "0"));
        if (policy.lossless()) {
            tables.put("PFC_WD|GLOBAL", Map.of("POLL_INTERVAL", Integer.toString(CounterGroup.INTERVAL)));
            tables.put(
                    "BUFFER_PROFILE|pg_lossless_profile",
                    Map.of(
                            "pool", "ingress_lossless_pool",
                            "size", Integer.toString(policy.room()),
                            "static_th", Integer.toString(qos.xoff()),
                            "xoff", Integer.toString(policy.room() - qos.xoff()),
                            "xon", Integer.toString(qos.xon())));
        }
    }

    private static Map<String, Object> wred(LabQos qos) {
        return Map.of(
                "ecn", "ecn_all",
                "wred_green_enable", "true",
                "green_min_threshold", Integer.toString(qos.kmin()),
                "green_max_threshold", Integer.toString(qos.kmax()),
                "green_drop_probability", Long.toString(Math.round(qos.pmax() * 100)));
    }
}
