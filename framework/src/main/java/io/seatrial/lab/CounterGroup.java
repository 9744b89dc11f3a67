package io.seatrial.lab;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Counters that a switch reads from its ASIC together. SONiC reads queues and WRED every 10 s by default; at that pace no window of the lab
 * would show anything, so all groups are read every half second here, and {@code counterpoll show} says so.
 */
enum CounterGroup {
    PORT("PORT_STAT"),
    QUEUE("QUEUE_STAT"),
    WRED("WRED_ECN_QUEUE_STAT"),
    QUEUE_WATERMARK("QUEUE_WATERMARK_STAT"),
    PRIORITY_GROUP_DROPS("PG_DROP_STAT"),
    PRIORITY_GROUP_WATERMARK("PG_WATERMARK_STAT"),
    /** Read by the watchdog itself: {@code counterpoll} does not know of it, its interval stands in CONFIG_DB. */
    WATCHDOG("");

    /** ms */
    static final int INTERVAL = 500;

    private final String type;

    CounterGroup(String type) {
        this.type = type;
    }

    /** Return what {@code counterpoll show} prints. */
    static String counterpoll(boolean qos) {
        return Arrays.stream(values())
                .filter(group -> !group.type.isEmpty())
                .map(group -> row(group.type, Integer.toString(INTERVAL), qos || group != WRED ? "enable" : "disable"))
                .collect(Collectors.joining(
                        "",
                        row("Type", "Interval (in ms)", "Status")
                                + row("--------------------", "----------------", "--------"),
                        ""));
    }

    private static String row(String type, String interval, String status) {
        return (type + " ".repeat(22)).substring(0, 22) + (interval + " ".repeat(18)).substring(0, 18) + status + "\n";
    }
}
