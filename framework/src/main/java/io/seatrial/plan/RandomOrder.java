package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A pattern with its ranks in an order by chance, so that nearly every step of a ring leaves its leaf; with a rank for each GPU the hosts
 * are in such an order.
 */
record RandomOrder(GroupPattern pattern, long seed) implements GroupPattern {
    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        GroupPlan plan = pattern.plan(cluster, ranks);
        List<GroupRound> rounds = plan.rounds().stream()
                .map(round -> new GroupRound(
                        round.number(),
                        round.groups().stream()
                                .map(group -> shuffled(group, ranks))
                                .toList()))
                .toList();
        return new GroupPlan(rounds, plan.notes());
    }

    /** Each group has dice of its own: its order does not depend on which groups run beside it. */
    private Group shuffled(Group group, RankKind kind) {
        List<RdmaPort> ranks = new ArrayList<>();
        if (kind == RankKind.NIC) {
            ranks.addAll(group.ranks());
            Collections.shuffle(ranks, dice(group));
        } else {
            List<String> hosts = new ArrayList<>(group.hosts());
            Collections.shuffle(hosts, dice(group));
            hosts.forEach(host -> ranks.addAll(group.ranks().stream()
                    .filter(port -> port.host().equals(host))
                    .toList()));
        }
        return new Group(group.name() + " in random order", group.shape(), ranks);
    }

    private Random dice(Group group) {
        return Dice.of(seed ^ group.name().hashCode());
    }
}
