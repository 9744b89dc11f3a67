package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.List;

/** Refuses settings of a probe that exclude one another: the probe would refuse them too, but only once the run has begun. */
final class ProbeContradictions {
    /** What the probe takes at most (wire format, {@code duration_ms}). */
    private static final Duration LONGEST = Duration.ofDays(30);

    private static final String ROUTE = "rdma-cm";
    private static final long DEPTH = 128;

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
        if (!known.isRdma()) {
            return;
        }
        if (isLatency()) {
            refuseOfLatency();
        } else {
            refuseOfBandwidth();
        }
        if (settings.verbs().connect().orElse("").equals(ROUTE)) {
            refuseEach(
                    List.of("sl", "mtu", "flow-label"),
                    "cannot be chosen with connect: rdma-cm, because the kernel takes it from the route;"
                            + " leave it out, or use connect: exchange");
        }
        if (!settings.tool().equals(ProbeSettings.OWN_TOOL)) {
            refuseOfPerftest();
        }
    }

    private boolean isLatency() {
        return known.isLatency() || isRatio() && known.id().endsWith(".latency");
    }

    private boolean isRatio() {
        return known.unit() == Unit.PARTS_PER_MILLION;
    }

    private void refuseOfLatency() {
        if (settings.verbs().qps().orElse(1) != 1) {
            probe.problem("qps", "expected 1: latency is measured over one queue pair; leave it out");
        }
        if (!isRatio()) {
            refuseEach(
                    List.of("depth", "streams"), "is for bandwidth: one message at a time is under way; leave it out");
        }
        if (isRatio() || known.id().contains(".write-latency.")) {
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

    private void refuseOfBandwidth() {
        if (!isRatio()) {
            refuseEach(List.of("streams"), "is for TCP; queue pairs are chosen by qps");
            refuseEach(List.of("warmup"), "is for latency: a bandwidth begins to count once its queues are full");
        }
        long least = 4
                * settings.verbs().depth().orElse((int) DEPTH)
                * settings.verbs().qps().orElse(1);
        if (settings.count().orElse(least) < least) {
            probe.problem(
                    "count",
                    "expected 4 x depth x qps = " + least
                            + " or more, so that a window is left in which all queue pairs are busy");
        }
    }

    private void refuseOfPerftest() {
        if (settings.verbs().connect().orElse("").equals(ROUTE)) {
            probe.problem("connect", "expected exchange beside tool: perftest");
        }
        refuseEach(List.of("flow-label", "gid-type"), "cannot be chosen with tool: perftest; leave it out");
        if (settings.duration().orElse(Long.MAX_VALUE) < Duration.ofSeconds(1).toNanos()) {
            probe.problem("duration", "expected 1 s or more: perftest counts in whole seconds");
        }
    }

    private void refuseEach(List<String> keys, String why) {
        keys.stream().filter(probe::has).forEach(key -> probe.problem(key, key + " " + why));
    }
}
