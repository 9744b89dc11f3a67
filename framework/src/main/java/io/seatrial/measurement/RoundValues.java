package io.seatrial.measurement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the rounds of one run gave, by what must be equal before it may be compared. The round is the unit of replication: thousands of
 * iterations within one round share the moment, the path and the state of the host, and are one sample of what differs between rounds.
 *
 * @param classes by ask, metric and conditions
 */
public record RoundValues(SortedMap<SeriesKey, OfClass> classes) {
    public RoundValues {
        classes = Collections.unmodifiableSortedMap(new TreeMap<>(classes));
    }

    /**
     * What has equal conditions.
     *
     * @param metric what was measured
     * @param rounds by subject, the value of each round in the order of rounds, in the unit of the metric; never an empty list
     */
    public record OfClass(Metric metric, SortedMap<SubjectId, List<Long>> rounds) {
        public OfClass {
            Objects.requireNonNull(metric, "metric");
            SortedMap<SubjectId, List<Long>> copy = new TreeMap<>();
            rounds.forEach((subject, values) -> copy.put(subject, List.copyOf(values)));
            rounds = Collections.unmodifiableSortedMap(copy);
        }
    }

    /**
     * Take the values out of surveys. Retests are left out: only what looked bad is measured again, so that their values are no fair
     * sample; and a retest with another partner measured another flow.
     */
    public static RoundValues of(Collection<Survey> surveys) {
        SortedMap<SeriesKey, Metric> metrics = new TreeMap<>();
        SortedMap<SeriesKey, SortedMap<SubjectId, List<Long>>> all = new TreeMap<>();
        for (Survey survey : surveys) {
            survey.subjects()
                    .forEach((subject, measurements) -> measurements.stream()
                            .filter(RoundValues::isFairSample)
                            .forEach(measurement -> {
                                SeriesKey key = new SeriesKey(
                                        survey.ask(), survey.metric().id(), measurement.conditions());
                                metrics.put(key, survey.metric());
                                all.computeIfAbsent(key, k -> new TreeMap<>())
                                        .computeIfAbsent(subject, s -> new ArrayList<>())
                                        .add(measurement.value().getAsLong());
                            }));
        }
        SortedMap<SeriesKey, OfClass> classes = new TreeMap<>();
        all.forEach((key, rounds) -> classes.put(key, new OfClass(metrics.get(key), rounds)));
        return new RoundValues(classes);
    }

    /** Tell whether a measurement has a value and is no retest. */
    public static boolean isFairSample(Measurement measurement) {
        return measurement.value().isPresent()
                && measurement.provenance().attempt() == 0
                && measurement.provenance().with().isEmpty();
    }
}
