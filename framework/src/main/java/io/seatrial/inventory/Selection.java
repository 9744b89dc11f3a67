package io.seatrial.inventory;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * A part of a cluster, as asked for on the command line. Everything stated must hold for a port to stay; switches and links of the fabric
 * stay as far as the remaining ports can use them.
 *
 * @param hosts host list of the hosts to keep; empty = all
 * @param exclude host list of hosts to leave out
 * @param leaf name of the leaf whose ports are kept; a bond keeps its other links too
 * @param rail number of the rail whose ports are kept
 */
public record Selection(Optional<String> hosts, Optional<String> exclude, Optional<String> leaf, OptionalInt rail) {
    /** Everything. */
    public static final Selection ALL =
            new Selection(Optional.empty(), Optional.empty(), Optional.empty(), OptionalInt.empty());

    public Selection {
        Objects.requireNonNull(hosts, "hosts");
        Objects.requireNonNull(exclude, "exclude");
        Objects.requireNonNull(leaf, "leaf");
        Objects.requireNonNull(rail, "rail");
    }

    /**
     * Return the part of the cluster.
     *
     * @throws InventoryException if a name is unknown, with the nearest valid one, or if nothing is left
     */
    public Cluster apply(Cluster cluster) {
        if (equals(ALL)) {
            return cluster;
        }
        List<Problem> problems = new ArrayList<>();
        Set<String> kept =
                new LinkedHashSet<>(cluster.hosts().stream().map(Host::name).toList());
        hosts.ifPresent(list -> kept.retainAll(known("--hosts", list, cluster, problems)));
        exclude.ifPresent(list -> kept.removeAll(known("--exclude", list, cluster, problems)));
        leaf.ifPresent(name -> checkLeaf(name, cluster, problems));
        rail.ifPresent(number -> checkRail(number, cluster, problems));
        if (!problems.isEmpty()) {
            throw new InventoryException(problems);
        }
        return part(cluster, kept);
    }

    private Cluster part(Cluster cluster, Set<String> kept) {
        Set<String> ofLeaf = new LinkedHashSet<>();
        cluster.links().stream()
                .filter(link -> leaf.filter(link.b().node()::equals).isPresent())
                .forEach(link -> ofLeaf.add(link.id()));
        List<Host> left = cluster.hosts().stream()
                .filter(host -> kept.contains(host.name()))
                .map(host -> new Host(host.name(), host.address(), host.ssh(), ports(host, ofLeaf), host.gpus()))
                .filter(host -> !host.ports().isEmpty())
                .toList();
        if (left.isEmpty()) {
            throw new InventoryException(List.of(problem(
                    "selection of " + cluster.name(),
                    "no port that fits " + text(),
                    "at least one",
                    Optional.empty())));
        }
        return Restriction.to(cluster, left);
    }

    private List<RdmaPort> ports(Host host, Set<String> ofLeaf) {
        return host.ports().stream()
                .filter(port -> leaf.isEmpty() || port.links().stream().anyMatch(ofLeaf::contains))
                .filter(port -> rail.isEmpty() || port.rail().equals(rail))
                .toList();
    }

    private String text() {
        List<String> parts = new ArrayList<>();
        hosts.ifPresent(list -> parts.add("--hosts " + list));
        exclude.ifPresent(list -> parts.add("--exclude " + list));
        leaf.ifPresent(name -> parts.add("--leaf " + name));
        rail.ifPresent(number -> parts.add("--rail " + number));
        return String.join(" ", parts);
    }

    private static Set<String> known(String option, String list, Cluster cluster, List<Problem> problems) {
        Set<String> all =
                new LinkedHashSet<>(cluster.hosts().stream().map(Host::name).toList());
        try {
            Set<String> named = new LinkedHashSet<>(HostList.expand(list));
            named.stream()
                    .filter(name -> !all.contains(name))
                    .forEach(name -> problems.add(unknown(option, "host", name, all, cluster)));
            return named;
        } catch (Malformed e) {
            problems.add(problem(option, e.found(), e.expected(), Optional.empty()));
            return Set.of();
        }
    }

    private static void checkLeaf(String name, Cluster cluster, List<Problem> problems) {
        Set<String> leaves = new LinkedHashSet<>();
        cluster.switches().stream().filter(each -> each.role().equals("leaf")).forEach(each -> leaves.add(each.name()));
        if (!leaves.contains(name)) {
            problems.add(unknown("--leaf", "leaf", name, leaves, cluster));
        }
    }

    private static void checkRail(int number, Cluster cluster, List<Problem> problems) {
        Set<Integer> rails = new TreeSet<>();
        cluster.ports().forEach(port -> port.rail().ifPresent(rails::add));
        if (!rails.contains(number)) {
            String valid = rails.isEmpty() ? "no --rail, this cluster declares no rails" : "one of " + rails;
            problems.add(problem("--rail", "rail " + number, valid, Optional.empty()));
        }
    }

    private static Problem unknown(String option, String kind, String name, Set<String> valid, Cluster cluster) {
        String expected = "a " + kind + " of cluster " + cluster.name() + ": " + HostList.fold(valid);
        return problem(option, "unknown " + kind + " '" + name + "'", expected, Nearest.to(name, valid));
    }

    private static Problem problem(String where, String found, String expected, Optional<String> nearest) {
        return new Problem(where, 0, 0, found, expected, nearest);
    }
}
