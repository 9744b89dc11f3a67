package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What every plan of groups must keep, found anew from the links and not by the code under test. */
final class GroupRules {
    private static final Pattern MORE = Pattern.compile("^not measured: (\\S+)(?: and (\\d+) more)? ha(?:s|ve) no .*");

    private final Cluster cluster;
    private final Map<String, Set<String>> above = new HashMap<>();

    GroupRules(Cluster cluster) {
        this.cluster = cluster;
        for (Link link : cluster.links()) {
            above.computeIfAbsent(link.a().toString(), key -> new HashSet<>())
                    .add(link.b().node());
            if (!link.tier().equals(Link.HOST_LEAF)) {
                above.computeIfAbsent(link.a().node(), key -> new HashSet<>())
                        .add(link.b().node());
            }
        }
    }

    /** Drop some ports and GPUs by chance, so that hosts differ. */
    static Cluster thinned(Cluster cluster, long seed) {
        Random random = new Random(seed);
        return with(
                cluster,
                host -> new Host(
                        host.name(),
                        host.address(),
                        host.ssh(),
                        host.ports().stream()
                                .filter(port -> random.nextInt(4) > 0)
                                .toList(),
                        random.nextInt(4)));
    }

    /** Return the cluster with only the first ports of each host before a gap, so that position and device say the same lane. */
    static Cluster withoutGaps(Cluster cluster) {
        return with(
                cluster,
                host -> new Host(
                        host.name(),
                        host.address(),
                        host.ssh(),
                        host.ports().stream()
                                .filter(port -> host.ports().indexOf(port)
                                        == Integer.parseInt(port.device().substring(5)))
                                .toList(),
                        host.gpus()));
    }

    static Cluster withGpus(Cluster cluster, int... gpus) {
        return with(
                cluster,
                host -> new Host(
                        host.name(),
                        host.address(),
                        host.ssh(),
                        host.ports(),
                        gpus[cluster.hosts().indexOf(host)]));
    }

    private static Cluster with(Cluster cluster, UnaryOperator<Host> change) {
        List<Host> hosts = cluster.hosts().stream().map(change).toList();
        return new Cluster(
                cluster.name(),
                cluster.folder(),
                cluster.hash(),
                cluster.platform(),
                hosts,
                cluster.switches(),
                cluster.tiers(),
                cluster.links(),
                cluster.cables(),
                cluster.nvlinkDomains(),
                cluster.lab());
    }

    static List<String> names(GroupPlan plan) {
        return plan.rounds().stream()
                .flatMap(round -> round.groups().stream())
                .map(Group::name)
                .toList();
    }

    static List<String> ids(Group group) {
        return group.ranks().stream().map(RdmaPort::id).toList();
    }

    /** Say a plan in lines that can be compared: rounds, names, ranks in their order, notes. */
    static List<String> lines(GroupPlan plan) {
        List<String> lines = new ArrayList<>();
        plan.rounds()
                .forEach(round -> round.groups()
                        .forEach(group -> lines.add(round.number() + " " + group.name() + " " + ids(group))));
        lines.addAll(plan.notes());
        return lines;
    }

    void check(GroupPlan plan, RankKind kind) {
        assertThat(names(plan)).doesNotHaveDuplicates();
        for (int i = 0; i < plan.rounds().size(); i++) {
            GroupRound round = plan.rounds().get(i);
            assertThat(round.number()).isEqualTo(i);
            assertThat(round.groups()).isNotEmpty();
            assertThat(round.groups().stream().flatMap(group -> ids(group).stream()))
                    .doesNotHaveDuplicates();
            if (kind == RankKind.GPU) {
                assertThat(round.groups().stream().flatMap(group -> group.hosts().stream()))
                        .doesNotHaveDuplicates();
            }
            round.groups().forEach(group -> reachable(group, kind));
        }
    }

    private void reachable(Group group, RankKind kind) {
        if (kind == RankKind.NIC) {
            assertThat(group.ranks()).as(group.name()).hasSizeGreaterThan(1);
            everyTwo(group.ranks(), (a, b) -> reaches(a, b));
        } else {
            everyTwo(
                    group.hosts(),
                    (a, b) -> group.ranks().stream()
                            .anyMatch(port -> port.host().equals(a)
                                    && group.ranks().stream()
                                            .anyMatch(other -> other.host().equals(b)
                                                    && other.device().equals(port.device())
                                                    && reaches(port, other))));
            assertThat(hosts(group)).as(group.name()).allMatch(host -> host.gpus() > 0);
        }
    }

