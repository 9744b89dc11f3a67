package io.seatrial.criteria.collectives;

import io.seatrial.criteria.collectives.Areas.Level;
import io.seatrial.criteria.collectives.Layout.Node;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.CongestionControl;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.NvlinkDomain;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupPlan;
import io.seatrial.plan.GroupRound;
import io.seatrial.plan.RankKind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Lays the groups of a plan out on a cluster: which of their ranks NVLink joins, and how much of their traffic an oversubscribed tier lets
 * through, the groups that run beside them counted in.
 */
public final class Layouts {
    private static final int BITS = 8;

    private final Cluster cluster;
    private final RankKind kind;
    private final OptionalLong nvlink;
    private final List<Level> levels;
    private final Map<String, Host> hosts = new HashMap<>();
    private final Map<String, String> nodes = new HashMap<>();

    private Layouts(Cluster cluster, RankKind kind, OptionalLong nvlink) {
        this.cluster = cluster;
        this.kind = kind;
        this.nvlink = nvlink;
        levels = Areas.of(cluster);
        cluster.hosts().forEach(host -> hosts.put(host.name(), host));
        for (NvlinkDomain domain : cluster.nvlinkDomains()) {
            domain.hosts().forEach(host -> nodes.put(host, "domain " + domain.name()));
        }
    }

    /**
     * Return the layout of each group.
     *
     * @param nvlink what a GPU sends to the others of its node in one direction, B/s; empty where nobody declares it
     * @return nothing for a group of fewer than 2 ranks, and for hosts of which no GPU is declared
     */
    public static SortedMap<SubjectId, Layout> of(Cluster cluster, RankKind kind, GroupPlan plan, OptionalLong nvlink) {
        Layouts layouts = new Layouts(cluster, kind, nvlink);
        SortedMap<SubjectId, Layout> all = new TreeMap<>();
        plan.rounds().forEach(round -> layouts.add(round, all));
        return all;
    }

    private void add(GroupRound round, Map<SubjectId, Layout> all) {
        List<Map<String, BigDecimal>> ofRings = new ArrayList<>();
        List<Map<String, BigDecimal>> ofEveryone = new ArrayList<>();
        for (Level level : levels) {
            ofRings.add(leaving(round, group -> rings(group, level)));
            ofEveryone.add(leaving(round, group -> everyone(group, level)));
        }
        for (Group group : round.groups()) {
            List<Node> parts = kind == RankKind.NIC ? ports(group) : joined(group);
            if (parts.stream().mapToInt(Node::ranks).sum() > 1) {
                all.put(
                        group.subject(),
                        new Layout(kind, parts, nvlink, reducing(), cuts(group, ofRings), cuts(group, ofEveryone)));
            }
        }
    }

    /** Only InfiniBand switches add; where nothing is declared they may. */
    private boolean reducing() {
        return kind == RankKind.GPU
                && cluster.qos()
                        .map(qos -> qos.control() == CongestionControl.CREDITS)
                        .orElse(true);
    }

    private static List<Node> ports(Group group) {
        return group.ranks().stream()
                .map(port -> new Node(1, 1, port.rate() / BITS))
                .toList();
    }

    private List<Node> joined(Group group) {
        Map<String, List<String>> byNode = new LinkedHashMap<>();
        group.hosts()
                .forEach(host -> byNode.computeIfAbsent(nodes.getOrDefault(host, host), name -> new ArrayList<>())
                        .add(host));
        List<Node> joined = new ArrayList<>();
        for (List<String> names : byNode.values()) {
            int gpus = names.stream().mapToInt(name -> hosts.get(name).gpus()).sum();
            List<RdmaPort> nics = group.ranks().stream()
                    .filter(port -> names.contains(port.host()))
                    .toList();
            if (gpus > 0) {
                joined.add(new Node(
                        gpus,
                        nics.size(),
                        nics.stream().mapToLong(RdmaPort::rate).sum() / BITS));
            }
        }
        return joined;
    }

    /** What goes up from each part of a level, bit/s. */
    @FunctionalInterface
    private interface Leaving {
        Map<String, BigDecimal> of(Group group);
    }

