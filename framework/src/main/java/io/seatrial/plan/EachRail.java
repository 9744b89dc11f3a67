package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.List;

/** One rail after the other, so that nothing but the rail itself can slow it. Planes and further ports of a rail are rails of their own. */
record EachRail() implements GroupPattern {
    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        Assembly assembly = new Assembly(cluster, ranks);
        GroupDraft draft = new GroupDraft(assembly);
        for (Lane lane : assembly.roster().order()) {
            List<RdmaPort> ports = assembly.ports(lane);
            if (!ports.isEmpty()) {
                draft.round(assembly.named(lane.text(ports.get(0)), GroupShape.RAIL, assembly.parts(ports), draft));
            }
        }
        return draft.finish("port of another host in its rail that it can reach");
    }
}
