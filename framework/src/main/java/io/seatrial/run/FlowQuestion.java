package io.seatrial.run;

import java.util.Objects;

/**
 * Something that a suite asks of flows; its parameters stand in {@code criteria.yaml} under the same id.
 *
 * @param ask id, for example {@code latency.within-rail}
 * @param kind what is measured
 */
public record FlowQuestion(String ask, Kind kind) {
    /** What can be measured over a flow. */
    public enum Kind {
        /** Round trips over sockets. */
        LATENCY,
        /** Goodput over sockets. */
        BANDWIDTH,
        /** Latency of one RDMA message. */
        WRITE_LATENCY,
        SEND_LATENCY,
        READ_LATENCY,
        /** What RDMA messages carry. */
        WRITE_BANDWIDTH,
        READ_BANDWIDTH,
        /** What they carry when both sides send at once, both together. */
        WRITE_BOTH_WAYS,
        /** Latency over RDMA as a share of that over sockets. */
        LATENCY_BESIDE_TCP,
        /** CPU time for the same bytes over RDMA as a share of that over sockets. */
        CPU_BESIDE_TCP,
        /** Latency as the probe measures it, as a share of what perftest measures. */
        LATENCY_AGAINST_PERFTEST,
        /** Bandwidth as the probe measures it, as a share of what perftest measures. */
        BANDWIDTH_AGAINST_PERFTEST
    }

    public FlowQuestion {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(kind, "kind");
    }
}
