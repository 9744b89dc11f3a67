package io.seatrial.criteria.collectives;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.Tier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The parts of a fabric below each tier: ports on the same leaf below the first one, leaves that share spines below the next. A port of several
 * leaves (a bond) is in a part of its own with its like.
 */
final class Areas {
    /**
     * The parts below one tier.
     *
     * @param tier its name
     * @param ratio capacity of the hosts over that of the links of the tier: the declared ratios up to here, multiplied
     * @param of part by port
     * @param capacity what the ports of a part could send together, bit/s
     */
    record Level(String tier, BigDecimal ratio, Map<String, String> of, Map<String, Long> capacity) {}

    private Areas() {}

    static List<Level> of(Cluster cluster) {
        List<Level> levels = new ArrayList<>();
        Map<String, String> parts = byLeaf(cluster);
        BigDecimal ratio = BigDecimal.ONE;
        List<Tier> above = cluster.tiers().stream()
                .filter(tier -> !tier.name().equals(Link.HOST_LEAF))
                .toList();
        for (Tier tier : above) {
            ratio = ratio.multiply(BigDecimal.valueOf(tier.oversubscription()));
            levels.add(new Level(tier.name(), ratio, parts, capacity(cluster, parts)));
            parts = joined(cluster, tier.name(), parts);
        }
        return levels;
    }

    private static Map<String, String> byLeaf(Cluster cluster) {
        Map<String, Link> links = new HashMap<>();
        cluster.links().forEach(link -> links.put(link.id(), link));
        Map<String, String> leaves = new HashMap<>();
        cluster.ports().forEach(port -> leaves.put(port.id(), leaf(port, links)));
        return leaves;
    }

    private static String leaf(RdmaPort port, Map<String, Link> links) {
        return port.links().stream()
                .filter(links::containsKey)
                .map(id -> links.get(id).b().node())
                .collect(Collectors.toCollection(TreeSet::new))
                .stream()
                .collect(Collectors.joining("+"));
    }

    private static Map<String, Long> capacity(Cluster cluster, Map<String, String> parts) {
        Map<String, Long> sums = new HashMap<>();
        cluster.ports().forEach(port -> sums.merge(parts.get(port.id()), port.rate(), Long::sum));
        return sums;
    }

    /** Join the parts that a tier joins: each gets the name of the smallest switch that it reaches. */
    private static Map<String, String> joined(Cluster cluster, String tier, Map<String, String> parts) {
        Map<String, String> root = new HashMap<>();
        parts.values().forEach(part -> {
            for (String node : part.split("\\+")) {
                join(root, part, node);
            }
        });
        cluster.linksOfTier(tier)
                .forEach(link -> join(root, link.a().node(), link.b().node()));
        Map<String, String> joined = new HashMap<>();
        parts.forEach((port, part) -> joined.put(port, find(root, part)));
        return joined;
    }

    private static void join(Map<String, String> root, String one, String other) {
        String a = find(root, one);
        String b = find(root, other);
        if (!a.equals(b)) {
            root.put(a.compareTo(b) < 0 ? b : a, a.compareTo(b) < 0 ? a : b);
        }
    }

    private static String find(Map<String, String> root, String node) {
        String at = node;
        while (root.containsKey(at)) {
            at = root.get(at);
        }
        return at;
    }
}
