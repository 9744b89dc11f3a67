package io.seatrial.telemetry;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A COUNTERS_DB of the size of a real switch's: each port with some 100 counters, 16 queues with their watchdog, 8 priority groups, in the layout
 * of {@code sonic-db-dump -y}, one field a line.
 */
final class SonicDumps {
    private static final List<String> PORT = List.of(
            "IF_IN_OCTETS",
            "IF_OUT_OCTETS",
            "IF_IN_UCAST_PKTS",
            "IF_OUT_UCAST_PKTS",
            "IF_IN_ERRORS",
            "IF_OUT_ERRORS",
            "IF_IN_DISCARDS",
            "IF_OUT_DISCARDS",
            "IF_IN_FEC_CORRECTABLE_FRAMES",
            "IF_IN_FEC_NOT_CORRECTABLE_FRAMES",
            "IF_IN_FEC_SYMBOL_ERRORS");
    private static final List<String> QUEUE = List.of(
            "PACKETS",
            "BYTES",
            "DROPPED_PACKETS",
            "DROPPED_BYTES",
            "WRED_ECN_MARKED_PACKETS",
            "WRED_ECN_MARKED_BYTES",
            "WRED_DROPPED_PACKETS",
            "SHARED_WATERMARK_BYTES");
    private static final List<String> WATCHDOG = List.of(
            "DEADLOCK_DETECTED",
            "DEADLOCK_RESTORED",
            "TX_PACKETS",
            "TX_DROPPED_PACKETS",
            "RX_PACKETS",
            "RX_DROPPED_PACKETS",
            "TX_PACKETS_LAST",
            "TX_DROPPED_PACKETS_LAST",
            "RX_PACKETS_LAST",
            "RX_DROPPED_PACKETS_LAST");
    private static final List<String> GROUP =
            List.of("PACKETS", "DROPPED_PACKETS", "SHARED_WATERMARK_BYTES", "XOFF_ROOM_WATERMARK_BYTES");

    private static final int QUEUES = 16;
    private static final int GROUPS = 8;
    private static final int OTHERS = 48;

    private final StringBuilder text = new StringBuilder("{\n");
    private final int ports;

    private SonicDumps(int ports) {
        this.ports = ports;
    }

    static String of(int ports) {
        SonicDumps dump = new SonicDumps(ports);
        dump.maps();
        IntStream.range(0, ports).forEach(dump::port);
        return dump.text.append("  \"END\": {}\n}\n").toString();
    }

    private void maps() {
        hash("COUNTERS_PORT_NAME_MAP", () -> each(1, (port, i) -> field("Ethernet" + port, oid("1", port, 0))));
        hash(
                "COUNTERS_QUEUE_NAME_MAP",
                () -> each(QUEUES, (port, i) -> field("Ethernet" + port + ":" + i, oid("15", port, i))));
        hash(
                "COUNTERS_QUEUE_TYPE_MAP",
                () -> each(QUEUES, (port, i) -> field(oid("15", port, i), "SAI_QUEUE_TYPE_UNICAST")));
        hash(
                "COUNTERS_PG_NAME_MAP",
                () -> each(GROUPS, (port, i) -> field("Ethernet" + port + ":" + i, oid("1a", port, i))));
    }

    private void port(int port) {
        hash("COUNTERS:" + oid("1", port, 0), () -> {
            PORT.forEach(name -> field("SAI_PORT_STAT_" + name, "123456789012"));
            IntStream.range(0, OTHERS).forEach(i -> field("SAI_PORT_STAT_ETHER_OTHER_PKTS_" + i, "1234567"));
            for (int p = 0; p < 8; p++) {
                String pfc = "SAI_PORT_STAT_PFC_" + p + "_";
                List.of("RX_PKTS", "TX_PKTS", "RX_PAUSE_DURATION_US", "TX_PAUSE_DURATION_US", "ON2OFF_RX_PKTS")
                        .forEach(name -> field(pfc + name, "1234"));
            }
        });
        IntStream.range(0, QUEUES)
                .forEach(i -> hash("COUNTERS:" + oid("15", port, i), () -> {
                    QUEUE.forEach(name -> field("SAI_QUEUE_STAT_" + name, "123456789"));
                    WATCHDOG.forEach(name -> field("PFC_WD_QUEUE_STATS_" + name, "0"));
                    field("PFC_WD_STATUS", "operational");
                    field("PFC_WD_DETECTION_TIME", "400000");
                }));
        IntStream.range(0, GROUPS)
                .forEach(i -> hash(
                        "COUNTERS:" + oid("1a", port, i),
                        () -> GROUP.forEach(name -> field("SAI_INGRESS_PRIORITY_GROUP_STAT_" + name, "123456"))));
    }

    private void each(int number, Each each) {
        for (int port = 0; port < ports; port++) {
            for (int i = 0; i < number; i++) {
                each.take(port, i);
            }
        }
    }

    private interface Each {
        void take(int port, int index);
    }

    private void hash(String name, Runnable fields) {
        text.append("  \"").append(name).append("\": {\n    \"expireat\": 1792159267.5,\n    \"ttl\": -0.001,\n");
        text.append("    \"type\": \"hash\",\n    \"value\": {\n");
        fields.run();
        text.setLength(text.length() - 2);
        text.append("\n    }\n  },\n");
    }

    private void field(String name, String value) {
        text.append("      \"").append(name).append("\": \"").append(value).append("\",\n");
    }

    private static String oid(String type, int port, int index) {
        return String.format("oid:0x%s%08x%04x", type, port, index);
    }
}
