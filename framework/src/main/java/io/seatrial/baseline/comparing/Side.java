package io.seatrial.baseline.comparing;

import io.seatrial.measurement.Metric;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SubjectId;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one of the two runs measured.
 *
 * @param values what its rounds gave
 * @param asked what it asked, by ask, so that a subject without a value stays visible
 */
public record Side(RoundValues values, SortedMap<String, Asked> asked) {
    /**
     * What a run asked.
     *
     * @param metric what was to be measured
     * @param subjects of which subjects
     */
    public record Asked(Metric metric, Set<SubjectId> subjects) {
        public Asked {
            Objects.requireNonNull(metric, "metric");
            subjects = Set.copyOf(subjects);
        }
    }

    public Side {
        Objects.requireNonNull(values, "values");
        asked = Collections.unmodifiableSortedMap(new TreeMap<>(asked));
    }
}
