package io.seatrial.inventory;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Keeps of the fabric what some of the remaining hosts can use to reach each other. */
final class Restriction {
    private Restriction() {}

    static Cluster to(Cluster cluster, List<Host> hosts) {
        List<Link> links = links(cluster, hosts);
        Set<String> ids = links.stream().map(Link::id).collect(Collectors.toSet());
        Set<String> nodes = links.stream().map(link -> link.b().node()).collect(Collectors.toSet());
        links.forEach(link -> nodes.add(link.a().node()));
        return new Cluster(
                cluster.name(),
                cluster.folder(),
                cluster.hash(),
                cluster.platform(),
                hosts,
                cluster.switches().stream()
                        .filter(each -> nodes.contains(each.name()))
                        .toList(),
                cluster.tiers(),
                links,
                cables(cluster.cables(), ids),
                domains(cluster.nvlinkDomains(), hosts),
                cluster.lab(),
                cluster.qos(),
                cluster.servers());
    }

    private static List<Link> links(Cluster cluster, List<Host> hosts) {
        Set<String> own = new HashSet<>();
        hosts.forEach(host -> host.ports().forEach(port -> own.addAll(port.links())));
        Set<String> leaves =
                uppers(cluster.links(), link -> own.contains(link.id())).keySet();
        Predicate<Link> fromLeaf = link -> leaves.contains(link.a().node());
        Map<String, Set<String>> spines = uppers(cluster.links(), fromLeaf);
        Predicate<Link> fromSpine = link -> spines.containsKey(link.a().node());
        Map<String, Set<String>> cores = uppers(cluster.links(), fromSpine);
        cores.values().removeIf(below -> below.size() < 2);
        Predicate<Link> toCore =
                fromSpine.and(link -> cores.containsKey(link.b().node()));
        Set<String> belowCores = cluster.links().stream()
                .filter(toCore)
                .map(link -> link.a().node())
                .collect(Collectors.toSet());
        spines.entrySet().removeIf(spine -> spine.getValue().size() < 2 && !belowCores.contains(spine.getKey()));
        Predicate<Link> toSpine =
                fromLeaf.and(link -> spines.containsKey(link.b().node()));
        return cluster.links().stream()
                .filter(link -> own.contains(link.id()) || toSpine.or(toCore).test(link))
                .toList();
    }

    /** Return the upper switches of the links with the switches below them. */
    private static Map<String, Set<String>> uppers(List<Link> links, Predicate<Link> which) {
        Map<String, Set<String>> uppers = new HashMap<>();
        for (Link link : links) {
            if (which.test(link)) {
                uppers.computeIfAbsent(link.b().node(), node -> new HashSet<>())
                        .add(link.a().node());
            }
        }
        return uppers;
    }

    private static List<Cable> cables(List<Cable> cables, Set<String> links) {
        return cables.stream()
                .map(cable -> new Cable(
                        cable.id(),
                        cable.links().stream().filter(links::contains).toList()))
                .filter(cable -> !cable.links().isEmpty())
                .toList();
    }

    private static List<NvlinkDomain> domains(List<NvlinkDomain> domains, List<Host> hosts) {
        Set<String> names = hosts.stream().map(Host::name).collect(Collectors.toSet());
        return domains.stream()
                .map(domain -> new NvlinkDomain(
                        domain.name(),
                        domain.hosts().stream().filter(names::contains).toList()))
                .filter(domain -> !domain.hosts().isEmpty())
                .toList();
    }
}
