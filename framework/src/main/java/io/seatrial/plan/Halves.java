package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.NaturalOrder;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Pairs of ports on different leaves and hosts, each port in one of them at most, as many as there can be, all at once: everything that runs
 * crosses the spines. Partners have the same rail where that leaves none over that another rail could take. With a rank for each GPU whole
 * hosts are paired, by the leaves of their first ports.
 */
record Halves() implements GroupPattern {
    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        Assembly assembly = new Assembly(cluster, ranks);
        GroupDraft draft = new GroupDraft(assembly);
        List<List<RdmaPort>> lanes = ranks == RankKind.NIC ? lanes(assembly) : List.of(firsts(assembly));
        List<RdmaPort> all = lanes.stream().flatMap(List::stream).toList();
        Matching matching = new Matching(assembly, all);
        lanes.forEach(matching::pairUp);
        matching.pairUp(all);
        matching.improve();
        draft.round(matching.pairs().stream()
                .map(pair -> group(assembly, pair))
                .sorted(Comparator.comparing(Group::name, NaturalOrder.INSTANCE))
                .toList());
        return draft.finish("partner on another leaf that is still free");
    }

    private static List<List<RdmaPort>> lanes(Assembly assembly) {
        return assembly.roster().order().stream().map(assembly::ports).toList();
    }

    private static List<RdmaPort> firsts(Assembly assembly) {
        return assembly.byLeaf(assembly.roster().hosts()).stream()
                .map(host -> assembly.ports(host).get(0))
                .toList();
    }

    private static Group group(Assembly assembly, Matching.Pair pair) {
        List<RdmaPort> ports = new ArrayList<>(List.of(pair.a(), pair.b()));
        ports.sort(Comparator.comparing(RdmaPort::id, NaturalOrder.INSTANCE));
        if (assembly.kind() == RankKind.NIC) {
            return new Group(ports.get(0).id() + "+" + ports.get(1).id(), GroupShape.HALVES, ports);
        }
        List<String> hosts = ports.stream().map(RdmaPort::host).toList();
        List<RdmaPort> meeting = assembly.portsThatMeet(hosts);
        return new Group(String.join("+", hosts), GroupShape.HALVES, meeting.isEmpty() ? ports : meeting);
    }
}
