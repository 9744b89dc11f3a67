package io.seatrial.plan;

import java.util.List;

/**
 * Rounds of groups, and in sentences what was asked and is not in them.
 *
 * @param rounds in the order in which they run
 * @param notes what is left out and why; empty when nothing is
 */
public record GroupPlan(List<GroupRound> rounds, List<String> notes) {
    public GroupPlan {
        rounds = List.copyOf(rounds);
        notes = List.copyOf(notes);
    }
}
