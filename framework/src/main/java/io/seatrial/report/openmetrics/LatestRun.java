package io.seatrial.report.openmetrics;

import io.seatrial.archive.history.HistoryQueries;
import io.seatrial.archive.history.OfRounds;
import io.seatrial.archive.history.SeriesClass;
import io.seatrial.archive.history.StoredRun;
import io.seatrial.measurement.SubjectId;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The newest run of a cluster.
 *
 * @param run the run
 * @param values what it measured, by class and subject
 * @param verdicts how many results, by criterion and verdict
 */
public record LatestRun(
        StoredRun run,
        SortedMap<SeriesClass, SortedMap<SubjectId, OfRounds>> values,
        SortedMap<String, SortedMap<String, Long>> verdicts) {
    public LatestRun {
        Objects.requireNonNull(run, "run");
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        verdicts = Collections.unmodifiableSortedMap(new TreeMap<>(verdicts));
    }

    /** Take the newest run of a cluster out of a history, empty where it has none. */
    public static Optional<LatestRun> of(HistoryQueries queries, String cluster) {
        List<StoredRun> runs = queries.runs(cluster, 1);
        return runs.stream().findFirst().map(run -> new LatestRun(run, queries.values(run), queries.verdicts(run)));
    }
}
