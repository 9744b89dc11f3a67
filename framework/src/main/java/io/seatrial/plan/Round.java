package io.seatrial.plan;

import java.util.ArrayList;
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

    /** Number rounds in their order, from 0. */
    static List<Round> numbered(List<List<Flow>> rounds) {
        List<Round> numbered = new ArrayList<>(rounds.size());
        rounds.forEach(flows -> numbered.add(new Round(numbered.size(), flows)));
        return numbered;
    }
}
