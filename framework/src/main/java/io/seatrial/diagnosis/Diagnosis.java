package io.seatrial.diagnosis;

import io.seatrial.diagnosis.Ballot.Candidate;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds what may be broken. Links whose own reading fails come first; then hosts that are slow with at least three partners on all their
 * ports; then links by the votes of the bad flows (007) times the bad share among what crossed them, greedily, until no bad flow is left
 * unexplained; last the hosts without contact, which explain what is not proven.
 */
public final class Diagnosis {
    /** A pair says nothing about which end is bad; three partners do (domain notes, localisation). */
    private static final int PARTNERS_OF_A_BAD_HOST = 3;
    /** The greedy search ends where the top link has less than this share of all votes (007), but never without a suspect. */
    private static final double LEAST_SHARE_OF_VOTES = 0.01;

    private static final int MOST_SUSPECTS = 20;

    private final List<Finding> findings;
    private final Collection<Link> links;
    private final Ballot ballot;
    private final double allVotes;
    private final Wording wording;
    private final List<Suspect> suspects = new ArrayList<>();

    private Diagnosis(List<Finding> findings, Collection<Link> links) {
        this.findings = findings;
        this.links = links;
        ballot = new Ballot(findings);
        allVotes = ballot.totalVotes();
        wording = new Wording(findings);
    }

    /**
     * Rank the suspects.
     *
     * @param findings verdicts over flows, of every ask
     * @param links every link of the fabric
     * @param readings judgements on links by their own readings (state, speed)
     * @param withoutContact hosts that could not be reached, with the cause in full
     * @return best first, at most {@value #MOST_SUSPECTS}; empty where nothing is bad and every host was reached
     */
    public static List<Suspect> suspects(
            Collection<Finding> findings,
            Collection<Link> links,
            Collection<Judgement> readings,
            Map<String, Message> withoutContact) {
        List<Finding> ordered = findings.stream()
                .sorted(Comparator.comparing((Finding f) -> f.flow().id()).thenComparing(Finding::ask))
                .toList();
        Diagnosis diagnosis = new Diagnosis(ordered, links);
        diagnosis.byOwnReading(readings);
        diagnosis.byHost();
        diagnosis.byVotes();
        diagnosis.byContact(new TreeMap<>(withoutContact), readings);
        return diagnosis.ranked();
    }

    private void byOwnReading(Collection<Judgement> readings) {
        Map<String, Judgement> failing = new LinkedHashMap<>();
        readings.stream()
                .filter(judgement -> unwaived(judgement.verdict()) instanceof Verdict.Fail)
                .sorted(Comparator.comparing(Judgement::criterion))
                .forEach(judgement -> failing.putIfAbsent(judgement.subject().name(), judgement));
        List<Suspect> found = new ArrayList<>();
        for (Link link : links) {
            Judgement reading = failing.get(link.id());
            if (reading != null) {
                int explained = badOver(link).cardinality();
                found.add(wording.ownReading(link, reading, allVotes + 1 + explained, explained, notProvenOver(link)));
            }
        }
        found.sort(Comparator.comparingDouble(Suspect::score).reversed().thenComparing(Suspect::subject));
        suspects.addAll(found);
        // Only now, because two bad links may explain the same flow.
        links.stream().filter(link -> failing.containsKey(link.id())).forEach(link -> ballot.remove(badOver(link)));
    }

    private static Verdict unwaived(Verdict verdict) {
        return verdict instanceof Verdict.Waived waived ? waived.instead() : verdict;
    }

    private BitSet badOver(Link link) {
        return ballot.badWhere(finding -> crosses(finding, link));
    }

    private long notProvenOver(Link link) {
        return findings.stream()
                .filter(finding -> finding.isNotProven() && crosses(finding, link))
                .count();
    }

    private static boolean crosses(Finding finding, Link link) {
        return finding.flow().certain().contains(link)
                || finding.flow().possible().contains(link);
    }

    private void byHost() {
        SortedMap<String, List<Candidate>> byHost = new TreeMap<>();
        for (Candidate candidate : ballot.candidates()) {
            if (candidate.link().tier().equals(Link.HOST_LEAF)) {
                byHost.computeIfAbsent(candidate.link().a().node(), host -> new ArrayList<>())
                        .add(candidate);
            }
        }
        byHost.forEach(this::suspectHost);
    }

    private void suspectHost(String host, List<Candidate> candidates) {
        Set<String> badPorts = candidates.stream()
                .filter(Candidate::strong)
                .map(candidate -> candidate.link().id())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> ports = links.stream()
                .filter(link ->
                        link.tier().equals(Link.HOST_LEAF) && link.a().node().equals(host))
                .map(Link::id)
                .collect(Collectors.toCollection(TreeSet::new));
        BitSet explained = ballot.badWhere(finding -> finding.touches(host));
        Set<String> partners = new TreeSet<>();
        ballot.at(explained).forEach(finding -> partners.add(finding.partnerOf(host)));
        // With one port the host and its link cannot be told apart; then the link is named.
        if (ports.size() > 1 && badPorts.equals(ports) && partners.size() >= PARTNERS_OF_A_BAD_HOST) {
            double score = candidates.stream().mapToDouble(Candidate::score).sum();
            suspects.add(wording.host(host, ports, partners, explained.cardinality(), score));
            ballot.remove(explained);
        }
    }

    private void byVotes() {
        for (Optional<Candidate> best = ballot.best();
                best.isPresent() && suspects.size() < MOST_SUSPECTS;
                best = ballot.best()) {
            if (!suspects.isEmpty() && best.get().votes() < LEAST_SHARE_OF_VOTES * allVotes) {
                return;
            }
            suspects.add(wording.link(best.get(), ballot.at(best.get().bad()), undecided(best.get())));
            ballot.remove(best.get().bad());
        }
    }

    /** Good flows clear the other links of a strong suspect's flows; a weak one is only one of those that explain the same. */
    private List<Link> undecided(Candidate best) {
        return ballot.candidates().stream()
                .filter(other -> !other.link().equals(best.link()))
                .filter(other -> ballot.cannotTellApart(best.link(), other.link())
                        || !best.strong() && other.bad().equals(best.bad()))
                .map(Candidate::link)
                .toList();
    }

    private void byContact(SortedMap<String, Message> withoutContact, Collection<Judgement> readings) {
        List<Suspect> found = new ArrayList<>();
        withoutContact.forEach((host, cause) -> {
            long unproven = findings.stream()
                    .filter(finding -> finding.isNotProven() && finding.touches(host))
                    .count();
            found.add(wording.noContact(host, cause, unproven + unread(host, readings)));
        });
        found.sort(Comparator.comparingDouble(Suspect::score).reversed().thenComparing(Suspect::subject));
        suspects.addAll(found);
    }

    private long unread(String host, Collection<Judgement> readings) {
        Set<String> own = links.stream()
                .filter(link -> link.a().node().equals(host))
                .map(Link::id)
                .collect(Collectors.toSet());
        return readings.stream()
                .filter(reading -> unwaived(reading.verdict()) instanceof Verdict.NotProven
                        && own.contains(reading.subject().name()))
                .count();
    }

    private List<Suspect> ranked() {
        List<Suspect> ranked = new ArrayList<>();
        Set<SubjectId> seen = new LinkedHashSet<>();
        for (Suspect suspect : suspects) {
            if (seen.add(suspect.subject()) && ranked.size() < MOST_SUSPECTS) {
                ranked.add(suspect.ranked(ranked.size() + 1));
            }
        }
        return ranked;
    }
}
