package io.seatrial.diagnosis;

import io.seatrial.diagnosis.PairBlame.Pair;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.SubjectId.Kind;
import io.seatrial.plan.Flow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whom groups of ranks blame that no flow speaks for. A host that fails with its own GPUs alone is bad before any fabric takes part; of pairs
 * of hosts the third host decides; and a group that fails although each of its steps is good shares something that is too small for all of them
 * at once.
 */
final class GroupBlame {
    private final List<GroupFinding> groups;
    private final GroupWording wording = new GroupWording();

    GroupBlame(Collection<GroupFinding> groups) {
        this.groups = groups.stream()
                .sorted(Comparator.comparing((GroupFinding finding) ->
                                finding.group().ranks().size())
                        .thenComparing(finding -> finding.group().name())
                        .thenComparing(GroupFinding::ask))
                .toList();
    }

    /** Return what all groups say of single flows. */
    List<Finding> ofSteps() {
        return groups.stream().flatMap(group -> group.ofSteps().stream()).toList();
    }

    /** Return the hosts that fail by themselves, and those that fail with several others. */
    List<Suspect> hosts() {
        SortedMap<String, List<GroupFinding>> alone = new TreeMap<>();
        bad().filter(finding -> finding.isOfOneHost() && !finding.hasSteps())
                .forEach(
                        finding -> alone.computeIfAbsent(finding.group().hosts().get(0), host -> new ArrayList<>())
                                .add(finding));
        List<Suspect> suspects = new ArrayList<>();
        alone.forEach((host, failing) -> suspects.add(wording.alone(host, failing, failingWith(host))));
        ofPairs(alone.keySet(), suspects);
        return suspects;
    }

    private void ofPairs(Set<String> known, List<Suspect> suspects) {
        Map<String, List<Pair>> byAsk = new TreeMap<>();
        groups.stream()
                .filter(finding ->
                        !finding.hasSteps() && finding.group().hosts().size() == 2)
                .filter(finding -> finding.group().hosts().stream().noneMatch(known::contains))
                .forEach(finding -> byAsk.computeIfAbsent(finding.ask(), ask -> new ArrayList<>())
                        .add(pair(finding)));
        Map<String, Set<String>> blamed = new LinkedHashMap<>();
        byAsk.forEach((ask, pairs) -> PairBlame.of(pairs)
                .blamed()
                .forEach(host ->
                        blamed.computeIfAbsent(host, h -> new TreeSet<>()).add(ask)));
        blamed.forEach((host, asks) -> suspects.add(wording.inPairs(host, asks, failingWith(host))));
    }

    /** The verdicts stand for the values: a pair that fails is slow, whatever the others have. */
    private static Pair pair(GroupFinding finding) {
        List<String> hosts = finding.group().hosts();
        BigDecimal good = finding.isGood() ? BigDecimal.ONE : null;
        return new Pair(hosts.get(0), hosts.get(1), finding.isBad() ? BigDecimal.ZERO : good);
    }

    private Stream<GroupFinding> bad() {
        return groups.stream().filter(GroupFinding::isBad);
    }

    private long failingWith(String host) {
        return bad().filter(finding -> finding.group().hosts().contains(host)).count();
    }

    /**
     * Return a suspect for each group that fails and that nobody explains: smaller groups first, since a larger one fails with them.
     *
     * @param named those that are suspected already
     * @param steps what was found of single flows
     */
    List<Suspect> unexplained(List<Suspect> named, Collection<Finding> steps) {
        Set<SubjectId> places = new HashSet<>();
        named.forEach(suspect -> {
            places.add(suspect.subject());
            places.addAll(suspect.alsoPossible());
        });
        Set<String> good = new HashSet<>();
        steps.stream().filter(Finding::isGood).forEach(finding -> good.add(ends(finding.flow())));
        List<Suspect> suspects = new ArrayList<>();
        List<GroupFinding> smaller = new ArrayList<>();
        bad().filter(finding -> places(finding).stream().noneMatch(places::contains))
                .filter(finding -> smaller.stream().noneMatch(one -> isPart(one, finding)))
                .forEach(finding -> {
                    smaller.add(finding);
                    suspects.add(suspect(finding, good));
                });
        return suspects;
    }

    private Suspect suspect(GroupFinding finding, Set<String> good) {
        boolean stepsAreGood =
                finding.hasSteps() && finding.steps().stream().allMatch(step -> good.contains(ends(step)));
        return stepsAreGood ? wording.commonPart(finding, shared(finding)) : wording.undecided(finding);
    }

    /** A step between two ports is the same one whichever of them sends first. */
    private static String ends(Flow flow) {
        return String.join(" ", new TreeSet<>(Set.of(flow.from().id(), flow.to().id())));
    }

    private static boolean isPart(GroupFinding small, GroupFinding large) {
        return large.group().ranks().containsAll(small.group().ranks());
    }

    /** Return everything that may be why it fails. */
    private static Set<SubjectId> places(GroupFinding finding) {
        Set<SubjectId> places = new HashSet<>();
        finding.group().hosts().forEach(host -> places.add(new SubjectId(Kind.HOST, host)));
        finding.group().ranks().forEach(port -> places.add(new SubjectId(Kind.PORT, port.id())));
        for (Flow step : finding.steps()) {
            Stream.concat(step.certain().stream(), step.possible().stream()).forEach(link -> {
                places.add(link.subject());
                places.add(new SubjectId(Kind.SWITCH, link.b().node()));
            });
        }
        return places;
    }

    /** Return the links between switches that several steps may cross at once. */
    private static List<Link> shared(GroupFinding finding) {
        Map<Link, Integer> crossed = new LinkedHashMap<>();
        for (Flow step : finding.steps()) {
            Stream.concat(step.certain().stream(), step.possible().stream())
                    .filter(link -> !Wiring.isOfHost(link))
                    .distinct()
                    .forEach(link -> crossed.merge(link, 1, Integer::sum));
        }
        return crossed.entrySet().stream()
                .filter(entry -> entry.getValue() > 1)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(Link::id))
                .toList();
    }
}
