package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** The hosts below the same spines, all such parts at once: nothing goes through a core. */
record EachPod() implements GroupPattern {
    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        SortedMap<String, Set<String>> pods = Pods.of(cluster);
        if (pods.size() < 2) {
            return new GroupPlan(
                    List.of(),
                    List.of("not measured: cluster " + cluster.name() + " has "
                            + (pods.isEmpty() ? "no spines" : "one part below its spines only")
                            + ", expected 2 parts or more"));
        }
        Assembly assembly = new Assembly(cluster, ranks);
        GroupDraft draft = new GroupDraft(assembly);
        List<Group> groups = new ArrayList<>();
        pods.forEach((spine, hosts) -> {
            hosts.retainAll(assembly.roster().hosts());
            groups.addAll(assembly.together("pod " + spine, GroupShape.POD, hosts, draft));
        });
        draft.round(groups);
        return draft.finish("other host in its rail below the same spines");
    }
}
