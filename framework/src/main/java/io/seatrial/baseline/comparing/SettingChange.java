package io.seatrial.baseline.comparing;

import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A setting that reads otherwise than before, with everything on which it changed in the same way.
 *
 * @param name name of the setting
 * @param before what it was; empty where it was not there or could not be read
 * @param after what it is; empty likewise
 * @param subjects hosts and ports
 */
public record SettingChange(
        String name, Optional<String> before, Optional<String> after, SortedSet<SubjectId> subjects) {
    public SettingChange {
        Objects.requireNonNull(name, "name");
        subjects = Collections.unmodifiableSortedSet(new TreeSet<>(subjects));
        if (before.equals(after)) {
            throw new IllegalArgumentException("setting " + name + ": expected a change, got " + before + " twice");
        }
    }

    /** One way to change. */
    private record Way(String name, Optional<String> before, Optional<String> after) {}

    /**
     * Compare readings. Only what both runs asked of a subject is compared: what one of them did not ask says nothing about a change.
     *
     * @param before by ask, everything that was read
     * @param after likewise
     * @return what changed on the most subjects first
     */
    public static List<SettingChange> of(
            Map<String, ? extends Collection<Setting>> before, Map<String, ? extends Collection<Setting>> after) {
        Map<Way, SortedSet<SubjectId>> ways = new LinkedHashMap<>();
        new TreeMap<>(before).forEach((ask, read) -> {
            if (after.containsKey(ask)) {
                compare(bySubject(read), bySubject(after.get(ask)), ways);
            }
        });
        List<SettingChange> changes = new ArrayList<>();
        ways.forEach(
                (way, subjects) -> changes.add(new SettingChange(way.name(), way.before(), way.after(), subjects)));
        changes.sort((a, b) -> a.subjects().size() != b.subjects().size()
                ? b.subjects().size() - a.subjects().size()
                : a.name().compareTo(b.name()));
        return List.copyOf(changes);
    }

    private static void compare(
            SortedMap<SubjectId, SortedMap<String, Optional<String>>> before,
            SortedMap<SubjectId, SortedMap<String, Optional<String>>> after,
            Map<Way, SortedSet<SubjectId>> ways) {
        before.forEach((subject, then) -> {
            SortedMap<String, Optional<String>> now = after.get(subject);
            if (now != null) {
                SortedSet<String> names = new TreeSet<>(then.keySet());
                names.addAll(now.keySet());
                names.forEach(name -> {
                    Optional<String> was = then.getOrDefault(name, Optional.empty());
                    Optional<String> is = now.getOrDefault(name, Optional.empty());
                    if (!was.equals(is)) {
                        ways.computeIfAbsent(new Way(name, was, is), way -> new TreeSet<>())
                                .add(subject);
                    }
                });
            }
        });
    }

    /** What was read twice counts as it was read last. */
    private static SortedMap<SubjectId, SortedMap<String, Optional<String>>> bySubject(Collection<Setting> read) {
        SortedMap<SubjectId, SortedMap<String, Optional<String>>> all = new TreeMap<>();
        read.forEach(setting ->
                all.computeIfAbsent(setting.subject(), s -> new TreeMap<>()).put(setting.name(), setting.text()));
        return all;
    }
}
