package io.seatrial.lab;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a NIC is set for congestion control, as files: what MLNX_OFED shows below {@code /sys/class/net/NETDEV} and {@code
 * /sys/class/infiniband/DEVICE}, and, in place of what {@code mlnx_qos -i NETDEV} asks the driver, a file with the text that it prints.
 *
 * @param pfc whether PFC is on for the lossless priority
 * @param dscp whether its traffic carries the DSCP of the lossless class
 */
record NicSettings(boolean pfc, boolean dscp) {
    /** DSCP of RDMA traffic and of congestion notifications, as SONiC and NVIDIA set them by default. */
    static final int DSCP = 26;

    private static final int CNP_DSCP = 48;
    private static final int CNP_PRIORITY = 6;
    /** The low bits of a traffic class: ECN capable. */
    private static final int ECT = 2;

    private static final int DSCP_PER_PRIORITY = 8;
    private static final int PRIORITIES = 8;

    /** Return the files of the network interface. */
    Map<String, String> network() {
        Map<String, String> files = new LinkedHashMap<>();
        for (int priority = 0; priority < PRIORITIES; priority++) {
            String enabled = priority == LinkSide.LOSSLESS ? "1" : "0";
            files.put("ecn/roce_np/enable/" + priority, enabled);
            files.put("ecn/roce_rp/enable/" + priority, enabled);
        }
        files.put("ecn/roce_np/cnp_dscp", Integer.toString(CNP_DSCP));
        files.put("ecn/roce_np/cnp_802p_prio", Integer.toString(CNP_PRIORITY));
        files.put("ecn/roce_np/min_time_between_cnps", "4");
        files.put("mlnx_qos", mlnxQos());
        return files;
    }

    /** Return the files of the RDMA device. */
    Map<String, String> device() {
        int dscpNow = dscp ? DSCP : 0;
        return Map.of("tc/1/traffic_class", "Global tclass=" + (dscpNow * 4 + ECT));
    }

    private String mlnxQos() {
        return "DCBX mode: OS controlled\nPriority trust state: dscp\ndscp2prio mapping:\n"
                + IntStream.range(0, PRIORITIES).mapToObj(NicSettings::mapping).collect(Collectors.joining())
                + "default priority:\nReceive buffer size (bytes): 20224,150528,0,0,0,0,0,0,max_buffer_size=1054240\n"
                + "Cable len: 7\nPFC configuration:\n\tpriority    0   1   2   3   4   5   6   7\n\tenabled  "
                + row(pfc) + "\n\tbuffer   " + row(true) + "\n"
                + IntStream.range(0, PRIORITIES)
                        .mapToObj(tc -> "tc: " + tc + " ratelimit: unlimited, tsa: vendor\n\t priority:  " + tc)
                        .collect(Collectors.joining("\n"));
    }

    private static String mapping(int priority) {
        return "\tprio:" + priority + " dscp:"
                + IntStream.range(0, DSCP_PER_PRIORITY)
                        .mapToObj(i -> String.format(
                                Locale.ROOT, "%02d", priority * DSCP_PER_PRIORITY + DSCP_PER_PRIORITY - 1 - i))
                        .collect(Collectors.joining(","))
                + ",\n";
    }

    private static String row(boolean lossless) {
        return IntStream.range(0, PRIORITIES)
                .mapToObj(priority -> lossless && priority == LinkSide.LOSSLESS ? "   1" : "   0")
                .collect(Collectors.joining());
    }
}
