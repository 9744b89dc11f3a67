package io.seatrial.run;

import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.GroupRunner;
import java.util.Objects;

/**
 * What runs a round.
 *
 * @param flows of flows
 * @param groups of groups
 */
public record Runners(FlowRunner flows, GroupRunner groups) {
    public Runners {
        Objects.requireNonNull(flows, "flows");
        Objects.requireNonNull(groups, "groups");
    }
}
