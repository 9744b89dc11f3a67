package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.NaturalOrder;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What every pattern of groups starts from: the hosts that may take part, their ports in order, and who reaches whom. */
final class Assembly {
    private final RankKind kind;
    private final Paths paths;
    private final Roster roster;
    private final Map<String, Host> hosts = new HashMap<>();
    private final Map<String, String> leaves = new HashMap<>();
    private final Map<String, List<RdmaPort>> ports = new LinkedHashMap<>();

    Assembly(Cluster cluster, RankKind kind) {
        this.kind = kind;
        paths = Paths.of(cluster);
        cluster.hosts().forEach(host -> hosts.put(host.name(), host));
        cluster.ports().forEach(port -> leaves.put(port.id(), String.join("+", paths.leaves(port))));
        Roster all = Roster.of(cluster);
        roster = new Roster(all.hosts().stream().filter(this::mayPlay).toList(), all.lanes(), all.order());
        roster.hosts().forEach(host -> ports.put(host, new ArrayList<>()));
        roster.order()
                .forEach(lane -> roster.ports(lane)
                        .forEach(port -> ports.get(port.host()).add(port)));
    }

    RankKind kind() {
        return kind;
    }

    Paths paths() {
        return paths;
    }

    Roster roster() {
        return roster;
    }

    /** Return who cannot take part, by the reason. */
    Map<String, List<String>> absent() {
        Map<String, List<String>> absent = new LinkedHashMap<>();
        hosts.keySet().stream()
                .sorted(NaturalOrder.INSTANCE)
                .filter(host -> !mayPlay(host))
                .forEach(host -> absent.computeIfAbsent(
                                hosts.get(host).ports().isEmpty() ? "no RDMA port" : "no GPUs declared",
                                reason -> new ArrayList<>())
                        .add(host));
        return absent;
    }

    private boolean mayPlay(String host) {
        return !hosts.get(host).ports().isEmpty()
                && (kind == RankKind.NIC || hosts.get(host).gpus() > 0);
    }

    int gpus(String host) {
        return hosts.get(host).gpus();
    }

    /** Return the ports of a host in the order of the lanes. */
    List<RdmaPort> ports(String host) {
        return ports.get(host);
    }

    /** Return the ports of a lane: leaf after leaf, and in natural order of the hosts on each. */
    List<RdmaPort> ports(Lane lane) {
        return roster.ports(lane).stream()
                .sorted(Comparator.comparing(this::leaf, NaturalOrder.INSTANCE))
                .toList();
    }

    /** Return hosts in the order of the leaves of their first ports. */
    List<String> byLeaf(Collection<String> names) {
        return names.stream()
                .sorted(Comparator.comparing((String host) -> leaf(ports(host).get(0)), NaturalOrder.INSTANCE)
                        .thenComparing(NaturalOrder.INSTANCE))
                .toList();
    }

    /** Return the name of the leaf of a port; of a bond to several leaves all names, joined by a plus sign. */
    String leaf(RdmaPort port) {
        return leaves.get(port.id());
    }

    /** Tell whether traffic may be asked for between two ports, and can go: planes are fabrics of their own. */
    boolean joins(RdmaPort a, RdmaPort b) {
        return a.plane().orElse(0) == b.plane().orElse(0) && paths.joins(a, b);
    }

    /** Return the parts in which every port reaches every other. */
    List<List<RdmaPort>> parts(List<RdmaPort> list) {
        return Parts.of(list, this::place, this::joins);
    }

    /** Return the lanes that join two hosts. */
    List<Lane> lanes(String a, String b) {
        return roster.order().stream()
                .filter(lane -> roster.port(lane, a).isPresent()
                        && roster.port(lane, b).isPresent()
                        && joins(
                                roster.port(lane, a).orElseThrow(),
                                roster.port(lane, b).orElseThrow()))
                .toList();
    }

    /** Return the ports of the parts in which every host reaches every other by one lane at least. */
    List<List<RdmaPort>> hostParts(List<String> names) {
        return Parts.of(names, this::place, (a, b) -> !lanes(a, b).isEmpty()).stream()
                .map(this::portsThatMeet)
                .toList();
    }

    /** A port without a leaf is in a place of its own. */
    private String place(RdmaPort port) {
        return leaf(port).isEmpty()
                ? port.id()
                : leaf(port) + " " + port.plane().orElse(0);
    }

    /** Hosts of one place have the same lanes, each on the same leaf. */
    private String place(String host) {
        StringBuilder place = new StringBuilder();
        for (Lane lane : roster.order()) {
            place.append(roster.port(lane, host).map(this::place).orElse("")).append(' ');
        }
        return place.toString();
    }

    /** Return those ports of some hosts, host by host, that reach another of the hosts in their lane. */
    List<RdmaPort> portsThatMeet(List<String> names) {
        Set<String> meeting = new HashSet<>();
        for (Lane lane : roster.order()) {
            List<RdmaPort> all = names.stream()
                    .flatMap(host -> roster.port(lane, host).stream())
                    .toList();
            all.stream()
                    .filter(port -> all.stream().anyMatch(other -> joins(port, other)))
                    .forEach(port -> meeting.add(port.id()));
        }
        return names.stream()
                .flatMap(host -> ports(host).stream())
                .filter(port -> meeting.contains(port.id()))
                .toList();
    }

    /**
     * Gather hosts as a whole: with a rank for each NIC a ring for each lane, with a rank for each GPU one group; more where nothing joins
     * the parts, which is told to the draft.
     *
     * @param name before the name of the lane
     */
    List<Group> together(String name, GroupShape shape, Set<String> names, GroupDraft draft) {
        if (kind == RankKind.GPU) {
            return named(name, shape, hostParts(byLeaf(names)), draft);
        }
        List<Group> groups = new ArrayList<>();
        for (Lane lane : roster.order()) {
            List<RdmaPort> members = ports(lane).stream()
                    .filter(port -> names.contains(port.host()))
                    .toList();
            if (!members.isEmpty()) {
                groups.addAll(named((name + " " + lane.text(members.get(0))).strip(), shape, parts(members), draft));
            }
        }
        return groups;
    }

    /** Name the parts of two or more: where there are several, each after the leaf of its first port. */
    List<Group> named(String name, GroupShape shape, List<List<RdmaPort>> parts, GroupDraft draft) {
        List<List<RdmaPort>> some =
                parts.stream().filter(part -> part.size() > 1).toList();
        if (some.size() > 1) {
            draft.note(
                    name + ": nothing joins all of it, so that there are " + some.size() + " groups in place of one");
        }
        boolean leavesDiffer =
                some.stream().map(part -> leaf(part.get(0))).distinct().count() == some.size();
        return some.stream()
                .map(part -> new Group(
                        some.size() == 1 ? name : name + " from " + beginning(part.get(0), leavesDiffer), shape, part))
                .toList();
    }

    private String beginning(RdmaPort first, boolean byLeaf) {
        return byLeaf ? leaf(first) : first.id();
    }
}
