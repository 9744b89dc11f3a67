package io.seatrial.cli;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Retest;
import io.seatrial.plan.Round;
import io.seatrial.run.Retests;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Retests what some asked criterion of the profile would fail: the same pair again, and each end with a known-good partner. */
final class DeclaredRetests implements Retests {
    /** Beyond so many failing flows the fabric is bad at large, and retesting each would take longer than the run. */
    private static final int MOST = 200;

    private final Prepared prepared;
    private final List<String> notes;

    DeclaredRetests(Prepared prepared, List<String> notes) {
        this.prepared = prepared;
        this.notes = notes;
    }

    @Override
    public Set<SubjectId> doubtful(Survey survey) {
        Set<SubjectId> doubtful = new TreeSet<>();
        for (Criterion criterion : prepared.criteria()
                .criteria(survey.ask(), prepared.profile(), prepared.cluster(), prepared.baseline())) {
            criterion.judge(survey).forEach((subject, verdict) -> {
                if (verdict instanceof Verdict.Fail || isUnsure(survey, subject, verdict)) {
                    doubtful.add(subject);
                }
            });
        }
        return doubtful;
    }

    /** Measured, and yet not proven: a noisy host; one visible retest is due. What was never measured would only fail again. */
    private static boolean isUnsure(Survey survey, SubjectId subject, Verdict verdict) {
        return verdict instanceof Verdict.NotProven
                && survey.of(subject).stream().anyMatch(m -> m.value().isPresent());
    }

    @Override
    public List<Round> rounds(List<Flow> flows, Set<SubjectId> doubtful) {
        Map<String, Flow> again = new LinkedHashMap<>();
        int retested = 0;
        for (Flow flow : flows) {
            if (doubtful.contains(flow.subject()) && retested++ < MOST) {
                Retest.withKnownGood(prepared.cluster(), flow, new HashSet<>(doubtful), prepared.seed())
                        .flows()
                        .forEach(one -> again.putIfAbsent(one.id(), one));
            }
        }
        if (doubtful.size() > MOST) {
            notes.add(doubtful.size() + " flows are doubtful; only the first " + MOST + " were retested");
        }
        return oneByOne(List.copyOf(again.values()));
    }

    /** Alone in its round, so that nothing but its own path can be to blame. */
    private static List<Round> oneByOne(List<Flow> flows) {
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < flows.size(); i++) {
            rounds.add(new Round(i, List.of(flows.get(i))));
        }
        return rounds;
    }
}
