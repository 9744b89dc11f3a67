package io.seatrial.criteria.collectives;

import io.seatrial.criteria.EvidenceGrade;
import io.seatrial.criteria.collectives.Layout.Node;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.RankKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the ways of an algorithm carry. Each rule asks how many bytes the busiest node has to send or receive for S bytes of the collective;
 * what its NICs carry in that time bounds S/t, and the factor of the collective turns that into bus bandwidth. Where a rule gives no number
 * the count is our own (grade D):
 * <ul>
 *   <li>a double binary tree (NCCL): of S on 2 nodes each sends S; on 3 nodes 1.5 S; from 4 on a node that has two children in one tree and
 *       is a leaf of the other sends 2 S;
 *   <li>a single binary tree (our host backend, children 2r+1 and 2r+2): the busiest rank sends S with 2 ranks, 2 S with 3 and 4, 3 S from 5 on;
 *   <li>all-gather and reduce-scatter where switches copy or add: a node of L ranks has to receive, or to send, (n-L)/n S and no less.
 * </ul>
 */
final class Ways {
    private static final int DOUBLE = 2;

    private Ways() {}

    /** Bytes of bandwidth of one node that the rule makes of it, as a fraction of its NICs. */
    @FunctionalInterface
    private interface Reach {
        BigDecimal of(Node node, int ranks);
    }

    /**
     * What a rule says of the ways between nodes.
     *
     * @param key of the sentence
     * @param phrase begin of the short text
     */
    private record Rule(int number, String key, String phrase, Reach reach) {}

    private static final Rule RING = new Rule(1, "bound.ring", "ring", (node, n) -> nics(node));
    private static final Rule ONE_WAY = new Rule(1, "bound.one-way", "one way", (node, n) -> nics(node));
    private static final Rule ADDING =
            new Rule(5, "bound.adding", "switches that add", (node, n) -> times(node, 2L * (n - 1), n));
    private static final Rule COPYING = new Rule(
            5, "bound.copying", "switches that copy", (node, n) -> times(node, n - 1L, (long) n - node.ranks()));
    private static final Rule EVERYONE = new Rule(
            6,
            "bound.all-to-all",
            "all-to-all",
            (node, n) -> times(node, n - 1L, node.ranks() * ((long) n - node.ranks())));

    /** Return the algorithms that a collective has on a layout, the simplest first. */
    static List<Algorithm> algorithms(Collective collective, Layout layout) {
        boolean reduces = collective == Collective.ALL_REDUCE;
        boolean spreads = collective == Collective.ALL_GATHER || collective == Collective.REDUCE_SCATTER;
        boolean alone = layout.nodes().size() == 1;
        if (!reduces && !spreads) {
            return List.of(Algorithm.RING);
        }
        if (layout.kind() == RankKind.NIC) {
            return reduces ? List.of(Algorithm.RING, Algorithm.TREE) : List.of(Algorithm.RING);
        }
        if (alone) {
            return List.of(Algorithm.RING, Algorithm.NVLS);
        }
        List<Algorithm> adding = layout.reducing() ? List.of(Algorithm.NVLS, Algorithm.SHARP) : List.of();
        List<Algorithm> plain = reduces
                ? List.of(Algorithm.RING, Algorithm.TREE, Algorithm.NVLS_TREE)
                : isOfSingles(layout) ? List.of(Algorithm.RING, Algorithm.PAT) : List.of(Algorithm.RING);
        return Stream.concat(plain.stream(), adding.stream()).toList();
    }

    private static boolean isOfSingles(Layout layout) {
        return layout.nodes().stream().allMatch(node -> node.ranks() == 1);
    }

    /** Return the bound of one algorithm, empty where only NVLink bounds it and nobody declares that. */
    static Optional<CollectiveBound> bound(Collective collective, Layout layout, Algorithm algorithm) {
        Optional<CollectiveBound> within = within(collective, layout, algorithm);
        if (layout.nodes().size() == 1) {
            return within;
        }
        CollectiveBound between = between(collective, layout, algorithm);
        return Optional.of(
                within.filter(inside -> inside.value() < between.value()).orElse(between));
    }

    private static CollectiveBound between(Collective collective, Layout layout, Algorithm algorithm) {
        Rule rule = rule(collective, layout, algorithm);
        int ranks = layout.ranks();
        BigDecimal reach = layout.nodes().stream()
                .map(node -> rule.reach.of(node, ranks))
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Optional<Cut> cut = cut(collective, layout, algorithm);
        BigDecimal left = cut.map(tier -> reach.multiply(tier.share())).orElse(reach);
        String held = cut.map(Ways::held).orElse("");
        String over = rule == EVERYONE || rule == ONE_WAY ? " with " : " over ";
        return told(
                layout,
                name(collective, algorithm),
                rule.number,
                rule.key,
                left,
                rule.phrase + over + layout.ways() + held,
                layout.ways() + held);
    }