    private List<Host> hosts(Group group) {
        return cluster.hosts().stream()
                .filter(host -> group.hosts().contains(host.name()))
                .toList();
    }

    private static <T> void everyTwo(List<T> list, BiPredicate<T, T> rule) {
        for (int i = 0; i < list.size(); i++) {
            for (int j = i + 1; j < list.size(); j++) {
                assertThat(rule.test(list.get(i), list.get(j)))
                        .as(list.get(i) + " and " + list.get(j))
                        .isTrue();
            }
        }
    }

    Set<String> leaves(RdmaPort port) {
        return above.getOrDefault(port.id(), Set.of());
    }

    boolean sameLeaf(RdmaPort a, RdmaPort b) {
        return share(leaves(a), leaves(b));
    }

    /** Same leaf, a spine above both, or a core above both. */
    boolean reaches(RdmaPort a, RdmaPort b) {
        Set<String> left = leaves(a);
        Set<String> right = leaves(b);
        for (int tier = 0; tier < 3; tier++) {
            if (share(left, right)) {
                return true;
            }
            left = up(left);
            right = up(right);
        }
        return false;
    }

    private Set<String> up(Set<String> nodes) {
        Set<String> higher = new HashSet<>();
        nodes.forEach(node -> higher.addAll(above.getOrDefault(node, Set.of())));
        return higher;
    }

    private static boolean share(Set<String> a, Set<String> b) {
        return a.stream().anyMatch(b::contains);
    }

    /** Check that each port stands in a group or is counted by a note; with GPUs a host that is in no group counts once. */
    void everyoneIsInAGroupOrInANote(GroupPlan plan, RankKind kind) {
        Set<String> ports = new HashSet<>();
        Set<String> hosts = new HashSet<>();
        plan.rounds()
                .forEach(round -> round.groups().forEach(group -> {
                    ports.addAll(ids(group));
                    hosts.addAll(group.hosts());
                }));
        int missing = 0;
        for (Host host : cluster.hosts()) {
            if (host.ports().isEmpty() || kind == RankKind.GPU && !hosts.contains(host.name())) {
                missing++;
            } else {
                missing += (int) host.ports().stream()
                        .filter(port -> !ports.contains(port.id()))
                        .count();
            }
        }
        assertThat(toldMissing(plan)).as(plan.notes().toString()).isEqualTo(missing);
    }

    private static int toldMissing(GroupPlan plan) {
        int told = 0;
        for (String note : plan.notes()) {
            Matcher matcher = MORE.matcher(note);
            if (matcher.matches()) {
                told += 1 + (matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2)));
            }
        }
        return told;
    }

    /** The ports of each lane: in the fabrics of these tests the device says which lane a port is in, where no port was dropped. */
    Map<String, List<RdmaPort>> byDevice() {
        Map<String, List<RdmaPort>> devices = new TreeMap<>();
        cluster.ports()
                .forEach(port -> devices.computeIfAbsent(port.device(), key -> new ArrayList<>())
                        .add(port));
        return devices;
    }

    /** The largest number of disjoint pairs of ports that may be partners, by trying all; empty where that takes too long. */
    OptionalInt mostPairs() {
        List<RdmaPort> ports = cluster.ports();
        if (ports.size() > 16) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(mostPairs(ports, (1 << ports.size()) - 1, new LinkedHashMap<>()));
    }

    private int mostPairs(List<RdmaPort> ports, int free, Map<Integer, Integer> known) {
        if (free == 0) {
            return 0;
        }
        Integer before = known.get(free);
        if (before != null) {
            return before;
        }
        int first = Integer.numberOfTrailingZeros(free);
        int rest = free & ~(1 << first);
        int best = mostPairs(ports, rest, known);
        for (int other = first + 1; other < ports.size(); other++) {
            if ((rest & 1 << other) != 0 && mayPair(ports.get(first), ports.get(other))) {
                best = Math.max(best, 1 + mostPairs(ports, rest & ~(1 << other), known));
            }
        }
        known.put(free, best);
        return best;
    }

    boolean mayPair(RdmaPort a, RdmaPort b) {
        return !a.host().equals(b.host()) && !sameLeaf(a, b) && reaches(a, b);
    }
}
