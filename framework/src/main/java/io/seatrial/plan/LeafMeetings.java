package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.NaturalOrder;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Leaves that meet in turn, two pairs of ports at a time. A flow across leaves crosses uplinks of both, and ECMP chooses which; only the same
 * leaf with other partners tells whose uplink is slow.
 */
record LeafMeetings() implements GroupPattern {
    /** A leaf that is slow with so many others is; to meet all of a large fabric would take longer than the run. */
    private static final int MOST_ROUNDS = 5;
    /** Each pair of ports is another throw of the dice that ECMP is. */
    private static final int PORTS = 2;

    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        Paths paths = Paths.of(cluster);
        SortedMap<String, List<RdmaPort>> byLeaf = new TreeMap<>(NaturalOrder.INSTANCE);
        cluster.ports()
                .forEach(port -> byLeaf.computeIfAbsent(String.join("+", paths.leaves(port)), leaf -> new ArrayList<>())
                        .add(port));
        List<List<RdmaPort>> leaves = List.copyOf(byLeaf.values());
        Circle circle = new Circle(leaves.size());
        List<GroupRound> rounds = new ArrayList<>();
        for (int round = 0; ranks == RankKind.NIC && round < Math.min(MOST_ROUNDS, circle.rounds()); round++) {
            List<Group> groups = new ArrayList<>();
            for (Circle.Pair pair : circle.pairs(round)) {
                meet(paths, leaves.get(pair.first()), leaves.get(pair.second()), round, groups);
            }
            if (!groups.isEmpty()) {
                rounds.add(new GroupRound(rounds.size(), groups));
            }
        }
        return new GroupPlan(rounds, List.of());
    }

    private static void meet(Paths paths, List<RdmaPort> one, List<RdmaPort> other, int round, List<Group> groups) {
        int meetings = Math.min(PORTS, Math.min(one.size(), other.size()));
        for (int i = 0; i < meetings; i++) {
            RdmaPort a = one.get((round + i) % one.size());
            RdmaPort b = other.get((round + i) % other.size());
            if (paths.find(a, b).isPresent()) {
                groups.add(new Group(a.id() + "+" + b.id(), GroupShape.HALVES, List.of(a, b)));
            }
        }
    }
}
