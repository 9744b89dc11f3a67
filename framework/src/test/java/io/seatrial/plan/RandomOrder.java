package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A pattern with its ranks in an order by chance, which nobody runs: nearly every step of its rings leaves its leaf, by a known share. */
record RandomOrder(GroupPattern pattern, long seed) implements GroupPattern {
    static GroupPattern ofEverybody(long seed) {
        return new RandomOrder(Groups.everybody(), seed);
    }

    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        GroupPlan plan = pattern.plan(cluster, ranks);
        List<GroupRound> rounds = plan.rounds().stream()
                .map(round -> new GroupRound(
                        round.number(),
                        round.groups().stream().map(this::shuffled).toList()))
                .toList();
        return new GroupPlan(rounds, plan.notes());
    }

    /** Each group has dice of its own: its order does not depend on which groups run beside it. */
    private Group shuffled(Group group) {
        List<RdmaPort> ranks = new ArrayList<>(group.ranks());
        Collections.shuffle(ranks, Dice.of(seed ^ group.name().hashCode()));
        return new Group(group.name() + " in random order", group.shape(), ranks);
    }
}
