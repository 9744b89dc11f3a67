package io.seatrial.measurement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * One metric over many subjects, with every attempt kept in the order in which it was made; or the settings of many subjects.
 *
 * @param ask the id of what was asked, for example {@code latency.within-rail}; part of the identity of its results
 * @param metric what was measured
 * @param subjects all subjects that were asked for, each with its measurements; an empty list is a subject without any evidence
 * @param settings configuration readings by subject, where those were asked for
 */
public record Survey(
        String ask,
        Metric metric,
        SortedMap<SubjectId, List<Measurement>> subjects,
        SortedMap<SubjectId, List<Setting>> settings) {
    public Survey {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        SortedMap<SubjectId, List<Measurement>> copy = new TreeMap<>();
        subjects.forEach((subject, measurements) -> copy.put(subject, List.copyOf(measurements)));
        subjects = Collections.unmodifiableSortedMap(copy);
        SortedMap<SubjectId, List<Setting>> read = new TreeMap<>();
        settings.forEach((subject, of) -> read.put(subject, List.copyOf(of)));
        settings = Collections.unmodifiableSortedMap(read);
    }

    /** Make a survey of numbers. */
    public Survey(String ask, Metric metric, SortedMap<SubjectId, List<Measurement>> subjects) {
        this(ask, metric, subjects, new TreeMap<>());
    }

    /**
     * Gather settings by subject.
     *
     * @param asked every subject that was asked for, so that one of which nothing was read stays visible
     */
    public static Survey ofSettings(String ask, SortedSet<SubjectId> asked, Collection<Setting> read) {
        SortedMap<SubjectId, List<Measurement>> none = new TreeMap<>();
        SortedMap<SubjectId, List<Setting>> bySubject = new TreeMap<>();
        asked.forEach(subject -> none.put(subject, List.of()));
        asked.forEach(subject -> bySubject.put(subject, new ArrayList<>()));
        read.forEach(setting -> bySubject
                .computeIfAbsent(setting.subject(), s -> new ArrayList<>())
                .add(setting));
        return new Survey(ask, Setting.METRIC, none, bySubject);
    }

    /**
     * Gather measurements by subject.
     *
     * @param asked every subject that was asked for, so that one without any measurement stays visible
     */
    public static Survey of(
            String ask, Metric metric, SortedSet<SubjectId> asked, Collection<Measurement> measurements) {
        SortedMap<SubjectId, List<Measurement>> bySubject = new TreeMap<>();
        asked.forEach(subject -> bySubject.put(subject, new ArrayList<>()));
        for (Measurement measurement : measurements) {
            bySubject
                    .computeIfAbsent(measurement.subject(), s -> new ArrayList<>())
                    .add(measurement);
        }
        return new Survey(ask, metric, bySubject);
    }

    /** Return the measurements of a subject, empty where there is none. */
    public List<Measurement> of(SubjectId subject) {
        return subjects.getOrDefault(subject, List.of());
    }

    /** Return the settings of a subject, empty where there is none. */
    public List<Setting> settingsOf(SubjectId subject) {
        return settings.getOrDefault(subject, List.of());
    }
}
