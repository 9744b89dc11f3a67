package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import java.util.HashSet;

/** All at once: with a rank for each NIC a ring for each rail, beside each other; with a rank for each GPU one group. */
record Everybody() implements GroupPattern {
    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        Assembly assembly = new Assembly(cluster, ranks);
        GroupDraft draft = new GroupDraft(assembly);
        draft.round(assembly.together(
                "all", GroupShape.ALL, new HashSet<>(assembly.roster().hosts()), draft));
        return draft.finish("other host in its rail that it can reach");
    }
}
