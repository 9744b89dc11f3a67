package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Says which links a flow crosses. A port with one link crosses it for certain; of a bond or of several planes each link is possible. Each
 * leaf forwards on the shortest ways only, as ECMP does.
 */
public final class Paths {
    private final Map<String, List<Link>> links = new HashMap<>();
    private final Map<String, Set<String>> leaves = new HashMap<>();
    private final Fabric fabric;

    private Paths(Cluster cluster) {
        fabric = new Fabric(cluster);
        Map<String, Link> byId = new HashMap<>();
        cluster.links().forEach(link -> byId.put(link.id(), link));
        for (RdmaPort port : cluster.ports()) {
            List<Link> own = port.links().stream().map(byId::get).toList();
            Set<String> switches = new LinkedHashSet<>();
            own.forEach(link -> switches.add(link.b().node()));
            links.put(port.id(), own);
            leaves.put(port.id(), switches);
        }
    }

    /** Prepare the paths of a cluster. */
    public static Paths of(Cluster cluster) {
        return new Paths(cluster);
    }

    /**
     * Return the flow from one port to another.
     *
     * @throws IllegalArgumentException if they are the same port, a port is not of this cluster, or nothing joins their leaves
     */
    public Flow flow(RdmaPort from, RdmaPort to) {
        return find(from, to).orElseThrow(() -> new IllegalArgumentException(obstacle(from, to)));
    }

    /** Return the flow from one port to another, empty where {@link #obstacle} has a reason. */
    public Optional<Flow> find(RdmaPort from, RdmaPort to) {
        List<Route> routes = sameOrUnknown(from, to) ? List.of() : routes(from, to);
        return routes.isEmpty() ? Optional.empty() : Optional.of(flow(from, to, routes));
    }

    /** Return why no flow can go from one port to the other, in a sentence for people. */
    public String obstacle(RdmaPort from, RdmaPort to) {
        if (sameOrUnknown(from, to)) {
            return from.id() + " and " + to.id() + ": expected two different ports of this cluster";
        }
        return from.id() + " > " + to.id() + ": no spine and no core joins " + String.join("+", leaves(from)) + " and "
                + String.join("+", leaves(to));
    }

    /** Return the leaves that a port is linked to. */
    Set<String> leaves(RdmaPort port) {
        return leaves.getOrDefault(port.id(), Set.of());
    }

    Fabric fabric() {
        return fabric;
    }

    /** Return for each leaf of the sender the shortest route to a leaf of the receiver; leaves without one are left out. */
    List<Route> routes(RdmaPort from, RdmaPort to) {
        List<Route> routes = new ArrayList<>();
        for (String leaf : leaves(from)) {
            leaves(to).stream()
                    .flatMap(end -> fabric.route(leaf, end).stream())
                    .min(Comparator.comparing(Route::pathClass))
                    .ifPresent(routes::add);
        }
        return routes;
    }

    /** Tell whether a flow can go from one port to another, without making it. */
    boolean joins(RdmaPort from, RdmaPort to) {
        return !sameOrUnknown(from, to) && !routes(from, to).isEmpty();
    }

    private boolean sameOrUnknown(RdmaPort from, RdmaPort to) {
        return from.id().equals(to.id()) || !links.containsKey(from.id()) || !links.containsKey(to.id());
    }

    private Flow flow(RdmaPort from, RdmaPort to, List<Route> routes) {
        List<Link> sending = links.get(from.id());
        List<Link> receiving = links.get(to.id());
        if (sending.size() == 1 && receiving.size() == 1) {
            return plain(from, to, routes.get(0), sending.get(0), receiving.get(0));
        }
        Set<Link> certain = new LinkedHashSet<>();
        Set<Link> possible = new LinkedHashSet<>();
        (sending.size() == 1 ? certain : possible).addAll(sending);
        (receiving.size() == 1 ? certain : possible).addAll(receiving);
        for (Route route : routes) {
            (routes.size() == 1 ? certain : possible).addAll(route.certain());
            possible.addAll(route.possible());
        }
        PathClass longest = routes.stream()
                .map(Route::pathClass)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new Flow(from, to, longest, List.copyOf(certain), List.copyOf(possible));
    }

    /** The flows of a large plan share the lists of their route. */
    private static Flow plain(RdmaPort from, RdmaPort to, Route route, Link sending, Link receiving) {
        List<Link> certain = List.of(sending, receiving);
        if (!route.certain().isEmpty()) {
            certain = new ArrayList<>(certain);
            certain.addAll(route.certain());
        }
        return new Flow(from, to, route.pathClass(), certain, route.possible());
    }
}
