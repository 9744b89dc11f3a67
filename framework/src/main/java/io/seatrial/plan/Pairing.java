package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A pattern in which hosts meet in pairs by the circle method. Each round of the circle gives every host one new partner; it becomes several
 * rounds where the uplinks do not carry all of its flows at once.
 *
 * @param scope which ports of two hosts that meet talk to each other
 * @param most largest number of rounds; empty = as many as it takes
 * @param seed chooses the rounds where {@code most} cuts them
 */
public record Pairing(PairScope scope, OptionalInt most, long seed) implements TrafficPattern {
    /** More flows than this do not fit into a controller's memory; a cluster of that size takes a part of the rounds. */
    public static final int MOST_FLOWS = 1_000_000;

    public Pairing {
        Objects.requireNonNull(scope, "scope");
        if (most.isPresent() && most.getAsInt() < 1) {
            throw new IllegalArgumentException("rounds: expected at most 1 or more, got " + most.getAsInt());
        }
    }

    /** Return the same pattern with so many rounds at most, chosen by the seed. */
    public Pairing atMost(int rounds) {
        return new Pairing(scope, OptionalInt.of(rounds), seed);
    }

    /** Return the same pattern with another choice of rounds. */
    public Pairing seed(long number) {
        return new Pairing(scope, most, number);
    }

    @Override
    public List<Round> rounds(Cluster cluster) {
        return plan(cluster).rounds();
    }

    @Override
    public Plan plan(Cluster cluster) {
        Paths paths = Paths.of(cluster);
        Omissions omissions = new Omissions(paths);
        if (cluster.hosts().size() < 2) {
            omissions.add("cluster " + cluster.name() + " has "
                    + cluster.hosts().size() + " host(s): " + scope.text() + " needs 2 or more");
            return new Plan(List.of(), omissions.notes());
        }
        Meetings meetings = new Meetings(paths, Roster.of(cluster), scope, omissions);
        return collect(paths, meetings, omissions);
    }

    private Plan collect(Paths paths, Meetings meetings, Omissions omissions) {
        List<Meetings.Slot> slots = meetings.slots(most.isPresent() ? Optional.of(Dice.of(seed)) : Optional.empty());
        if (most.isEmpty()) {
            checkSize(meetings.flowsToExpect());
        }
        List<List<Flow>> rounds = new ArrayList<>();
        long flows = 0;
        for (int i = 0; i < slots.size(); i++) {
            List<List<Flow>> packed = packed(paths, meetings.flows(slots.get(i)));
            if (rounds.size() + packed.size() > most.orElse(Integer.MAX_VALUE)) {
                omissions.add(cut(rounds, packed, slots.size() - i));
                break;
            }
            rounds.addAll(packed);
            flows += packed.stream().mapToInt(List::size).sum();
            checkSize(flows);
        }
        if (rounds.isEmpty() && omissions.notes().isEmpty()) {
            omissions.add("no pair of hosts fits " + scope.text());
        }
        return new Plan(Round.numbered(rounds), omissions.notes());
    }

    /** Take what fits of the meeting that crosses the limit only where there is nothing else: later ones would be partial too. */
    private String cut(List<List<Flow>> rounds, List<List<Flow>> packed, int left) {
        String limit = scope.text() + " cut at " + most.getAsInt() + " rounds (seed " + seed + "): ";
        if (!rounds.isEmpty()) {
            return limit + "up to " + left + " meetings of all hosts left out";
        }
        rounds.addAll(packed.subList(0, most.getAsInt()));
        return limit + "one meeting of all hosts takes " + packed.size() + " rounds, up to " + (left - 1)
                + " more left out";
    }

    private void checkSize(long flows) {
        if (flows > MOST_FLOWS) {
            throw new IllegalArgumentException(scope.text() + " of this cluster has more than " + MOST_FLOWS
                    + " flows; expected a limit of rounds (atMost) or a selection of hosts");
        }
    }

    private static List<List<Flow>> packed(Paths paths, List<Flow> flows) {
        Packing packing = new Packing(paths, false);
        flows.forEach(packing::add);
        return packing.rounds();
    }
}
