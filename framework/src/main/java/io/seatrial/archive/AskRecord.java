package io.seatrial.archive;

import io.seatrial.measurement.Metric;
import java.util.List;
import java.util.Objects;

/**
 * Something that a run asked, with the subjects that it asked of, so that one without an answer stays visible.
 *
 * @param id for example {@code latency.within-rail}
 * @param metric what was to be measured
 * @param rounds how many rounds the plan made
 * @param subjects names of the flows or links
 */
public record AskRecord(String id, Metric metric, int rounds, List<String> subjects) {
    public AskRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(metric, "metric");
        subjects = List.copyOf(subjects);
    }
}