    private static Rule rule(Collective collective, Layout layout, Algorithm algorithm) {
        return switch (collective) {
            case ALL_TO_ALL -> EVERYONE;
            case BROADCAST, SEND_RECV -> ONE_WAY;
            case ALL_GATHER, REDUCE_SCATTER ->
                algorithm == Algorithm.RING || algorithm == Algorithm.PAT ? RING : COPYING;
            case ALL_REDUCE ->
                switch (algorithm) {
                    case RING, PAT -> RING;
                    case TREE, NVLS_TREE -> layout.kind() == RankKind.NIC ? hostTree(layout) : tree(layout);
                    case NVLS, SHARP -> ADDING;
                };
        };
    }

    /** In halves of S, which is what each of the two trees carries. */
    private static Rule tree(Layout layout) {
        int nodes = layout.nodes().size();
        long halves = Math.min(nodes, 4);
        String key = nodes == DOUBLE ? "bound.tree-of-two" : "bound.tree";
        return new Rule(3, key, "double tree", (node, n) -> times(node, 4L * (n - 1), n * halves));
    }

    private static Rule hostTree(Layout layout) {
        int ranks = layout.ranks();
        long sent = ranks == DOUBLE ? 1 : ranks <= 4 ? 2 : 3;
        return new Rule(3, "bound.host-tree", "binary tree", (node, n) -> times(node, 2L * (n - 1), n * sent));
    }

    /** NVLink within a node: every GPU of a ring passes everything on; what a switch adds is sent and received once. */
    private static Optional<CollectiveBound> within(Collective collective, Layout layout, Algorithm algorithm) {
        if (layout.nvlink().isEmpty() || isOfSingles(layout)) {
            return Optional.empty();
        }
        long link = layout.nvlink().getAsLong();
        int n = layout.ranks();
        boolean adds =
                collective == Collective.ALL_REDUCE && algorithm != Algorithm.RING && algorithm != Algorithm.TREE;
        boolean alone = layout.nodes().size() == 1;
        if (collective == Collective.ALL_TO_ALL && !alone) {
            return Optional.empty();
        }
        String nvlink = "NVLink of " + Figures.bytes(link) + " a GPU";
        return Optional.of(
                adds
                        ? told(
                                layout,
                                name(collective, algorithm),
                                4,
                                "bound.nvls",
                                fraction(link, 2L * (n - 1), n),
                                "NVSwitches that add, " + nvlink,
                                nvlink)
                        : told(
                                layout,
                                name(collective, algorithm),
                                1,
                                "bound.nvlink",
                                BigDecimal.valueOf(link),
                                nvlink,
                                nvlink));
    }

    /** Which tiers hold a tree of single NICs back depends on where its ranks lie; leaving them out keeps the bound one. */
    private static Optional<Cut> cut(Collective collective, Layout layout, Algorithm algorithm) {
        boolean ofRing = layout.kind() == RankKind.GPU || algorithm == Algorithm.RING;
        List<Cut> cuts =
                collective == Collective.ALL_TO_ALL ? layout.everyone() : ofRing ? layout.neighbours() : List.of();
        return cuts.stream().filter(Cut::binds).min(Comparator.comparing(Cut::share));
    }

    private static String held(Cut cut) {
        return ", of which tier " + cut.tier() + " (" + Figures.plain(cut.ratio()) + ":1, "
                + Figures.percent(cut.leaving()) + " goes up) lets " + Figures.percent(cut.share()) + " through";
    }

    private static CollectiveBound told(
            Layout layout, String algorithm, int rule, String key, BigDecimal value, String text, String ways) {
        long rounded = value.setScale(0, RoundingMode.HALF_UP).longValueExact();
        Message reason = Message.of(
                key,
                "bound",
                new Quantity(rounded, Unit.BYTES_PER_SECOND),
                "algorithm",
                algorithm,
                "ranks",
                (long) layout.ranks(),
                "nodes",
                (long) layout.nodes().size(),
                "ways",
                ways,
                "rule",
                (long) rule,
                "grade",
                EvidenceGrade.D.name());
        return new CollectiveBound(rounded, rule, EvidenceGrade.D, text, reason);
    }

    /** All-to-all and what is only passed on are bound alike whatever carries them. */
    private static String name(Collective collective, Algorithm algorithm) {
        return switch (collective) {
            case ALL_TO_ALL, BROADCAST, SEND_RECV -> "any algorithm";
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER -> algorithm.text();
        };
    }

    private static BigDecimal nics(Node node) {
        return BigDecimal.valueOf(node.bandwidth());
    }

    private static BigDecimal times(Node node, long numerator, long denominator) {
        return fraction(node.bandwidth(), numerator, denominator);
    }

    /** Multiplied first, so that what is a whole number stays one. */
    private static BigDecimal fraction(long of, long numerator, long denominator) {
        return BigDecimal.valueOf(of)
                .multiply(BigDecimal.valueOf(numerator))
                .divide(BigDecimal.valueOf(denominator), 6, RoundingMode.HALF_UP);
    }
}
