package io.seatrial.archive.history;

import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The medians of all subjects of a class over several runs.
 *
 * @param of the class
 * @param runs oldest first
 * @param asked ids of the runs that asked it
 * @param leftOut names of what the last run left to another night
 * @param medians by subject, one place for each run, {@link #NONE} where it gave no value
 */
record ClassHistory(
        SeriesClass of,
        List<StoredRun> runs,
        SortedSet<String> asked,
        SortedSet<String> leftOut,
        SortedMap<SubjectId, long[]> medians) {
    /** No metric has such a value. */
    static final long NONE = Long.MIN_VALUE;

    ClassHistory {
        Objects.requireNonNull(of, "of");
        runs = List.copyOf(runs);
    }

    StoredRun last() {
        return runs.get(runs.size() - 1);
    }
}
