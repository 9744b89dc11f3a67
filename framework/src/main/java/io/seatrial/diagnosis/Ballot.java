package io.seatrial.diagnosis;

import io.seatrial.inventory.Link;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The votes of the bad flows that nothing explains yet, and what the good flows say against them. */
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

    private final Map<String, List<Finding>> proven;
    private final Set<Finding> bad;

    /**
     * A link that some bad flow crosses.
     *
     * @param votes of the bad flows
     * @param share of the bad ones among the proven flows that cross it, in the families in which some are bad
     */
    record Candidate(Link link, double votes, double share, boolean strong, Set<Finding> bad, int proven) {
        double score() {
            return votes * share;
        }
    }

    Ballot(Collection<Finding> findings) {
        proven = new TreeMap<>();
        bad = new LinkedHashSet<>();
        for (Finding finding : findings) {
            if (finding.isBad() || finding.isGood()) {
                Crossing.votes(finding.flow())
                        .keySet()
                        .forEach(link -> proven.computeIfAbsent(link.id(), id -> new java.util.ArrayList<>())
                                .add(finding));
            }
            if (finding.isBad()) {
                bad.add(finding);
            }
        }
    }

    Set<Finding> bad() {
        return bad;
    }

    double totalVotes() {
        return bad.stream()
                .mapToDouble(finding -> Crossing.votes(finding.flow()).values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .sum();
    }

    void remove(Collection<Finding> explained) {
        bad.removeAll(explained);
    }

    Optional<Candidate> best() {
        return candidates().stream().findFirst();
    }

    /** Return every link that a bad flow crosses, best first. */
    List<Candidate> candidates() {
        Map<Link, Double> votes = new HashMap<>();
        bad.forEach(finding ->
                Crossing.votes(finding.flow()).forEach((link, vote) -> votes.merge(link, vote, Double::sum)));
        return votes.entrySet().stream()
                .map(entry -> candidate(entry.getKey(), entry.getValue()))
                .sorted(ORDER)
                .toList();
    }

    Candidate candidate(Link link, double votes) {
        List<Finding> crossing = proven.getOrDefault(link.id(), List.of());
        Set<Finding> badHere =
                crossing.stream().filter(bad::contains).collect(Collectors.toCollection(LinkedHashSet::new));
        Set<String> families = badHere.stream().map(Finding::family).collect(Collectors.toSet());
        List<Finding> counted = crossing.stream()
                .filter(finding -> families.contains(finding.family()))
                .filter(finding -> finding.isGood() || bad.contains(finding))
                .toList();
        double share = share(link, counted);
        boolean certain = badHere.stream().anyMatch(f -> f.flow().certain().contains(link));
        return new Candidate(link, votes, share, certain && share > STRONG, badHere, counted.size());
    }

    /** A link may be bad in one direction alone, so the worse of both directions and the whole counts. */
    private double share(Link link, List<Finding> counted) {
        Map<Boolean, List<Finding>> byDirection = counted.stream()
                .collect(Collectors.partitioningBy(
                        f -> f.flow().from().id().equals(link.a().toString())));
        double share = badShare(counted);
        for (List<Finding> direction : byDirection.values()) {
            if (direction.size() >= DIRECTION_NEEDS) {
                share = Math.max(share, badShare(direction));
            }
        }
        return share;
    }

    private double badShare(List<Finding> findings) {
        long badOnes = findings.stream().filter(bad::contains).count();
        return findings.isEmpty() ? 0 : (double) badOnes / findings.size();
    }

    /** Tell whether the same proven flows cross both links, so that no verdict can tell them apart. */
    boolean cannotTellApart(Link a, Link b) {
        return proven.getOrDefault(a.id(), List.of()).equals(proven.getOrDefault(b.id(), List.of()));
    }
}
