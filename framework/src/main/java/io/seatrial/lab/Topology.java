package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.LabSettings;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The wires of the cluster and the way through them. Every port of a host and every switch is a node; traffic takes a shortest path, and at
 * each node a hash of the two addresses and the source port chooses among equal next links, as ECMP does. Links that are down are not used.
 */
final class Topology {
    private static final long LONG_CABLE = 20_000_000;

    private record Hop(String to, LinkSide side) {}

    private final List<Link> links;
    private final Map<String, List<Hop>> hops = new HashMap<>();
    private final Map<String, LinkSide> sides = new LinkedHashMap<>();
    private final Set<String> alive = new HashSet<>();
    private final Set<String> hosts;
    private final Set<String> ports = new HashSet<>();
    private final Map<String, Map<String, Integer>> distances = new HashMap<>();
    private final Quality quality;

    Topology(Cluster cluster, LabSettings lab, List<Fault> faults) {
        links = Wires.of(cluster, faults);
        hosts = cluster.hosts().stream().map(Host::name).collect(Collectors.toSet());
        quality = new Quality(lab, hosts, faults, System.nanoTime());
        for (Link link : links) {
            add(
                    link,
                    lab,
                    faults.stream()
                            .filter(fault -> fault.touches(link))
                            .map(Fault::kind)
                            .collect(Collectors.toSet()));
        }
    }

    private void add(Link link, LabSettings lab, Set<Fault.Kind> faults) {
        boolean up = !faults.contains(Fault.Kind.DEAD_PORT);
        if (up) {
            alive.add(link.id());
        }
        Optional<Onset> onset = quality.onset(link.a().toString(), link.b().toString());
        add(link.a(), link.b(), side(link, link.a(), link.b(), lab, faults, onset), up);
        add(link.b(), link.a(), side(link, link.b(), link.a(), lab, faults, onset), up);
    }

    private LinkSide side(Link link, End from, End to, LabSettings lab, Set<Fault.Kind> faults, Optional<Onset> onset) {
        long rate = faults.contains(Fault.Kind.SLOW_CABLE) ? Math.max(1, link.rate() / LinkSide.SLOW) : link.rate();
        long delay = lab.delay() + (faults.contains(Fault.Kind.LONG_CABLE) ? LONG_CABLE : 0);
        return new LinkSide(
                from + ">" + to,
                rate,
                delay,
                lab.queue(),
                quality.policy(from.node()),
                quality.trouble(from.toString(), to.toString(), onset));
    }

    private void add(End from, End to, LinkSide side, boolean up) {
        sides.put(from + ">" + to, side);
        if (up) {
            hops.computeIfAbsent(node(from), n -> new ArrayList<>()).add(new Hop(node(to), side));
        }
    }

    private String node(End end) {
        if (!hosts.contains(end.node())) {
            return end.node();
        }
        ports.add(end.toString());
        return end.toString();
    }

    /** Return every link with the ends that it really has. */
    List<Link> links() {
        return links;
    }

    boolean isUp(Link link) {
        return alive.contains(link.id());
    }

    /** Return how the switches treat the lossless class, and what is wrong with that. */
    Quality quality() {
        return quality;
    }

    /** Return every direction of every link. */
    Collection<LinkSide> sides() {
        return Collections.unmodifiableCollection(sides.values());
    }

    /** Return one direction of a link. */
    LinkSide side(End from, End to) {
        return sides.get(from + ">" + to);
    }

    /**
     * Return the way of a connection, empty where none is up.
     *
     * @param sourcePort TCP port of the side that connected
     */
    Optional<Route> route(RdmaPort from, RdmaPort to, int sourcePort) {
        Optional<List<LinkSide>> forth = path(from, to, sourcePort);
        Optional<List<LinkSide>> back = path(to, from, sourcePort);
        return forth.flatMap(there -> back.map(here -> new Route(there, here)));
    }

    private Optional<List<LinkSide>> path(RdmaPort from, RdmaPort to, int sourcePort) {
        Map<String, Integer> distance = distances.computeIfAbsent(to.id(), this::distancesTo);
        if (!distance.containsKey(from.id())) {
            return Optional.empty();
        }
        List<LinkSide> path = new ArrayList<>();
        String node = from.id();
        while (!node.equals(to.id())) {
            int next = distance.get(node) - 1;
            List<Hop> equal = hops.get(node).stream()
                    .filter(hop -> distance.getOrDefault(hop.to(), -1) == next)
                    .toList();
            Hop chosen = equal.get(Math.floorMod(hash(from, to, sourcePort, node), equal.size()));
            path.add(chosen.side());
            node = chosen.to();
        }
        return Optional.of(path);
    }

    /** Count links from every node to one port; a port of a host never carries traffic of others. */
    private Map<String, Integer> distancesTo(String port) {
        Map<String, Integer> distance = new HashMap<>(Map.of(port, 0));
        ArrayDeque<String> reached = new ArrayDeque<>(List.of(port));
        while (!reached.isEmpty()) {
            String node = reached.remove();
            if (node.equals(port) || !ports.contains(node)) {
                hops.getOrDefault(node, List.of()).stream()
                        .filter(hop -> distance.putIfAbsent(hop.to(), distance.get(node) + 1) == null)
                        .forEach(hop -> reached.add(hop.to()));
            }
        }
        return distance;
    }

    /** Mix with the finaliser of MurmurHash3, salted per node so that two tiers do not choose alike. */
    private static int hash(RdmaPort from, RdmaPort to, int sourcePort, String node) {
        int h = ((from.address().hashCode() * 31 + to.address().hashCode()) * 31 + sourcePort) * 31 + node.hashCode();
        h = (h ^ (h >>> 16)) * 0x85ebca6b;
        h = (h ^ (h >>> 13)) * 0xc2b2ae35;
        return h ^ (h >>> 16);
    }
}
