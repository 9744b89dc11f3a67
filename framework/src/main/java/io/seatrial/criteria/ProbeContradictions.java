package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses settings of a probe that exclude one another, and those that nothing of the ask would read: the probe would refuse the first too, but
 * only once the run has begun, and the second would be kept for something that they do not do.
 */
final class ProbeContradictions {
    /** What the probe takes at most (wire format, {@code duration_ms}). */
    private static final Duration LONGEST = Duration.ofDays(30);

    /** perftest prints each value, and no more text than these make is kept. */
    private static final long MOST_OF_PERFTEST = 1_000_000;

    private static final String ROUTE = "rdma-cm";
    private static final String LEAVE_OUT = "; leave it out";

    private final KnownAsk known;
    private final Section probe;
    private final ProbeSettings settings;

    ProbeContradictions(KnownAsk known, Section probe, ProbeSettings settings) {
        this.known = known;
        this.probe = probe;
        this.settings = settings;
    }

    void refuse() {
        if (settings.duration().orElse(0) > LONGEST.toNanos()) {
            probe.problem("duration", "expected at most " + LONGEST.toDays() + " d, which is what the probe takes");
        }
        refuseUnread();
        if (known.isRdma()) {
            refuseOfQueuePairs();
        }
    }

    private void refuseUnread() {
        if (!known.isOfFlows()) {
            List<String> traffic = new ArrayList<>(AskReader.PROBE_KEYS);
            traffic.remove("statistic");
            refuseEach(traffic, "is for traffic, and nothing is sent for " + known.id() + LEAVE_OUT);
        } else if (known.sendsSingleMessages()) {
            refuseEach(List.of("depth", "streams"), "is for bandwidth: one message at a time is under way" + LEAVE_OUT);
        } else {
            refuseEach(
                    List.of("count", "warmup"),
                    "is for latency: a bandwidth lasts for its duration, and begins to count once its queues are full"
                            + LEAVE_OUT);
            if (!known.usesSockets()) {
                refuseEach(List.of("streams"), "is for TCP; queue pairs are chosen by qps");
            }
        }
    }

    private void refuseOfQueuePairs() {
        if (known.sendsSingleMessages()) {
            refuseOfLatency();
        }
        if (settings.verbs().connect().orElse("").equals(ROUTE)) {
            refuseEach(
                    List.of("sl", "mtu", "flow-label"),
                    "cannot be chosen with connect: rdma-cm, because the kernel takes it from the route;"
                            + " leave it out, or use connect: exchange");
        }
        if (known.isRatio()) {
            refuseEach(List.of("tool"), "cannot be chosen: the ask itself says what is compared" + LEAVE_OUT);
        }
        if (known.comparesWithPerftest()) {
            refuseOfPerftest("where perftest measures too");
        } else if (settings.isByPerftest()) {
            refuseEach(List.of("warmup"), "cannot be chosen with tool: perftest" + LEAVE_OUT);
            refuseOfPerftest("with tool: perftest");
        }
    }

    private void refuseOfLatency() {
        if (settings.verbs().qps().orElse(1) != 1) {
            probe.problem("qps", "expected 1: latency is measured over one queue pair" + LEAVE_OUT);
        }
        if (known.isRatio() || known.id().contains(".write-latency.")) {
            refuseOfWriteLatency();
        }
    }

    private void refuseOfWriteLatency() {
        if (settings.verbs().mode().orElse("").equals("event")) {
            probe.problem(
                    "mode",
                    "expected poll: the receiver of a write gets no completion to sleep for; ask a send latency instead");
        }
        if (!settings.verbs().memory().orElse(Limit.Scope.HOST).equals(Limit.Scope.HOST)) {
            probe.problem(
                    "memory",
                    "expected host: the receiver of a write watches its memory, which no CPU can do in a GPU;"
                            + " ask a send or read latency instead");
        }
    }

    /** What perftest cannot be told, or does otherwise: without a word it would measure something else. */
    private void refuseOfPerftest(String where) {
        if (settings.verbs().connect().orElse("").equals(ROUTE)) {
            probe.problem("connect", "expected exchange " + where);
        }
        refuseEach(List.of("flow-label", "gid-type"), "cannot be chosen " + where + LEAVE_OUT);
        if (settings.verbs().memory().orElse("").startsWith("hip:")) {
            probe.problem("memory", "expected host or cuda:N " + where + ": memory of an AMD GPU is for our own probe");
        }
        if (settings.count().orElse(1) > MOST_OF_PERFTEST) {
            probe.problem(
                    "count", "expected at most " + MOST_OF_PERFTEST + " " + where + ", which prints each of them");
        }
        if (settings.duration().orElse(Long.MAX_VALUE) < Duration.ofSeconds(1).toNanos()) {
            probe.problem("duration", "expected 1 s or more " + where + ", which counts in whole seconds");
        }
    }

    private void refuseEach(List<String> keys, String why) {
        keys.stream().filter(probe::has).forEach(key -> probe.problem(key, key + " " + why));
    }
}
