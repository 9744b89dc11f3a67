package io.seatrial.lab;

import io.seatrial.inventory.LabQos;
import io.seatrial.inventory.LabSettings;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How each switch treats the lossless class, and which NIC or link does not do its part, faults taken in.
 *
 * @param lab settings of the fabric
 * @param hosts names of the hosts; every other node is a switch
 * @param faults what is wrong
 * @param start when the lab began, by {@link System#nanoTime()}
 */
record Quality(LabSettings lab, Set<String> hosts, List<Fault> faults, long start) {
    private static final long MILLI = 1_000_000;
    private static final long STORM_PERIOD = 100 * MILLI;
    /** Open for half a millisecond, so that what waits for a stuck receiver trickles on and nothing hangs for ever. */
    private static final long STORM_SHUT = STORM_PERIOD - MILLI / 2;

    private static final long FLAP_PERIOD = 2_000 * MILLI;
    private static final long FLAP_SHUT = 50 * MILLI;
    /** Bytes before a link becomes slow late: 5 s at 200 Mb/s, so that what comes first is measured while it is sound. */
    private static final long LATE = 128L << 20;

    /** Kmin and Kmax of ecn-high: a lone packet stands between them. */
    private static final int LOW_KMIN = 1024;

    private static final int LOW_KMAX = 2 * LinkSide.PACKET;

    /** Return how a switch treats what leaves by its ports; empty for a host, and where the lab has no such settings. */
    Optional<QueuePolicy> policy(String node) {
        return hosts.contains(node) ? Optional.empty() : thresholds(node).map(qos -> policy(node, qos));
    }

    private QueuePolicy policy(String node, LabQos qos) {
        return new QueuePolicy(
                qos, !has(Fault.Kind.ECN_OFF, node), !has(Fault.Kind.LOSSY_CLASS, node), lab.queue(), aim());
    }

    private Optional<LabQos> thresholds(String node) {
        return has(Fault.Kind.ECN_HIGH, node)
                ? lab.qos().map(qos -> qos.marking(LOW_KMIN, Math.min(LOW_KMAX, qos.xoff() - 1)))
                : lab.qos();
    }

    /** Return the bytes that senders keep waiting: between the thresholds as they ought to be, where marks would hold them. */
    private int aim() {
        return lab.qos().map(qos -> (qos.kmin() + qos.kmax()) / 2).orElse(lab.queue());
    }

    /**
     * Return what is wrong with a direction of a link.
     *
     * @param onset of the link, where it becomes slow late
     */
    Trouble trouble(String from, String to, Optional<Onset> onset) {
        return new Trouble(
                has(Fault.Kind.PFC_STORM, to)
                        ? Optional.of(new Rhythm(start, STORM_PERIOD, STORM_SHUT))
                        : Optional.empty(),
                ofLink(Fault.Kind.FLAPPING_LINK, from, to)
                        ? Optional.of(new Rhythm(start, FLAP_PERIOD, FLAP_SHUT))
                        : Optional.empty(),
                ofLink(Fault.Kind.BIT_ERRORS, from, to),
                has(Fault.Kind.PFC_MISMATCH, from),
                has(Fault.Kind.DSCP_MISMATCH, from),
                onset);
    }

    /** Return when a link becomes slow, empty for one that stays as it is. */
    Optional<Onset> onset(String a, String b) {
        return ofLink(Fault.Kind.LATE_SLOW, a, b) ? Optional.of(new Onset(LATE)) : Optional.empty();
    }

    private boolean ofLink(Fault.Kind kind, String from, String to) {
        return has(kind, from) || has(kind, to);
    }

    boolean has(Fault.Kind kind, String subject) {
        return Fault.has(faults, kind, subject);
    }
}
