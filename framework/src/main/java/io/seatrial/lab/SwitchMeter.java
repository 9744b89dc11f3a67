package io.seatrial.lab;

import io.seatrial.lab.PauseMeter.Paused;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a switch counts of its ports, by SAI's names (opencomputeproject/SAI inc/saiport.h, saiqueue.h, saibuffer.h): whole numbers, and texts
 * where SONiC's watchdog keeps texts.
 *
 * @param name of the switch
 * @param ports all of them
 * @param quality faults and their beginning
 */
record SwitchMeter(String name, List<SwitchPort> ports, Quality quality) {
    static final int CLASSES = 8;
    /** How long a queue must stand still to be in a storm, and be quiet to be restored, us: it cannot see more often than it looks. */
    static final String WATCHDOG_TIME = CounterGroup.INTERVAL + "000";
    /** What the watchdog does about a storm: it tells and changes nothing. */
    static final String WATCHDOG_ACTION = "alert";

    private static final int PACKET = LinkSide.PACKET;
    private static final String PORT = "SAI_PORT_STAT_";
    private static final String QUEUE = "SAI_QUEUE_STAT_";
    private static final String GROUP = "SAI_INGRESS_PRIORITY_GROUP_STAT_";
    private static final String WATCHDOG = "PFC_WD_";

