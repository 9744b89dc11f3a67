package io.seatrial.plan;

import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.List;

/** The steps of a ring, each as a group of two, in rounds in which nobody is twice. */
final class RingEdges {
    private RingEdges() {}

    static GroupPlan of(Group group, RankKind kind) {
        List<List<RdmaPort>> members = members(group, kind);
        int size = members.size();
        List<List<Group>> rounds = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        // two are one edge and not two: it is the same both ways
        int edges = size == 2 ? 1 : size < 2 ? 0 : size;
        for (int i = 0; i < edges; i++) {
            boolean closesOddRing = size % 2 == 1 && i == size - 1;
            rounds.get(closesOddRing ? 2 : i % 2).add(edge(group, kind, members.get(i), members.get((i + 1) % size)));
        }
        List<GroupRound> numbered = new ArrayList<>();
        rounds.stream()
                .filter(round -> !round.isEmpty())
                .forEach(round -> numbered.add(new GroupRound(numbered.size(), round)));
        return new GroupPlan(numbered, List.of());
    }

    private static List<List<RdmaPort>> members(Group group, RankKind kind) {
        if (kind == RankKind.NIC) {
            return group.ranks().stream().map(List::of).toList();
        }
        return group.hosts().stream()
                .map(host -> group.ranks().stream()
                        .filter(port -> port.host().equals(host))
                        .toList())
                .toList();
    }

    private static Group edge(Group group, RankKind kind, List<RdmaPort> from, List<RdmaPort> to) {
        List<RdmaPort> both = new ArrayList<>(from);
        both.addAll(to);
        return new Group(name(kind, from) + "+" + name(kind, to), group.shape(), both);
    }

    private static String name(RankKind kind, List<RdmaPort> member) {
        return kind == RankKind.NIC ? member.get(0).id() : member.get(0).host();
    }
}
