package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.NaturalOrder;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All ports at once, a ring per rail; where nothing joins the leaves of a rail, a ring per leaf. */
record Rings() implements TrafficPattern {
    @Override
    public List<Round> rounds(Cluster cluster) {
        return plan(cluster).rounds();
    }

    @Override
    public Plan plan(Cluster cluster) {
        Paths paths = Paths.of(cluster);
        Omissions omissions = new Omissions(paths);
        Roster roster = Roster.of(cluster);
        List<Flow> flows = new ArrayList<>();
        for (Lane lane : roster.order()) {
            List<RdmaPort> ports = ordered(paths, roster.ports(lane));
            if (joined(paths, ports)) {
                ring(paths, ports, flows, omissions);
            } else {
                byLeaf(paths, ports).values().forEach(group -> ring(paths, group, flows, omissions));
            }
        }
        return new Plan(flows.isEmpty() ? List.of() : Round.numbered(List.of(flows)), omissions.notes());
    }

    private static List<RdmaPort> ordered(Paths paths, List<RdmaPort> ports) {
        return ports.stream()
                .sorted(Comparator.comparing((RdmaPort port) -> leaf(paths, port), NaturalOrder.INSTANCE)
                        .thenComparing(RdmaPort::host, NaturalOrder.INSTANCE))
                .toList();
    }

    private static String leaf(Paths paths, RdmaPort port) {
        return String.join("+", paths.leaves(port));
    }

    private static boolean joined(Paths paths, List<RdmaPort> ports) {
        for (int i = 0; i < ports.size() && ports.size() > 1; i++) {
            if (paths.find(ports.get(i), ports.get((i + 1) % ports.size())).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, List<RdmaPort>> byLeaf(Paths paths, List<RdmaPort> ports) {
        Map<String, List<RdmaPort>> groups = new LinkedHashMap<>();
        ports.forEach(port -> groups.computeIfAbsent(leaf(paths, port), key -> new ArrayList<>())
                .add(port));
        return groups;
    }

    private static void ring(Paths paths, List<RdmaPort> ports, List<Flow> flows, Omissions omissions) {
        if (ports.size() == 1) {
            omissions.add("not measured: " + ports.get(0).id() + " has no other port in its rail that it can reach");
            return;
        }
        for (int i = 0; i < ports.size(); i++) {
            flows.add(paths.flow(ports.get(i), ports.get((i + 1) % ports.size())));
        }
    }
}
