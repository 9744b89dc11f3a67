package io.seatrial.baseline;

import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a class of flows measured: each flow by itself, and how the flows of the class are spread.
 *
 * @param metric what was measured
 * @param overFlows the medians of all flows of the class
 * @param flows the reference of each flow
 */
public record Reference(Metric metric, Spread overFlows, SortedMap<SubjectId, OfFlow> flows) {
    public Reference {
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(overFlows, "overFlows");
        flows = Collections.unmodifiableSortedMap(new TreeMap<>(flows));
    }

    /** Return the flow's own reference, where it has one. */
    public Optional<OfFlow> of(SubjectId flow) {
        return Optional.ofNullable(flows.get(flow));
    }

    /**
     * The reference of one flow.
     *
     * @param median median over the accepted runs, in the unit of the metric
     * @param n number of runs behind it
     * @param spread largest minus smallest value over these runs
     */
    public record OfFlow(long median, int n, long spread) {
        public OfFlow {
            if (n < 1 || spread < 0 || median < 0) {
                throw new IllegalArgumentException("flow reference: expected n >= 1, median and spread >= 0, got n " + n
                        + ", median " + median + ", spread " + spread);
            }
        }
    }

    /** How the flows of a class are spread: number of flows, extremes, 5 %, 50 % and 95 % points in the unit of the metric. */
    public record Spread(int n, long min, long p5, long median, long p95, long max) {
        public Spread {
            if (n < 1 || min > p5 || p5 > median || median > p95 || p95 > max) {
                throw new IllegalArgumentException("spread over flows: expected n >= 1 and min <= p5 <= median <= p95"
                        + " <= max, got n " + n + ": " + min + ", " + p5 + ", " + median + ", " + p95 + ", " + max);
            }
        }

        /** Describe values; at least one. */
        static Spread over(Collection<Long> values) {
            // Nearest rank throughout: a mean of two middle values could lie outside p5..p95 of very few flows.
            return new Spread(
                    values.size(),
                    Robust.quantile(values, 1),
                    Robust.quantile(values, 50_000),
                    Robust.quantile(values, 500_000),
                    Robust.quantile(values, 950_000),
                    Robust.quantile(values, 1_000_000));
        }
    }
}
