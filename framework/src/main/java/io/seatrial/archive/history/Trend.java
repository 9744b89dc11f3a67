package io.seatrial.archive.history;

import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One series over the runs of its cluster.
 *
 * @param of what was measured
 * @param subject on what
 * @param points one for each run, oldest first, also where the run gave no value
 */
public record Trend(SeriesClass of, SubjectId subject, List<Point> points) {
    public Trend {
        Objects.requireNonNull(of, "of");
        Objects.requireNonNull(subject, "subject");
        points = List.copyOf(points);
    }

    /**
     * What a run gave.
     *
     * @param run the run
     * @param asked whether it asked that, and did not leave it to another night; where it did and gave nothing, something is missing
     * @param value empty where it gave none
     */
    public record Point(StoredRun run, boolean asked, Optional<OfRounds> value) {
        public Point {
            Objects.requireNonNull(run, "run");
            Objects.requireNonNull(value, "value");
        }
    }

    /** Return the values that there are, oldest first. */
    public List<OfRounds> values() {
        return points.stream().flatMap(point -> point.value().stream()).toList();
    }
}