    private static Map<String, BigDecimal> leaving(GroupRound round, Leaving leaving) {
        Map<String, BigDecimal> sums = new HashMap<>();
        round.groups()
                .forEach(group -> leaving.of(group).forEach((part, rate) -> sums.merge(part, rate, BigDecimal::add)));
        return sums;
    }

    /** The order of single NICs is known; a library of GPUs lets the hosts of a leaf follow each other, a ring for each lane. */
    private Map<String, BigDecimal> rings(Group group, Level level) {
        return kind == RankKind.NIC ? ring(group.ranks(), level) : lanes(group, level, Layouts::oneByPart);
    }

    private static Map<String, BigDecimal> ring(List<RdmaPort> ports, Level level) {
        Map<String, BigDecimal> leaving = new HashMap<>();
        for (int i = 0; i < ports.size(); i++) {
            RdmaPort from = ports.get(i);
            String part = level.of().get(from.id());
            String next = level.of().get(ports.get((i + 1) % ports.size()).id());
            if (!part.equals(next)) {
                leaving.merge(part, BigDecimal.valueOf(from.rate()), BigDecimal::add);
            }
        }
        return leaving;
    }

    private static Map<String, BigDecimal> oneByPart(List<RdmaPort> lane, Level level) {
        Map<String, BigDecimal> leaving = new HashMap<>();
        lane.forEach(
                port -> leaving.merge(level.of().get(port.id()), BigDecimal.valueOf(port.rate()), BigDecimal::max));
        return leaving.size() > 1 ? leaving : Map.of();
    }

    /** GPUs hand traffic between lanes over within the node (PXN), so each NIC speaks with its lane only. */
    private Map<String, BigDecimal> everyone(Group group, Level level) {
        return kind == RankKind.NIC ? toEveryone(group.ranks(), level) : lanes(group, level, Layouts::toEveryone);
    }

    private static Map<String, BigDecimal> toEveryone(List<RdmaPort> ports, Level level) {
        Map<String, List<RdmaPort>> byPart = new HashMap<>();
        ports.forEach(port -> byPart.computeIfAbsent(level.of().get(port.id()), part -> new ArrayList<>())
                .add(port));
        Map<String, BigDecimal> leaving = new HashMap<>();
        byPart.forEach((part, below) -> {
            BigDecimal share = Cut.leaving(Cut.Order.RANDOM, below.size(), ports.size());
            long rate = below.stream().mapToLong(RdmaPort::rate).sum();
            leaving.put(part, BigDecimal.valueOf(rate).multiply(share));
        });
        return leaving;
    }

    /** What the ports of a lane send up. */
    @FunctionalInterface
    private interface OfLane {
        Map<String, BigDecimal> of(List<RdmaPort> ports, Level level);
    }

    private static Map<String, BigDecimal> lanes(Group group, Level level, OfLane leaving) {
        Map<String, Integer> positions = new HashMap<>();
        Map<String, List<RdmaPort>> lanes = new LinkedHashMap<>();
        for (RdmaPort port : group.ranks()) {
            int position = positions.merge(port.host(), 1, Integer::sum);
            String lane = port.rail().isPresent()
                    ? "rail " + port.rail().getAsInt() + " plane "
                            + port.plane().orElse(0)
                    : "position " + position;
            lanes.computeIfAbsent(lane, name -> new ArrayList<>()).add(port);
        }
        Map<String, BigDecimal> sums = new HashMap<>();
        lanes.values()
                .forEach(ports ->
                        leaving.of(ports, level).forEach((part, rate) -> sums.merge(part, rate, BigDecimal::add)));
        return sums;
    }

    private List<Cut> cuts(Group group, List<Map<String, BigDecimal>> leaving) {
        List<Cut> cuts = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            Level level = levels.get(i);
            Map<String, BigDecimal> up = leaving.get(i);
            group.ranks().stream()
                    .map(port -> level.of().get(port.id()))
                    .distinct()
                    .map(part -> fraction(part, up, level))
                    .max(Comparator.naturalOrder())
                    .ifPresent(most -> cuts.add(new Cut(level.tier(), level.ratio(), most)));
        }
        return cuts;
    }

    private static BigDecimal fraction(String part, Map<String, BigDecimal> up, Level level) {
        return up.getOrDefault(part, BigDecimal.ZERO)
                .divide(BigDecimal.valueOf(level.capacity().get(part)), MathContext.DECIMAL64);
    }
}
