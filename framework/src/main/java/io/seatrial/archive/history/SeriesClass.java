package io.seatrial.archive.history;

import io.seatrial.measurement.Metric;
import java.util.Comparator;
import java.util.Objects;

/**
 * Series that may be held against each other: the same ask, metric and conditions on many subjects.
 *
 * @param cluster name of the cluster
 * @param ask id of the ask
 * @param metric what was measured
 * @param conditions as {@code name=value, name=value}, sorted by name
 */
public record SeriesClass(String cluster, String ask, Metric metric, String conditions)
        implements Comparable<SeriesClass> {
    private static final Comparator<SeriesClass> ORDER = Comparator.comparing(SeriesClass::cluster)
            .thenComparing(SeriesClass::ask)
            .thenComparing(each -> each.metric().id())
            .thenComparing(SeriesClass::conditions);

    public SeriesClass {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(conditions, "conditions");
    }

    @Override
    public int compareTo(SeriesClass other) {
        return ORDER.compare(this, other);
    }
}
