package io.seatrial.criteria.ports;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Every port of a cluster: those of its hosts, and those of its switches at which links end. */
public final class FabricPorts {
    private final SortedMap<SubjectId, FabricPort> ports = new TreeMap<>();
    private final Map<String, List<FabricPort>> byNode = new HashMap<>();

    private FabricPorts() {}

    /** Gather the ports of a cluster. */
    public static FabricPorts of(Cluster cluster) {
        Set<String> nics = cluster.ports().stream().map(RdmaPort::id).collect(Collectors.toSet());
        Map<String, List<Link>> links = cluster.linksByEnd();
        FabricPorts fabric = new FabricPorts();
        cluster.ports().stream()
                .filter(port -> !links.containsKey(port.id()))
                .forEach(port -> fabric.add(new FabricPort(
                        subject(port.id()), port.host(), true, Link.HOST_LEAF, port.rate(), List.of(), List.of())));
        Map<String, String> netdevs = netdevs(cluster);
        links.forEach((name, of) -> fabric.add(port(name, of, nics.contains(name), netdevs)));
        return fabric;
    }

    /** How ports of hosts announce themselves, by their ids. */
    private static Map<String, String> netdevs(Cluster cluster) {
        return cluster.ports().stream()
                .filter(port -> !port.netdev().isEmpty())
                .collect(Collectors.toMap(RdmaPort::id, port -> port.host() + "/" + port.netdev()));
    }

    private static FabricPort port(String name, List<Link> links, boolean isNic, Map<String, String> netdevs) {
        Link first = links.get(0);
        List<SubjectId> farEnds = new ArrayList<>();
        for (Link link : links) {
            End far = link.a().toString().equals(name) ? link.b() : link.a();
            farEnds.add(subject(far.toString()));
        }
        String node = (first.a().toString().equals(name) ? first.a() : first.b()).node();
        return new FabricPort(subject(name), node, isNic, first.tier(), first.rate(), farEnds, names(farEnds, netdevs));
    }

    private static List<String> names(List<SubjectId> ends, Map<String, String> netdevs) {
        List<String> names = new ArrayList<>();
        for (SubjectId end : ends) {
            Optional.ofNullable(netdevs.get(end.name())).ifPresent(names::add);
            names.add(end.name());
        }
        return names;
    }

    private static SubjectId subject(String name) {
        return new SubjectId(SubjectId.Kind.PORT, name);
    }

    private void add(FabricPort port) {
        ports.put(port.id(), port);
        byNode.computeIfAbsent(port.node(), node -> new ArrayList<>()).add(port);
    }

    /** Return all of them, by name. */
    public Collection<FabricPort> all() {
        return ports.values();
    }

    /** Return a port, empty where the cluster does not know it. */
    public Optional<FabricPort> port(SubjectId id) {
        return Optional.ofNullable(ports.get(id));
    }

    /** Return the ports of a host or switch. */
    public List<FabricPort> of(String node) {
        return byNode.getOrDefault(node, List.of());
    }
}
