package io.seatrial.criteria;

import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Is the declared share kept of what collectives gave? A wrong sum in any attempt fails before the share is looked at: what is fast and wrong is
 * wrong.
 *
 * @param limit the declared rows
 */
public record ShareLimit(DeclaredLimit limit) implements Criterion {
    public ShareLimit {
        Objects.requireNonNull(limit, "limit");
    }

    @Override
    public String id() {
        return limit.id();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>(limit.judge(survey));
        survey.subjects()
                .forEach((subject, all) -> CollectiveCurve.wrong(all)
                        .ifPresent(finding -> verdicts.put(subject, CollectiveCurve.fail(subject, finding))));
        return verdicts;
    }
}
