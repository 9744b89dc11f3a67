package io.seatrial.baseline;

import io.seatrial.measurement.Conditions;
import java.util.Comparator;
import java.util.Objects;

/**
 * What must be equal before a value may be held against a reference.
 *
 * @param ask id of the ask, for example {@code latency.within-rail}
 * @param metric id of the metric
 * @param conditions path class, fabric, message size and whatever else the measurement states
 */
public record ReferenceKey(String ask, String metric, Conditions conditions) implements Comparable<ReferenceKey> {
    private static final Comparator<ReferenceKey> ORDER = Comparator.comparing(ReferenceKey::ask)
            .thenComparing(ReferenceKey::metric)
            .thenComparing(key -> key.conditions().values().toString());

    public ReferenceKey {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(conditions, "conditions");
    }

    @Override
    public int compareTo(ReferenceKey other) {
        return ORDER.compare(this, other);
    }
}
