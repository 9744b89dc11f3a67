package io.seatrial.criteria;

import java.util.List;
import java.util.Set;

/**
 * Over which windows and links an ask of counters is judged.
 *
 * @param during asks whose traffic makes the windows; empty for every ask of flows that the run makes
 * @param tiers tiers whose links are asked; empty for all
 * @param minimumPackets fewest packets of a window that make a ratio
 */
public record CounterTerms(List<String> during, Set<String> tiers, long minimumPackets) implements Terms {
    /** Domain notes, marked ratio: with fewer packets a ratio says little (grade D). */
    public static final long PACKETS = 1_000_000;

    public CounterTerms {
        during = List.copyOf(during);
        tiers = Set.copyOf(tiers);
        if (minimumPackets < 1) {
            throw new IllegalArgumentException(
                    "minimum packets: expected 1 or more, got " + minimumPackets + ": 0 of 0 is no ratio");
        }
    }
}
