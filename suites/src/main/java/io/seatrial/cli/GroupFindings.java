package io.seatrial.cli;

import io.seatrial.criteria.Question;
import io.seatrial.diagnosis.GroupFinding;
import io.seatrial.diagnosis.Steps;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Group;
import io.seatrial.plan.Groups;
import io.seatrial.plan.Paths;
import io.seatrial.plan.RankKind;
import io.seatrial.run.ReplayTestbed;
import io.seatrial.testkit.Judging;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What was found of groups of ranks, and of the steps of those that failed. */
final class GroupFindings {
    private final Paths paths;
    private final ReplayTestbed testbed;
    private final SortedMap<String, SortedMap<SubjectId, Verdict>> verdicts;

    private GroupFindings(Cluster cluster, ReplayTestbed testbed, Judging judging) {
        this.paths = Paths.of(cluster);
        this.testbed = testbed;
        this.verdicts = judging.verdicts();
    }

    static List<GroupFinding> of(Cluster cluster, ReplayTestbed testbed, Judging judging) {
        GroupFindings findings = new GroupFindings(cluster, testbed, judging);
        List<GroupFinding> all = new ArrayList<>();
        testbed.groups().forEach((ask, groups) -> all.addAll(findings.of(ask, groups)));
        return all;
    }

    private List<GroupFinding> of(String ask, ReplayTestbed.Grouping grouping) {
        List<GroupFinding> all = new ArrayList<>();
        boolean byNic = grouping.ranks() == RankKind.NIC;
        for (Group group : grouping.groups()) {
            worst(ask, group.subject())
                    .ifPresent(verdict ->
                            all.add(new GroupFinding(group, ask, verdict, byNic ? steps(group) : List.of())));
        }
        if (byNic) {
            all.addAll(apart(ask, grouping.groups()));
        }
        return all;
    }

    /** What a library logs speaks of its own choices, and not of the links of a group. A failure outranks what is not proven, and that what passed. */
    private Optional<Verdict> worst(String ask, SubjectId group) {
        return verdicts.entrySet().stream()
                .filter(entry -> !entry.getKey().endsWith("." + Question.LOG.text()))
                .filter(entry -> entry.getKey()
                        .substring(0, entry.getKey().lastIndexOf('.'))
                        .equals(ask))
                .map(entry -> entry.getValue().get(group))
                .filter(verdict -> verdict != null)
                .max(Comparator.comparingInt(Judged::rank));
    }

    /** Between two ranks there is one way, whichever of them sends. */
    private List<Flow> steps(Group group) {
        List<RdmaPort> ranks = group.ranks();
        int steps = ranks.size() == 2 ? 1 : ranks.size();
        return IntStream.range(0, steps)
                .mapToObj(i -> paths.find(ranks.get(i), ranks.get((i + 1) % ranks.size())))
                .flatMap(Optional::stream)
                .toList();
    }

    private List<GroupFinding> apart(String ask, List<Group> groups) {
        Map<SubjectId, Group> edges = new LinkedHashMap<>();
        groups.stream()
                .filter(group -> group.ranks().size() > 2)
                .flatMap(group -> Groups.edges(group, RankKind.NIC).rounds().stream())
                .flatMap(round -> round.groups().stream())
                .forEach(edge -> edges.putIfAbsent(edge.subject(), edge));
        Groups.leafMeetings().plan(testbed.cluster(), RankKind.NIC).rounds().stream()
                .flatMap(round -> round.groups().stream())
                .forEach(meeting -> edges.putIfAbsent(meeting.subject(), meeting));
        groups.forEach(group -> edges.remove(group.subject()));
        Survey survey = testbed.surveys().get(ask);
        Steps steps = new Steps(survey, edges.keySet(), verdicts.getOrDefault(ask + ".limit", new TreeMap<>()));
        List<GroupFinding> found = new ArrayList<>();
        edges.forEach((subject, edge) ->
                steps.of(subject).ifPresent(verdict -> found.add(new GroupFinding(edge, ask, verdict, steps(edge)))));
        return found;
    }
}
