package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the rings of groups cross: their flows, with the links that these use, and which share of them leaves a leaf. */
public final class Crossing {
    private final Paths paths;
    private final Map<String, Lane> lanes = new HashMap<>();

    /** @param cluster the cluster that the groups were made for */
    public Crossing(Cluster cluster) {
        paths = Paths.of(cluster);
        Lane.of(cluster).forEach((lane, ports) -> ports.values().forEach(port -> lanes.put(port.id(), lane)));
    }

    /**
     * Return the flows of a ring over a group, rank after rank and from the last to the first; two ranks have a flow in each direction. With
     * a rank for each GPU it is a ring over the hosts for each of their rails, as libraries lay them; what goes over NVLink is no flow.
     *
     * @throws IllegalArgumentException if nothing joins two ranks that follow each other
     */
    public List<Flow> flows(Group group, RankKind ranks) {
        if (ranks == RankKind.NIC) {
            return ring(group.ranks());
        }
        Map<Lane, List<RdmaPort>> rings = new TreeMap<>();
        group.ranks()
                .forEach(port -> rings.computeIfAbsent(lanes.get(port.id()), lane -> new ArrayList<>())
                        .add(port));
        return rings.values().stream().flatMap(ports -> ring(ports).stream()).toList();
    }

    /** Return the flows of all groups that run at the same moment. */
    public List<Flow> flows(GroupRound round, RankKind ranks) {
        return round.groups().stream()
                .flatMap(group -> flows(group, ranks).stream())
                .toList();
    }

    /**
     * Return for each leaf which share of the flows that its ports send leaves it, 0 to 1: the f of the oversubscription bound
     * {@code min(1, 1/(r f))}. A ring in the order of the leaves has 1/m with m ports on the leaf, one in random order about (N - m)/(N - 1).
     * The flows of a bond count on each of its leaves.
     */
    public SortedMap<String, Double> leaving(Collection<Flow> flows) {
        SortedMap<String, int[]> counts = new TreeMap<>();
        for (Flow flow : flows) {
            for (String leaf : paths.leaves(flow.from())) {
                int[] count = counts.computeIfAbsent(leaf, key -> new int[2]);
                count[0] += flow.pathClass() == PathClass.WITHIN_LEAF ? 0 : 1;
                count[1]++;
            }
        }
        SortedMap<String, Double> shares = new TreeMap<>();
        counts.forEach((leaf, count) -> shares.put(leaf, (double) count[0] / count[1]));
        return shares;
    }

    private List<Flow> ring(List<RdmaPort> ports) {
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < ports.size() && ports.size() > 1; i++) {
            flows.add(paths.flow(ports.get(i), ports.get((i + 1) % ports.size())));
        }
        return flows;
    }
}
