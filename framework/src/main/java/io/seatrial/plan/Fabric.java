package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Tier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The switches and what joins them: routes from leaf to leaf, made when first asked for and kept. */
final class Fabric {
    private final Map<String, List<Link>> up = new HashMap<>();
    private final Map<String, Double> oversubscription = new HashMap<>();
    private final Map<List<String>, Optional<Route>> routes = new HashMap<>();

    Fabric(Cluster cluster) {
        for (Link link : cluster.links()) {
            if (!link.tier().equals(Link.HOST_LEAF)) {
                up.computeIfAbsent(link.a().node(), node -> new ArrayList<>()).add(link);
            }
        }
        for (Tier tier : cluster.tiers()) {
            oversubscription.put(tier.name(), tier.oversubscription());
        }
    }

    /** Return the route, empty where neither a spine nor a core joins the two leaves. */
    synchronized Optional<Route> route(String from, String to) {
        return routes.computeIfAbsent(List.of(from, to), pair -> find(from, to));
    }

    /** Return how many bit/s may leave or enter a leaf upwards: its uplinks times the declared oversubscription. */
    double upwards(String leaf) {
        return uplinks(leaf).stream()
                .mapToDouble(link -> link.rate() * ratio(link))
                .sum();
    }

    private Optional<Route> find(String from, String to) {
        if (from.equals(to)) {
            return Optional.of(Route.within(from));
        }
        List<Link> left = toSpinesOf(uplinks(from), spines(to));
        List<Link> right = toSpinesOf(uplinks(to), spines(from));
        if (!left.isEmpty()) {
            return Optional.of(route(from, to, PathClass.ACROSS_LEAVES, List.of(left, right)));
        }
        return throughCores(from, to);
    }

    private Optional<Route> throughCores(String from, String to) {
        Set<String> shared = new HashSet<>(cores(from));
        shared.retainAll(cores(to));
        if (shared.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(route(
                from,
                to,
                PathClass.ACROSS_SPINES,
                List.of(
                        spinesBelow(from, shared),
                        spinesBelow(to, shared),
                        coreLinks(from, shared),
                        coreLinks(to, shared))));
    }

    /** Join the stages of a route; a stage of a single link is crossed for certain. */
    private Route route(String from, String to, PathClass pathClass, List<List<Link>> stages) {
        List<Link> certain = new ArrayList<>();
        List<Link> possible = new ArrayList<>();
        double width = Double.MAX_VALUE;
        for (List<Link> stage : stages) {
            (stage.size() == 1 ? certain : possible).addAll(stage);
            width = Math.min(width, stage.size() * ratio(stage.get(0)));
        }
        return new Route(from, to, pathClass, certain, possible, width);
    }

    private List<Link> spinesBelow(String leaf, Set<String> cores) {
        return uplinks(leaf).stream()
                .filter(link -> uplinks(link.b().node()).stream()
                        .anyMatch(higher -> cores.contains(higher.b().node())))
                .toList();
    }

    private List<Link> coreLinks(String leaf, Set<String> cores) {
        return spines(leaf).stream()
                .flatMap(spine -> toSpinesOf(uplinks(spine), cores).stream())
                .toList();
    }

    private Set<String> cores(String leaf) {
        Set<String> cores = new LinkedHashSet<>();
        spines(leaf).forEach(spine -> cores.addAll(spines(spine)));
        return cores;
    }

    private static List<Link> toSpinesOf(List<Link> links, Set<String> above) {
        return links.stream().filter(link -> above.contains(link.b().node())).toList();
    }

    private Set<String> spines(String node) {
        Set<String> above = new LinkedHashSet<>();
        uplinks(node).forEach(link -> above.add(link.b().node()));
        return above;
    }

    private List<Link> uplinks(String node) {
        return up.getOrDefault(node, List.of());
    }

    private double ratio(Link link) {
        return oversubscription.getOrDefault(link.tier(), 1.0);
    }
}
