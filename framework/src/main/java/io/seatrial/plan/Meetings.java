package io.seatrial.plan;

import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Who meets whom: one slot is a round of the circle with one shift between the lanes of the two hosts. */
final class Meetings {
    private final Paths paths;
    private final Roster roster;
    private final PairScope scope;
    private final Omissions omissions;
    private final Circle circle;

    Meetings(Paths paths, Roster roster, PairScope scope, Omissions omissions) {
        this.paths = paths;
        this.roster = roster;
        this.scope = scope;
        this.omissions = omissions;
        this.circle = new Circle(roster.hosts().size());
    }

    /**
     * A round of the circle in which lane {@code l} of the first host meets lane {@code l + shift} of the second.
     *
     * @param round round of the circle
     * @param shift distance between the lanes
     */
    record Slot(int round, int shift) {}

    /** Return every slot once; as long as rounds of the circle are left, the next slot brings every host a new partner. */
    List<Slot> slots(Optional<Random> random) {
        List<Integer> rounds =
                new ArrayList<>(IntStream.range(0, circle.rounds()).boxed().toList());
        random.ifPresent(dice -> Collections.shuffle(rounds, dice));
        int first = scope.firstShift();
        int shifts = scope.shiftsEnd(roster.order().size()) - first;
        List<Slot> slots = new ArrayList<>();
        for (int cycle = 0; cycle < shifts; cycle++) {
            for (int i = 0; i < rounds.size(); i++) {
                slots.add(new Slot(rounds.get(i), first + (i + cycle) % shifts));
            }
        }
        return slots;
    }

    /** Return how many flows all slots together have at least, as far as that is known without making them. */
    long flowsToExpect() {
        long asked = 0;
        for (Lane from : roster.order()) {
            asked += roster.order().stream().filter(to -> scope.asks(from, to)).count();
        }
        long hosts = roster.hosts().size();
        return scope.filters() ? 0 : asked * hosts * (hosts - 1) / 2;
    }

    List<Flow> flows(Slot slot) {
        List<Flow> flows = new ArrayList<>();
        for (Circle.Pair pair : circle.pairs(slot.round())) {
            String first = roster.hosts().get(pair.first());
            String second = roster.hosts().get(pair.second());
            meet(first, second, slot.shift(), flows);
        }
        return flows;
    }

    private void meet(String first, String second, int shift, List<Flow> flows) {
        int lanes = roster.order().size();
        for (int l = 0; l < lanes; l++) {
            Lane from = roster.order().get(l);
            Lane to = roster.order().get((l + shift) % lanes);
            if (scope.asks(from, to)) {
                Optional<RdmaPort> sender = roster.port(from, first);
                Optional<RdmaPort> receiver = roster.port(to, second);
                if (sender.isPresent() && receiver.isPresent()) {
                    add(sender.get(), receiver.get(), flows);
                }
            }
        }
    }

    private void add(RdmaPort from, RdmaPort to, List<Flow> flows) {
        Optional<Flow> flow = paths.find(from, to);
        if (flow.isEmpty()) {
            // within a leaf nobody asked for pairs of two leaves
            if (scope != PairScope.WITHIN_LEAF) {
                omissions.unreachable(from, to);
            }
        } else if (scope.keeps(flow.get().pathClass())) {
            flows.add(flow.get());
        }
    }
}
