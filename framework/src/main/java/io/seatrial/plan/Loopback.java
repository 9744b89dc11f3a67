package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every port of a host meets every other port of the same host that the fabric joins it with, all hosts at once. The traffic leaves the host by the
 * link of the one port and comes back by that of the other, so that both links are told from whatever lies between hosts.
 */
record Loopback() implements TrafficPattern {
    @Override
    public List<Round> rounds(Cluster cluster) {
        return plan(cluster).rounds();
    }

    @Override
    public Plan plan(Cluster cluster) {
        Paths paths = Paths.of(cluster);
        Omissions omissions = new Omissions(paths);
        List<List<RdmaPort>> groups = groups(Roster.of(cluster), omissions);
        int most = groups.stream()
                .mapToInt(ports -> new Circle(ports.size()).rounds())
                .max()
                .orElse(0);
        List<List<Flow>> rounds = new ArrayList<>();
        for (int turn = 0; turn < most; turn++) {
            Packing packing = new Packing(paths, false);
            for (List<RdmaPort> ports : groups) {
                meet(paths, ports, turn, packing, omissions);
            }
            rounds.addAll(packing.rounds());
        }
        return new Plan(Round.numbered(rounds), omissions.notes());
    }

    /** The ports of a host that can reach each other, by plane. */
    private static List<List<RdmaPort>> groups(Roster roster, Omissions omissions) {
        List<List<RdmaPort>> groups = new ArrayList<>();
        List<String> lonely = new ArrayList<>();
        for (String host : roster.hosts()) {
            for (List<RdmaPort> ports : byPlane(roster, host).values()) {
                if (ports.size() > 1) {
                    groups.add(ports);
                } else {
                    lonely.add(ports.get(0).id());
                }
            }
        }
        if (!lonely.isEmpty()) {
            omissions.add("not measured: " + lonely.get(0)
                    + (lonely.size() == 1 ? " has" : " and " + (lonely.size() - 1) + " more ports have")
                    + " no other port of the same host to talk to");
        }
        return groups;
    }

    private static Map<Integer, List<RdmaPort>> byPlane(Roster roster, String host) {
        Map<Integer, List<RdmaPort>> planes = new TreeMap<>();
        for (Lane lane : roster.order()) {
            roster.port(lane, host)
                    .ifPresent(port -> planes.computeIfAbsent(lane.plane(), key -> new ArrayList<>())
                            .add(port));
        }
        return planes;
    }

    private static void meet(Paths paths, List<RdmaPort> ports, int turn, Packing packing, Omissions omissions) {
        Circle circle = new Circle(ports.size());
        if (turn >= circle.rounds()) {
            return;
        }
        for (Circle.Pair pair : circle.pairs(turn)) {
            RdmaPort from = ports.get(pair.first());
            RdmaPort to = ports.get(pair.second());
            paths.find(from, to).ifPresentOrElse(packing::add, () -> omissions.unreachable(from, to));
        }
    }
}
