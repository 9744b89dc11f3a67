package io.seatrial.cli;

import io.seatrial.criteria.Ask;
import io.seatrial.criteria.CollectiveLimit;
import io.seatrial.criteria.CollectiveTerms;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Group;
import io.seatrial.plan.RankKind;
import io.seatrial.report.collectives.AskCurves;
import io.seatrial.report.collectives.Collectives;
import io.seatrial.report.collectives.GroupCurve;
import io.seatrial.run.ReplayTestbed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Turns what collectives gave in a run into what its report draws. */
final class CurvesShown {
    private final Prepared prepared;
    private final ReplayTestbed testbed;
    private final SortedMap<String, SortedMap<SubjectId, Verdict>> verdicts;

    private CurvesShown(
            Prepared prepared, ReplayTestbed testbed, SortedMap<String, SortedMap<SubjectId, Verdict>> verdicts) {
        this.prepared = prepared;
        this.testbed = testbed;
        this.verdicts = verdicts;
    }

    /** @param verdicts by criterion and group */
    static Collectives of(
            Prepared prepared, ReplayTestbed testbed, SortedMap<String, SortedMap<SubjectId, Verdict>> verdicts) {
        CurvesShown shown = new CurvesShown(prepared, testbed, verdicts);
        List<AskCurves> asks = new ArrayList<>();
        testbed.surveys()
                .forEach((id, survey) -> prepared.criteria()
                        .ask(id)
                        .flatMap(ask -> ask.collective().map(terms -> shown.ask(ask, terms, survey)))
                        .ifPresent(asks::add));
        return new Collectives(asks);
    }

    private AskCurves ask(Ask ask, CollectiveTerms terms, Survey survey) {
        CollectiveLimit limit = terms.limit(ask, prepared.profile(), prepared.cluster());
        Set<SubjectId> asked = testbed.asked().get(ask.id());
        List<GroupCurve> groups = new ArrayList<>();
        List<GroupCurve> steps = new ArrayList<>();
        survey.subjects().forEach((subject, measurements) -> {
            boolean step = !asked.contains(subject);
            Optional<Verdict> verdict = step ? Optional.empty() : worst(ask.id(), subject);
            GroupCurve curve = GroupCurve.of(limit, subject, measurements, verdict, ranks(ask.id(), subject));
            (step ? steps : groups).add(curve);
        });
        return new AskCurves(ask.id(), groups, steps);
    }

    private Optional<Verdict> worst(String ask, SubjectId group) {
        return verdicts.entrySet().stream()
                .filter(entry -> entry.getKey()
                        .substring(0, entry.getKey().lastIndexOf('.'))
                        .equals(ask))
                .flatMap(entry -> Optional.ofNullable(entry.getValue().get(group)).stream())
                .max(Comparator.comparingInt(Judged::rank));
    }

    /** The ports of a group; where GPUs are the ranks the library numbers them, so that only their number is known. */
    private List<String> ranks(String ask, SubjectId subject) {
        Map<String, ReplayTestbed.Grouping> groupings = testbed.groups();
        return Optional.ofNullable(groupings.get(ask)).stream()
                .filter(grouping -> grouping.ranks() == RankKind.NIC)
                .flatMap(grouping -> grouping.groups().stream())
                .filter(group -> group.subject().equals(subject))
                .findFirst()
                .map(CurvesShown::ports)
                .orElseGet(() -> step(subject));
    }

    private static List<String> ports(Group group) {
        return group.ranks().stream().map(RdmaPort::id).toList();
    }

    /** A step is named after its two ports. */
    private static List<String> step(SubjectId subject) {
        List<String> ends = List.of(subject.name().split("\\+", -1));
        boolean ports = ends.size() == 2 && ends.stream().allMatch(end -> end.matches("[^/ ]+/[^/ ]+"));
        return ports ? ends : List.of();
    }
}
