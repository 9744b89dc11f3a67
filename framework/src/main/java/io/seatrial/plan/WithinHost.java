package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every host by itself, all at once. With a rank for each NIC the traffic goes out to the leaf and back; with GPUs it stays inside. */
record WithinHost() implements GroupPattern {
    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        Assembly assembly = new Assembly(cluster, ranks);
        GroupDraft draft = new GroupDraft(assembly);
        List<Group> groups = new ArrayList<>();
        for (String host : assembly.roster().hosts()) {
            if (ranks == RankKind.NIC) {
                groups.addAll(ofPorts(assembly, host, draft));
            } else if (assembly.gpus(host) > 1) {
                groups.add(new Group("within " + host, GroupShape.HOST, assembly.ports(host)));
            }
        }
        draft.round(groups);
        return draft.finish(ranks == RankKind.NIC ? "other port of the same host that it can reach" : "second GPU");
    }

    private static List<Group> ofPorts(Assembly assembly, String host, GroupDraft draft) {
        Map<Integer, List<RdmaPort>> planes = new TreeMap<>();
        assembly.ports(host)
                .forEach(port -> planes.computeIfAbsent(port.plane().orElse(0), plane -> new ArrayList<>())
                        .add(port));
        List<Group> groups = new ArrayList<>();
        planes.forEach((plane, ports) -> groups.addAll(assembly.named(
                "within " + host + (planes.size() == 1 ? "" : " plane " + plane),
                GroupShape.HOST,
                assembly.parts(ports),
                draft)));
        return groups;
    }
}
