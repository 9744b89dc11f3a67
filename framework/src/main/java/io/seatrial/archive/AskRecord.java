package io.seatrial.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
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
 * @param leftOut names of those that the profile asks too and this run left to another night; archives from before that have none
 */
public record AskRecord(
        String id,
        Metric metric,
        int rounds,
        List<String> subjects,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> leftOut) {
    public AskRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(metric, "metric");
        subjects = List.copyOf(subjects);
        leftOut = leftOut == null ? List.of() : List.copyOf(leftOut);
    }

    /** Make a record of an ask that leaves nothing out. */
    public AskRecord(String id, Metric metric, int rounds, List<String> subjects) {
        this(id, metric, rounds, subjects, List.of());
    }
}
