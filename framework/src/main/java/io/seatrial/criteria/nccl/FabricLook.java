package io.seatrial.criteria.nccl;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** Looks at numbers that have a meaning in the fabric: traffic class, timeouts, queue pairs, rails, and switches that turn transports off. */
final class FabricLook {
    static final String TIMEOUT = "NCCL_IB_TIMEOUT";
    private static final String RETRIES = "NCCL_IB_RETRY_CNT";
    private static final Release GID_IS_CHOSEN = Release.of("2.21");
    private static final Map<String, String> SWITCHES = Map.of(
            "NCCL_IB_DISABLE", "off.ib-disable",
            "NCCL_P2P_DISABLE", "off.p2p-disable",
            "NCCL_SHM_DISABLE", "off.shm-disable");

    private static final int DSCP_UNIT = 4;
    private static final int CONGESTION_MET = 3;
    private static final int DEFAULT_RETRIES = 7;
    private static final int HIGHEST_TIMEOUT = 31;
    /** The unit of the timeout of InfiniBand and RoCE, us. */
    private static final double TIMEOUT_UNIT = 4.096;

    private final Remarks remarks;
    private final Effective effective;

    FabricLook(Remarks remarks, Effective effective) {
        this.remarks = remarks;
        this.effective = effective;
    }

    void look(long number) {
        String name = remarks.line().name();
        switch (name) {
            case "NCCL_IB_TC" -> trafficClass(number);
            case TIMEOUT -> timeout(number);
            case "NCCL_IB_QPS_PER_CONNECTION" -> say(number == 1, "ib-qps");
            case "NCCL_CROSS_NIC" -> say(number != 0, "cross-nic");
            case "NCCL_IB_GID_INDEX" -> remarks.from(GID_IS_CHOSEN, Severity.INFO, "ib-gid");
            default -> {
                if (SWITCHES.containsKey(name) && number != 0) {
                    remarks.off(SWITCHES.get(name));
                }
            }
        }
    }

    private void say(boolean holds, String key) {
        if (holds) {
            remarks.add(Severity.INFO, key);
        }
    }

    private void trafficClass(long number) {
        if (number >= 0) {
            long ecn = number % DSCP_UNIT;
            boolean met = ecn == CONGESTION_MET;
            remarks.add(
                    met ? Severity.WARNING : Severity.INFO,
                    met ? "ib-tc-ecn" : "ib-tc",
                    "dscp",
                    Long.toString(number / DSCP_UNIT),
                    "ecn",
                    Long.toString(ecn));
        }
    }

    private void timeout(long number) {
        if (number <= 0 || number > HIGHEST_TIMEOUT) {
            remarks.add(Severity.ERROR, "ib-timeout-infinite");
            return;
        }
        double micros = TIMEOUT_UNIT * (1L << number);
        OptionalLong set = effective.number(RETRIES);
        long retries = set.isPresent() && set.getAsLong() >= 0 && set.getAsLong() <= DEFAULT_RETRIES
                ? set.getAsLong()
                : DEFAULT_RETRIES;
        remarks.add(
                Severity.INFO,
                "ib-timeout",
                "time",
                time(micros),
                "retries",
                Long.toString(retries),
                "total",
                time(micros * retries));
    }

    /** Three digits are enough, and the point is one everywhere. */
    static String time(double micros) {
        if (micros < 1000) {
            return String.format(Locale.ROOT, "%.3g us", micros);
        }
        return micros < 1_000_000
                ? String.format(Locale.ROOT, "%.3g ms", micros / 1000)
                : micros < 1_000_000_000
                        ? String.format(Locale.ROOT, "%.3g s", micros / 1_000_000)
                        : String.format(Locale.ROOT, "%.0f s", micros / 1_000_000);
    }
}
