package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.HostList;
import io.seatrial.inventory.NaturalOrder;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The ports of each leaf, all leaves at once: none of the traffic goes up. With a rank for each GPU a group has the hosts whose ports are on
 * the same leaves, since a GPU cannot be in the groups of several leaves at once.
 */
record EachLeaf() implements GroupPattern {
    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        Assembly assembly = new Assembly(cluster, ranks);
        GroupDraft draft = new GroupDraft(assembly);
        List<Group> groups = new ArrayList<>();
        if (ranks == RankKind.NIC) {
            ports(assembly)
                    .forEach((leaf, ports) ->
                            groups.addAll(assembly.named("leaf " + leaf, GroupShape.LEAF, List.of(ports), draft)));
        } else {
            hosts(assembly)
                    .forEach((leaves, hosts) -> groups.addAll(
                            assembly.named("leaf " + leaves, GroupShape.LEAF, assembly.hostParts(hosts), draft)));
        }
        draft.round(groups);
        return draft.finish(ranks == RankKind.NIC ? "other port on its leaf" : "other host on its leaves");
    }

    /** Host after host, so that a ring passes each host once. */
    private static Map<String, List<RdmaPort>> ports(Assembly assembly) {
        Map<String, List<RdmaPort>> leaves = new TreeMap<>(NaturalOrder.INSTANCE);
        for (String host : assembly.roster().hosts()) {
            assembly.ports(host).stream()
                    .filter(port -> !assembly.leaf(port).isEmpty())
                    .forEach(port -> leaves.computeIfAbsent(assembly.leaf(port), leaf -> new ArrayList<>())
                            .add(port));
        }
        return leaves;
    }

    private static Map<String, List<String>> hosts(Assembly assembly) {
        Map<String, List<String>> hosts = new TreeMap<>(NaturalOrder.INSTANCE);
        for (String host : assembly.roster().hosts()) {
            Set<String> leaves = new TreeSet<>();
            assembly.ports(host).forEach(port -> leaves.addAll(assembly.paths().leaves(port)));
            if (!leaves.isEmpty()) {
                hosts.computeIfAbsent(HostList.fold(leaves), key -> new ArrayList<>())
                        .add(host);
            }
        }
        return hosts;
    }
}
