package io.seatrial.measurement;

import java.util.Comparator;
import java.util.Objects;

/**
 * What must be equal before values of several runs may be held against each other.
 *
 * @param ask id of the ask, for example {@code latency.within-rail}
 * @param metric id of the metric
 * @param conditions path class, fabric, message size and whatever else the measurement states
 */
public record SeriesKey(String ask, String metric, Conditions conditions) implements Comparable<SeriesKey> {
    private static final Comparator<SeriesKey> ORDER = Comparator.comparing(SeriesKey::ask)
            .thenComparing(SeriesKey::metric)
            .thenComparing(key -> key.conditions().values().toString());

    public SeriesKey {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(conditions, "conditions");
    }

    @Override
    public int compareTo(SeriesKey other) {
        return ORDER.compare(this, other);
    }
}
