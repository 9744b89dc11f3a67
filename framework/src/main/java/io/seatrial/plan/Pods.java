package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.NaturalOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parts that are left when the cores are taken away: hosts, leaves and spines that hang together. A host holds its leaves together, so
 * that rails or planes with spines of their own are one part and not several.
 */
final class Pods {
    private final Map<String, String> parent = new HashMap<>();

    private Pods(Cluster cluster) {
        for (Link link : cluster.links()) {
            if (!link.tier().endsWith("-core")) {
                parent.put(root(link.a().node()), root(link.b().node()));
            }
        }
    }

    /** Return the hosts of each part that has a spine, by the first of its spines. */
    static SortedMap<String, Set<String>> of(Cluster cluster) {
        Pods pods = new Pods(cluster);
        Map<String, String> names = new HashMap<>();
        cluster.links().stream()
                .filter(link -> link.tier().endsWith("-spine"))
                .map(link -> link.b().node())
                .sorted(NaturalOrder.INSTANCE)
                .forEach(spine -> names.putIfAbsent(pods.root(spine), spine));
        SortedMap<String, Set<String>> hosts = new TreeMap<>(NaturalOrder.INSTANCE);
        cluster.hosts().forEach(host -> {
            String name = names.get(pods.root(host.name()));
            if (name != null) {
                hosts.computeIfAbsent(name, key -> new TreeSet<>(NaturalOrder.INSTANCE))
                        .add(host.name());
            }
        });
        return hosts;
    }

    private String root(String node) {
        String at = node;
        while (!parent.getOrDefault(at, at).equals(at)) {
            String above = parent.get(at);
            parent.put(at, parent.getOrDefault(above, above));
            at = parent.get(at);
        }
        return at;
    }
}
