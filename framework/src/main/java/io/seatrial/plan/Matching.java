package io.seatrial.plan;

import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pairs ports of different leaves and hosts, as many as it can. Taking one port from each of the two leaves that have most left is the best
 * there is where all leaves are joined; where something is left over after that, pairs that stand are split for its sake.
 */
final class Matching {
    /** Two ports that are partners. */
    record Pair(RdmaPort a, RdmaPort b) {}

    private final Assembly assembly;
    private final List<Pair> pairs = new ArrayList<>();
    private final Map<String, RdmaPort> free = new LinkedHashMap<>();

    Matching(Assembly assembly, List<RdmaPort> ports) {
        this.assembly = assembly;
        ports.forEach(port -> free.put(port.id(), port));
    }

    List<Pair> pairs() {
        return List.copyOf(pairs);
    }

    /** Pair those of the ports that have no partner yet. */
    void pairUp(List<RdmaPort> ports) {
        List<RdmaPort> unpaired =
                ports.stream().filter(port -> free.containsKey(port.id())).toList();
        for (List<RdmaPort> part : assembly.parts(unpaired)) {
            List<List<RdmaPort>> leaves = byLeaf(part);
            for (Optional<Pair> next = next(leaves); next.isPresent(); next = next(leaves)) {
                join(next.get().a(), next.get().b());
            }
        }
    }

    /** Split pairs of which each end can take one that is left over. */
    void improve() {
        boolean found = true;
        while (found) {
            found = improveOnce();
        }
    }

    private boolean improveOnce() {
        List<RdmaPort> left = twoOfEachLeaf();
        for (int i = 0; i < left.size(); i++) {
            for (int j = i + 1; j < left.size(); j++) {
                if (split(left.get(i), left.get(j)) || split(left.get(j), left.get(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean split(RdmaPort first, RdmaPort second) {
        for (int i = 0; i < pairs.size(); i++) {
            Pair pair = pairs.get(i);
            if (mayPair(first, pair.a()) && mayPair(second, pair.b())) {
                pairs.remove(i);
                join(first, pair.a());
                join(second, pair.b());
                return true;
            }
        }
        return false;
    }

    /** Ports of a leaf differ by their hosts only: two of them are enough to try. */
    private List<RdmaPort> twoOfEachLeaf() {
        List<RdmaPort> two = new ArrayList<>();
        byLeaf(List.copyOf(free.values())).forEach(leaf -> two.addAll(leaf.subList(0, Math.min(2, leaf.size()))));
        return two;
    }

    private void join(RdmaPort a, RdmaPort b) {
        free.remove(a.id());
        free.remove(b.id());
        pairs.add(new Pair(a, b));
    }

    private List<List<RdmaPort>> byLeaf(List<RdmaPort> ports) {
        Map<String, List<RdmaPort>> leaves = new LinkedHashMap<>();
        ports.forEach(port -> leaves.computeIfAbsent(assembly.leaf(port), leaf -> new ArrayList<>())
                .add(port));
        return new ArrayList<>(leaves.values());
    }

    /** Find a pair of the two leaves with most ports left, or of the next two of which there is one. */
    private Optional<Pair> next(List<List<RdmaPort>> leaves) {
        leaves.removeIf(List::isEmpty);
        leaves.sort(
                Comparator.comparingInt((List<RdmaPort> leaf) -> leaf.size()).reversed());
        for (int i = 0; i < leaves.size(); i++) {
            for (int j = i + 1; j < leaves.size(); j++) {
                Optional<Pair> pair = oneOfEach(leaves.get(i), leaves.get(j));
                if (pair.isPresent()) {
                    return pair;
                }
            }
        }
        return Optional.empty();
    }

    /** Take a pair out of two leaves. */
    private Optional<Pair> oneOfEach(List<RdmaPort> left, List<RdmaPort> right) {
        if (!apart(left.get(0), right.get(0))) {
            return Optional.empty();
        }
        for (int i = 0; i < left.size(); i++) {
            for (int j = 0; j < right.size(); j++) {
                if (mayPair(left.get(i), right.get(j))) {
                    return Optional.of(new Pair(left.remove(i), right.remove(j)));
                }
            }
        }
        return Optional.empty();
    }

    private boolean mayPair(RdmaPort a, RdmaPort b) {
        return !a.host().equals(b.host()) && apart(a, b) && assembly.joins(a, b);
    }

    /** Bonds that share a leaf may meet there. */
    private boolean apart(RdmaPort a, RdmaPort b) {
        return Collections.disjoint(assembly.paths().leaves(a), assembly.paths().leaves(b));
    }
}
