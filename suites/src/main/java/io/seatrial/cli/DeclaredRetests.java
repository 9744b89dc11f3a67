package io.seatrial.cli;

import io.seatrial.criteria.BaselineFamily;
import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Host;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Retest;
import io.seatrial.plan.Round;
import io.seatrial.run.Retests;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Retests what some asked criterion of the profile would fail: the same round again, under the same load, and each end of a failing flow
 * with a known-good partner.
 */
final class DeclaredRetests implements Retests {
    /** Beyond so many failing flows the fabric is bad at large, and retesting each would take longer than the run. */
    private static final int MOST = 200;

    private final Prepared prepared;
    private final Predicate<String> reachable;
    private final List<String> notes;

    DeclaredRetests(Prepared prepared, Predicate<String> reachable, List<String> notes) {
        this.prepared = prepared;
        this.reachable = reachable;
        this.notes = notes;
    }

    @Override
    public Set<SubjectId> doubtful(Survey survey) {
        Set<SubjectId> doubtful = new TreeSet<>();
        for (Criterion criterion : criteria(survey)) {
            criterion.judge(survey).forEach((subject, verdict) -> {
                if (verdict instanceof Verdict.Fail || isUnsure(survey, subject, verdict)) {
                    doubtful.add(subject);
                }
            });
        }
        return doubtful;
    }

    /** Of the run's family only this survey is known yet; whatever may be called worse in the end is retested now. */
    private List<Criterion> criteria(Survey survey) {
        BaselineFamily family = BaselineFamily.screening(
                prepared.baseline(), prepared.criteria(), prepared.profile(), prepared.cluster(), List.of(survey));
        return prepared.criteria().criteria(survey.ask(), prepared.profile(), prepared.cluster(), family);
    }

    /** Evidence that does not count (a noisy host, too few samples), or none for a flow of which one end could still be measured. A group without one of its ranks gives nothing. */
    private boolean isUnsure(Survey survey, SubjectId subject, Verdict verdict) {
        if (!(verdict instanceof Verdict.NotProven)) {
            return false;
        }
        boolean measured = survey.of(subject).stream().anyMatch(m -> m.value().isPresent());
        return measured
                ? verdict.message().key().startsWith("evidence.")
                : subject.kind() == SubjectId.Kind.FLOW
                        && ends(subject).stream().filter(reachable).count() == 1;
    }

    private static List<String> ends(SubjectId flow) {
        return Arrays.stream(flow.name().split(">"))
                .map(port -> port.substring(0, Math.max(0, port.indexOf('/'))))
                .toList();
    }

    @Override
    public List<Round> rounds(List<Round> rounds, Set<SubjectId> doubtful) {
        List<List<Flow>> again = new ArrayList<>();
        Map<String, Flow> partners = new LinkedHashMap<>();
        int retested = 0;
        for (Round round : rounds) {
            List<Flow> bad = round.flows().stream()
                    .filter(flow -> doubtful.contains(flow.subject()))
                    .toList();
            if (!bad.isEmpty() && retested < MOST) {
                retested += bad.size();
                if (bad.stream().anyMatch(this::canRun)) {
                    again.add(round.flows());
                }
                if (!isLoaded(round)) {
                    bad.forEach(flow -> partners(flow, doubtful).forEach(one -> partners.putIfAbsent(one.id(), one)));
                }
            }
        }
        if (doubtful.size() > MOST) {
            notes.add(doubtful.size() + " flows are doubtful; about " + MOST + " of them were retested");
        }
        again.addAll(apart(partners.values()));
        return numbered(again);
    }

    /** In a loaded round ports are busy both ways at once; alone, its flows would say nothing about that. */
    private static boolean isLoaded(Round round) {
        Set<String> hosts = new HashSet<>();
        return !round.flows().stream()
                .allMatch(flow ->
                        hosts.add(flow.from().id()) && hosts.add(flow.to().id()));
    }

    private boolean canRun(Flow flow) {
        return reachable.test(flow.from().host()) && reachable.test(flow.to().host());
    }

    private List<Flow> partners(Flow flow, Set<SubjectId> doubtful) {
        Set<SubjectId> bad = new HashSet<>(doubtful);
        prepared.cluster().hosts().stream()
                .map(Host::name)
                .filter(reachable.negate())
                .forEach(host -> bad.add(new SubjectId(SubjectId.Kind.HOST, host)));
        List<Flow> flows = Retest.withKnownGood(prepared.cluster(), flow, bad, prepared.seed())
                .flows();
        return flows.subList(1, flows.size()).stream().filter(this::canRun).toList();
    }

    /** Pack flows so that no host takes part in two at once. */
    private static List<List<Flow>> apart(Collection<Flow> flows) {
        List<List<Flow>> packed = new ArrayList<>();
        List<Set<String>> busy = new ArrayList<>();
        for (Flow flow : flows) {
            Set<String> ends = Set.of(flow.from().host(), flow.to().host());
            int at = 0;
            while (at < packed.size() && ends.stream().anyMatch(busy.get(at)::contains)) {
                at++;
            }
            if (at == packed.size()) {
                packed.add(new ArrayList<>());
                busy.add(new HashSet<>());
            }
            packed.get(at).add(flow);
            busy.get(at).addAll(ends);
        }
        return packed;
    }

    private static List<Round> numbered(List<List<Flow>> all) {
        List<Round> rounds = new ArrayList<>();
        all.forEach(flows -> rounds.add(new Round(rounds.size(), flows)));
        return rounds;
    }
}
