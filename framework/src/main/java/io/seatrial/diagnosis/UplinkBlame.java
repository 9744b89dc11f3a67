package io.seatrial.diagnosis;

import io.seatrial.inventory.Link;
import io.seatrial.plan.Flow;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the leaf one of whose uplinks is slow. Steps of rings that cross it are slow now and then, as ECMP has it, and good at other times. What
 * surely lies on the way of a good step is not slow, so a step that is bad although its own links are cleared accuses what it may have crossed.
 * All that is common to such steps is a leaf: with several partners, from several ports.
 */
final class UplinkBlame {
    /** Less than this part of what needs an explanation is no explanation: then it is a spine, or more than one thing. */
    private static final double MOST = 2.0 / 3;

    private final List<Finding> findings;
    private final Set<Link> cleared = new HashSet<>();

    UplinkBlame(List<Finding> findings) {
        this.findings = findings;
        findings.stream()
                .filter(finding -> finding.isOfStep() && finding.isGood())
                .forEach(finding -> cleared.addAll(finding.flow().certain()));
    }

    /**
     * A leaf that is suspected.
     *
     * @param name of the leaf
     * @param uplinks of it that the bad steps may have crossed
     * @param bad positions of the bad steps
     * @param good how many steps over its uplinks are good
     * @param partners leaves at the other end of the bad ones
     * @param ports of the leaf from which the bad ones come
     */
    record Leaf(String name, List<Link> uplinks, BitSet bad, long good, Set<String> partners, Set<String> ports) {}

    /**
     * Return the leaf that explains most.
     *
     * @param open positions of what nothing explains yet
     */
    Optional<Leaf> best(BitSet open) {
        BitSet bad = new BitSet();
        open.stream().filter(this::needsUplink).forEach(bad::set);
        Leaf best = null;
        for (String leaf : leaves(bad)) {
            Leaf candidate = leaf(leaf, bad);
            best = best == null || isBetter(candidate, best) ? candidate : best;
        }
        return Optional.ofNullable(best)
                .filter(leaf -> leaf.bad().cardinality() >= MOST * bad.cardinality())
                .filter(leaf -> leaf.partners().size() > 1 && leaf.ports().size() > 1);
    }

    private boolean needsUplink(int position) {
        Finding finding = findings.get(position);
        return finding.isOfStep()
                && finding.isBad()
                && !finding.flow().possible().isEmpty()
                && cleared.containsAll(finding.flow().certain());
    }

    private static boolean isBetter(Leaf one, Leaf other) {
        int bad = Integer.compare(one.bad().cardinality(), other.bad().cardinality());
        int partners = Integer.compare(one.partners().size(), other.partners().size());
        return bad > 0 || bad == 0 && (partners > 0 || partners == 0 && one.good() < other.good());
    }

    private Set<String> leaves(BitSet bad) {
        Set<String> leaves = new TreeSet<>();
        bad.stream().forEach(i -> leaves.addAll(leavesOf(findings.get(i).flow()).keySet()));
        return leaves;
    }

    private Leaf leaf(String name, BitSet bad) {
        BitSet own = new BitSet();
        Set<Link> uplinks = new HashSet<>();
        Set<String> partners = new TreeSet<>();
        Set<String> ports = new TreeSet<>();
        bad.stream().forEach(i -> {
            Flow flow = findings.get(i).flow();
            if (leavesOf(flow).containsKey(name)) {
                own.set(i);
                flow.possible().stream().filter(link -> isBelow(link, name)).forEach(uplinks::add);
                partners.addAll(leavesOf(flow).keySet());
                ports.add(leavesOf(flow).get(name));
            }
        });
        partners.remove(name);
        long good = findings.stream()
                .filter(finding -> finding.isOfStep() && finding.isGood())
                .filter(finding -> finding.flow().possible().stream().anyMatch(link -> isBelow(link, name)))
                .count();
        List<Link> ordered =
                uplinks.stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();
        return new Leaf(name, ordered, own, good, partners, ports);
    }

    private static boolean isBelow(Link uplink, String leaf) {
        return uplink.a().node().equals(leaf);
    }

    /** Return the two leaves of a flow that goes over spines, each with the port of a host there. */
    private static Map<String, String> leavesOf(Flow flow) {
        Map<String, String> leaves = new TreeMap<>();
        flow.certain().stream()
                .filter(Wiring::isOfHost)
                .forEach(link -> leaves.put(link.b().node(), link.a().toString()));
        return leaves;
    }
}
