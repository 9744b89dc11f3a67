package io.seatrial.plan;

import java.util.List;

/**
 * Flows that run at the same moment.
 *
 * @param number position in its pattern, from 0
 * @param flows what runs
 */
public record Round(int number, List<Flow> flows) {
    public Round {
        flows = List.copyOf(flows);
    }
}