    /** Read one group of counters: by object, by name. */
    Map<String, Map<String, Object>> read(CounterGroup group, long now) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>();
        for (SwitchPort port : ports) {
            switch (group) {
                case PORT -> all.put(port.id(), port(port, now));
                case WATCHDOG -> all.put(port.queueId(LinkSide.LOSSLESS), watchdog(port, now));
                default -> {
                    for (int n = 0; n < CLASSES; n++) {
                        all.put(id(group, port, n), indexed(group, port, n, now));
                    }
                }
            }
        }
        return all;
    }

    private static String id(CounterGroup group, SwitchPort port, int n) {
        boolean ingress = group == CounterGroup.PRIORITY_GROUP_DROPS || group == CounterGroup.PRIORITY_GROUP_WATERMARK;
        return ingress ? port.groupId(n) : port.queueId(n);
    }

    private Map<String, Object> port(SwitchPort port, long now) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(PORT + "IF_IN_OCTETS", port.in().bytes());
        all.put(PORT + "IF_IN_UCAST_PKTS", port.in().packets());
        all.put(PORT + "IF_IN_ERRORS", port.in().damaged());
        all.put(PORT + "IF_IN_DISCARDS", 0L);
        all.put(PORT + "IF_OUT_OCTETS", port.out().bytes());
        all.put(PORT + "IF_OUT_UCAST_PKTS", port.out().packets());
        all.put(PORT + "IF_OUT_ERRORS", 0L);
        all.put(PORT + "IF_OUT_DISCARDS", port.out().counts().lost(LinkSide.LOSSLESS));
        all.put(PORT + "IF_IN_FEC_CORRECTABLE_FRAMES", corrected(port, now));
        all.put(PORT + "IF_IN_FEC_NOT_CORRECTABLE_FRAMES", port.in().damaged());
        all.put(PORT + "IF_IN_FEC_SYMBOL_ERRORS", corrected(port, now));
        all.put(PORT + "PAUSE_RX_PKTS", 0L);
        all.put(PORT + "PAUSE_TX_PKTS", 0L);
        for (int priority = 0; priority < CLASSES; priority++) {
            pauses(all, priority, port, now);
        }
        return all;
    }

    /** The port receives pauses for what it sends, and sends them for what it receives. */
    private static void pauses(Map<String, Object> all, int priority, SwitchPort port, long now) {
        boolean counted = priority == LinkSide.LOSSLESS;
        Paused heard = counted ? port.out().paused(now) : Paused.NEVER;
        Paused said = counted ? port.in().paused(now) : Paused.NEVER;
        String name = PORT + "PFC_" + priority + "_";
        all.put(name + "RX_PKTS", heard.frames());
        all.put(name + "TX_PKTS", said.frames());
        all.put(name + "RX_PAUSE_DURATION_US", TimeUnit.NANOSECONDS.toMicros(heard.nanos()));
        all.put(name + "TX_PAUSE_DURATION_US", TimeUnit.NANOSECONDS.toMicros(said.nanos()));
        all.put(name + "ON2OFF_RX_PKTS", heard.transitions());
    }

    /** Codewords with one corrected bit, as many as the bits that FEC corrects at a raw error ratio of 1e-8. */
    private long corrected(SwitchPort port, long now) {
        return (long) ((now - quality.start()) / 1e9 * port.link().rate()) / NicStatistics.BITS_FOR_ONE_CORRECTED;
    }

    private Map<String, Object> indexed(CounterGroup group, SwitchPort port, int n, long now) {
        return switch (group) {
            case QUEUE -> queue(port, n, now);
            case WRED -> wred(port, n);
            case QUEUE_WATERMARK -> Map.of(QUEUE + "SHARED_WATERMARK_BYTES", watermark(port, n, now));
            case PRIORITY_GROUP_DROPS ->
                Map.of(
                        GROUP + "DROPPED_PACKETS",
                        0L,
                        GROUP + "PACKETS",
                        port.in().counts().packets(n));
            case PRIORITY_GROUP_WATERMARK ->
                Map.of(GROUP + "SHARED_WATERMARK_BYTES", 0L, GROUP + "XOFF_ROOM_WATERMARK_BYTES", 0L);
            default -> throw new IllegalArgumentException(group + " is not read by class");
        };
    }

    private static long watermark(SwitchPort port, int n, long now) {
        return n == LinkSide.LOSSLESS
                ? port.out().egress().map(queue -> queue.watermark(now)).orElse(0)
                : 0;
    }

    private static Map<String, Object> queue(SwitchPort port, int n, long now) {
        ClassCounts counts = port.out().counts();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(QUEUE + "PACKETS", counts.packets(n));
        all.put(QUEUE + "BYTES", counts.bytes(n));
        all.put(QUEUE + "DROPPED_PACKETS", counts.lost(n));
        all.put(QUEUE + "DROPPED_BYTES", counts.lost(n) * PACKET);
        all.put(QUEUE + "CURR_OCCUPANCY_BYTES", (long)
                port.out().egress().map(queue -> queue.level(n, now)).orElse(0));
        return all;
    }

    private static Map<String, Object> wred(SwitchPort port, int n) {
        long marked = port.out().counts().marked(n);
        return Map.of(
                QUEUE + "WRED_ECN_MARKED_PACKETS",
                marked,
                QUEUE + "WRED_ECN_MARKED_BYTES",
                marked * PACKET,
                QUEUE + "WRED_DROPPED_PACKETS",
                0L,
                QUEUE + "WRED_DROPPED_BYTES",
                0L);
    }

    /** The watchdog of a stuck receiver's port sees one storm, as soon as anything waited for that receiver. */
    private Map<String, Object> watchdog(SwitchPort port, long now) {
        boolean stormed = port.out().isStuck() && port.out().packets() > 0;
        long often = quality.has(Fault.Kind.WATCHDOG, name + "/" + port.name())
                ? TimeUnit.NANOSECONDS.toSeconds(now - quality.start())
                : 0;
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(WATCHDOG + "STATUS", stormed ? "stormed" : "operational");
        all.put(WATCHDOG + "DETECTION_TIME", WATCHDOG_TIME);
        all.put(WATCHDOG + "RESTORATION_TIME", WATCHDOG_TIME);
        all.put(WATCHDOG + "ACTION", WATCHDOG_ACTION);
        all.put(WATCHDOG + "QUEUE_STATS_DEADLOCK_DETECTED", often + (stormed ? 1 : 0));
        all.put(WATCHDOG + "QUEUE_STATS_DEADLOCK_RESTORED", often);
        for (String packets : List.of("TX_PACKETS", "TX_DROPPED_PACKETS", "RX_PACKETS", "RX_DROPPED_PACKETS")) {
            all.put(WATCHDOG + "QUEUE_STATS_" + packets, 0L);
        }
        return all;
    }
}
