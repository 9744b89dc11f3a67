package io.seatrial.diagnosis;

import io.seatrial.inventory.Link;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The votes of the bad flows that nothing explains yet, and what the good flows say against them. Findings are known by their position:
 * at a hundred thousand flows, comparing them by value takes most of the time.
 */
final class Ballot {
    /** From here on most of what crossed the link in the same family of asks is bad. */
    private static final double STRONG = 0.5;
    /** Fewer flows of one direction say nothing about that direction. */
    private static final int DIRECTION_NEEDS = 3;

    /** Best first: most votes weighted by the bad share, then by name, so that the order is the same in every run. */
    private static final Comparator<Candidate> ORDER = Comparator.comparing(Candidate::strong)
            .reversed()
            .thenComparing(Comparator.comparingDouble(Candidate::score).reversed())
            .thenComparing(candidate -> candidate.link().id());

    private final List<Finding> findings;
    private final Map<Link, BitSet> proven = new HashMap<>();
    private final Map<Integer, Map<Link, Double>> votes = new HashMap<>();
    private final BitSet good = new BitSet();
    private final BitSet bad = new BitSet();

    /**
     * A link that some bad flow crosses.
     *
     * @param votes of the bad flows
     * @param share of the bad ones among the proven flows that cross it, in the families in which some are bad
     * @param strong whether that is most of them, and some surely cross it
     * @param bad positions of the bad flows
     * @param proven number of proven flows that were counted
     */
    record Candidate(Link link, double votes, double share, boolean strong, BitSet bad, int proven) {
        double score() {
            return votes * share;
        }
    }

    Ballot(List<Finding> findings) {
        this.findings = List.copyOf(findings);
        for (int i = 0; i < findings.size(); i++) {
            Finding finding = findings.get(i);
            if (finding.isBad() || finding.isGood()) {
                count(i, finding);
            }
        }
    }

    private void count(int position, Finding finding) {
        Map<Link, Double> crossed = Crossing.votes(finding.flow());
        crossed.keySet()
                .forEach(link -> proven.computeIfAbsent(link, l -> new BitSet()).set(position));
        if (finding.isBad()) {
            bad.set(position);
            votes.put(position, crossed);
        } else {
            good.set(position);
        }
    }

    /** Return the positions of the unexplained bad findings of a kind. */
    BitSet badWhere(Predicate<Finding> kind) {
        BitSet positions = new BitSet();
        bad.stream().filter(i -> kind.test(findings.get(i))).forEach(positions::set);
        return positions;
    }

    /** Return those of some positions whose findings are bad and unexplained. */
    BitSet badAmong(BitSet positions) {
        return and(positions, bad);
    }

    List<Finding> at(BitSet positions) {
        return positions.stream().mapToObj(findings::get).toList();
    }

    double totalVotes() {
        return bad.stream()
                .mapToDouble(i -> votes.get(i).values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .sum();
    }

    void remove(BitSet explained) {
        bad.andNot(explained);
    }

    Optional<Candidate> best() {
        return candidates().stream().findFirst();
    }

    /** Return every link that a bad flow crosses, best first. */
    List<Candidate> candidates() {
        Map<Link, Double> sums = new HashMap<>();
        bad.stream().forEach(i -> votes.get(i).forEach((link, vote) -> sums.merge(link, vote, Double::sum)));
        List<Candidate> candidates = new ArrayList<>();
        sums.forEach((link, sum) -> candidates.add(candidate(link, sum)));
        candidates.sort(ORDER);
        return candidates;
    }

    private Candidate candidate(Link link, double sum) {
        BitSet badHere = and(proven.get(link), bad);
        Set<String> families = new HashSet<>();
        badHere.stream().forEach(i -> families.add(findings.get(i).family()));
        BitSet goodHere = and(proven.get(link), good);
        // A good latency says nothing against a bad bandwidth.
        goodHere.stream()
                .filter(i -> !families.contains(findings.get(i).family()))
                .forEach(goodHere::clear);
        double share = share(link, badHere, goodHere);
        boolean certain =
                badHere.stream().anyMatch(i -> findings.get(i).flow().certain().contains(link));
        int counted = badHere.cardinality() + goodHere.cardinality();
        return new Candidate(link, sum, share, certain && share > STRONG, badHere, counted);
    }

    /** A link may be bad in one direction alone, so the worst of both directions and the whole counts. */
    private double share(Link link, BitSet badHere, BitSet goodHere) {
        String lower = link.a().toString();
        long badUp = up(badHere, lower);
        long goodUp = up(goodHere, lower);
        long badDown = oneWay(badHere) - badUp;
        long goodDown = oneWay(goodHere) - goodUp;
        double whole = (double) badHere.cardinality() / (badHere.cardinality() + goodHere.cardinality());
        return Math.max(whole, Math.max(shareOfDirection(badUp, goodUp), shareOfDirection(badDown, goodDown)));
    }

    private long oneWay(BitSet positions) {
        return positions.stream().filter(i -> !findings.get(i).isOfStep()).count();
    }

    private long up(BitSet positions, String lower) {
        return positions.stream()
                .filter(i -> !findings.get(i).isOfStep())
                .filter(i -> findings.get(i).flow().from().id().equals(lower))
                .count();
    }

    private static double shareOfDirection(long badOnes, long goodOnes) {
        long all = badOnes + goodOnes;
        return all < DIRECTION_NEEDS ? 0 : (double) badOnes / all;
    }

    private static BitSet and(BitSet a, BitSet b) {
        BitSet both = (BitSet) a.clone();
        both.and(b);
        return both;
    }

    /** Tell whether the same proven flows cross both links, so that no verdict can tell them apart. */
    boolean cannotTellApart(Link a, Link b) {
        return proven.get(a).equals(proven.get(b));
    }
}
