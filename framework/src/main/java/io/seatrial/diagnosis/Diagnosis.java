package io.seatrial.diagnosis;

import io.seatrial.diagnosis.Ballot.Candidate;
import io.seatrial.diagnosis.Cause.About;
import io.seatrial.diagnosis.Cause.Explained;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what may be broken. Causes of what was read of links, ports and switches come first, those that explain most before others, and links
 * that are down or slow before all; then hosts that fail among their own ranks, and hosts that are slow with at least three partners on all their
 * ports; then links by the votes of the bad flows (007) times the bad share among what crossed them, greedily, until no bad flow is left
 * unexplained; groups of ranks that none of these explains; last the hosts without contact and the switches and NICs whose counters are missing, which explain what is not proven.
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
    private final FabricWording fabricWording;
    private final Wiring wiring;
    private final List<Suspect> suspects = new ArrayList<>();

    private Diagnosis(List<Finding> findings, Collection<Link> links) {
        this.findings = findings;
        this.links = links;
        ballot = new Ballot(findings);
        allVotes = ballot.totalVotes();
        wording = new Wording(findings);
        fabricWording = new FabricWording(wording);
        wiring = new Wiring(links, findings);
    }

    /**
     * Rank the suspects.
     *
     * @return best first, at most {@value #MOST_SUSPECTS}; empty where nothing is bad and everybody answered
     */
    public static List<Suspect> suspects(Symptoms symptoms) {
        GroupBlame groups = new GroupBlame(symptoms.groups());
        List<Finding> ordered = Stream.concat(symptoms.findings().stream(), groups.ofSteps().stream())
                .sorted(Comparator.comparing((Finding f) -> f.flow().id()).thenComparing(Finding::ask))
                .toList();
        Diagnosis diagnosis = new Diagnosis(ordered, symptoms.links());
        diagnosis.byReadings(symptoms.readings());
        diagnosis.suspects.addAll(groups.hosts());
        diagnosis.byUplinks();
        diagnosis.byHost();
        diagnosis.byVotes();
        diagnosis.suspects.addAll(groups.unexplained(diagnosis.suspects, ordered));
        diagnosis.byContact(new TreeMap<>(symptoms.withoutContact()), symptoms.readings());
        diagnosis.bySilence(symptoms);
        return diagnosis.ranked();
    }

    /**
     * Name the causes of what was read of links, ports and switches. One that another explains is a victim and not named; only then flows are
     * explained, because two bad links may explain the same flow.
     */
    private void byReadings(Collection<Reading> readings) {
        List<Cause> causes = new ArrayList<>(new FabricCauses(readings, wiring, fabricWording).causes());
        Map<Cause, Explained> weights = new IdentityHashMap<>();
        causes.forEach(cause -> weights.put(cause, weight(cause)));
        causes.sort(Comparator.comparing((Cause cause) -> cause.about() != About.LINK_GONE)
                .thenComparing(cause -> -weights.get(cause).failing())
                .thenComparing(Cause::about)
                .thenComparing(
                        cause -> cause.suspect().apply(weights.get(cause)).subject()));
        BitSet explained = new BitSet();
        BitSet flows = new BitSet();
        for (Cause cause : causes) {
            if (!cause.isExplainedBy(explained)) {
                suspects.add(cause.suspect().apply(weights.get(cause)));
                explained.or(cause.explains());
                flows.or(ballot.badAmong(wiring.over(cause.links())));
            }
        }
        ballot.remove(flows);
    }

    private Explained weight(Cause cause) {
        BitSet over = wiring.over(cause.links());
        long notProven = over.stream()
                .filter(position -> findings.get(position).isNotProven())
                .count();
        return new Explained(
                cause.explains().cardinality(), ballot.badAmong(over).cardinality(), notProven);
    }

    private void byUplinks() {
        UplinkBlame blame = new UplinkBlame(findings);
        for (Optional<UplinkBlame.Leaf> leaf = blame.best(open());
                leaf.isPresent() && suspects.size() < MOST_SUSPECTS;
                leaf = blame.best(open())) {
            suspects.add(wording.uplinks(leaf.get(), ballot.at(leaf.get().bad())));
            ballot.remove(leaf.get().bad());
        }
    }

    private BitSet open() {
        return ballot.badWhere(finding -> true);
    }

    private void bySilence(Symptoms symptoms) {
        suspects.addAll(new Mutes(wiring).suspects(symptoms.readings(), symptoms.silent(), fabricWording));
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

    private void byContact(SortedMap<String, Message> withoutContact, Collection<Reading> readings) {
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

    private long unread(String host, Collection<Reading> readings) {
        Set<String> own = links.stream()
                .filter(link -> link.a().node().equals(host))
                .map(Link::id)
                .collect(Collectors.toSet());
        return readings.stream()
                .filter(reading -> reading.isNotProven() && own.contains(reading.subject()))
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
