package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Every port sends once and receives once, with nothing else on its links and hosts.
 *
 * @param seed 0 pairs neighbours in the order of their names, another number pairs them by chance
 */
public record LinkAlone(long seed) implements TrafficPattern {
    /** Return the same pattern with other partners. */
    public LinkAlone seed(long number) {
        return new LinkAlone(number);
    }

    @Override
    public List<Round> rounds(Cluster cluster) {
        return plan(cluster).rounds();
    }

    @Override
    public Plan plan(Cluster cluster) {
        Paths paths = Paths.of(cluster);
        Omissions omissions = new Omissions(paths);
        Packing packing = new Packing(paths, true);
        Roster roster = Roster.of(cluster);
        for (Lane lane : roster.order()) {
            for (Pair pair : pairs(paths, roster, lane, omissions)) {
                packing.add(paths.flow(pair.a(), pair.b()));
                packing.add(paths.flow(pair.b(), pair.a()));
            }
        }
        return new Plan(Round.numbered(packing.rounds()), omissions.notes());
    }

    private record Pair(RdmaPort a, RdmaPort b) {}

    private List<Pair> pairs(Paths paths, Roster roster, Lane lane, Omissions omissions) {
        List<Pair> pairs = new ArrayList<>();
        List<RdmaPort> lonely = new ArrayList<>();
        for (List<RdmaPort> group : byLeaf(paths, roster.ports(lane)).values()) {
            if (group.size() == 1) {
                lonely.addAll(group);
            } else {
                neighbours(shuffled(group), pairs);
            }
        }
        lonely.forEach(port -> {
            Optional<RdmaPort> partner = partner(paths, roster, lane, port);
            partner.ifPresentOrElse(
                    other -> pairs.add(new Pair(port, other)),
                    () -> omissions.add(
                            "not measured: " + port.id() + " has no port of another host that it can reach"));
        });
        return pairs;
    }

    private static Map<String, List<RdmaPort>> byLeaf(Paths paths, List<RdmaPort> ports) {
        Map<String, List<RdmaPort>> groups = new TreeMap<>();
        ports.forEach(port -> groups.computeIfAbsent(String.join("+", paths.leaves(port)), key -> new ArrayList<>())
                .add(port));
        return groups;
    }

    private List<RdmaPort> shuffled(List<RdmaPort> ports) {
        if (seed != 0) {
            Collections.shuffle(ports, Dice.of(seed));
        }
        return ports;
    }

    /** Pair first with second, third with fourth; the last of an odd number meets the first, which is measured twice. */
    private static void neighbours(List<RdmaPort> ports, List<Pair> pairs) {
        for (int i = 0; i + 1 < ports.size(); i += 2) {
            pairs.add(new Pair(ports.get(i), ports.get(i + 1)));
        }
        if (ports.size() % 2 == 1) {
            pairs.add(new Pair(ports.get(ports.size() - 1), ports.get(0)));
        }
    }

    /** Find a partner on another leaf: of the same rail, else of any. */
    private static Optional<RdmaPort> partner(Paths paths, Roster roster, Lane lane, RdmaPort port) {
        List<Lane> lanes = new ArrayList<>(roster.order());
        lanes.remove(lane);
        lanes.add(0, lane);
        return lanes.stream()
                .flatMap(each -> roster.ports(each).stream())
                .filter(other -> !other.host().equals(port.host()))
                .filter(other -> paths.find(port, other).isPresent()
                        && paths.find(other, port).isPresent())
                .findFirst();
    }
}
