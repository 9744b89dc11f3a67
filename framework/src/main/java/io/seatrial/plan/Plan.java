package io.seatrial.plan;

import java.util.List;

/**
 * Rounds, and in sentences what was asked and is not in them: pairs that nothing joins, rounds beyond a limit, ports without partner.
 *
 * @param rounds in the order in which they run
 * @param notes what is left out and why; empty when nothing is
 */
public record Plan(List<Round> rounds, List<String> notes) {
    public Plan {
        rounds = List.copyOf(rounds);
        notes = List.copyOf(notes);
    }

    /** Return the number of flows of all rounds. */
    public int flows() {
        return rounds.stream().mapToInt(round -> round.flows().size()).sum();
    }
}
