package io.seatrial.criteria;

import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.SortedMap;

/** Judges a whole survey at once. */
public interface Criterion {
    /** Return the stable id: ask and question, for example {@code latency.within-rail.limit}. */
    String id();

    /** Return one verdict for every subject that was asked for. */
    SortedMap<SubjectId, Verdict> judge(Survey survey);
}
