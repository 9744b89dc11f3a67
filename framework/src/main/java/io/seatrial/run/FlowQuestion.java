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
        LATENCY,
        BANDWIDTH
    }

    public FlowQuestion {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(kind, "kind");
    }
}
