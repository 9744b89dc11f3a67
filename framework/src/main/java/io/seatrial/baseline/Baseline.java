package io.seatrial.baseline;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * References that people accepted.
 *
 * @param origin how they came to be
 * @param references by ask, metric and conditions
 */
public record Baseline(Origin origin, SortedMap<SeriesKey, Reference> references) {
    public Baseline {
        Objects.requireNonNull(origin, "origin");
        references = Collections.unmodifiableSortedMap(new TreeMap<>(references));
    }

    /** What looking for a reference came to. */
    public sealed interface Lookup {
        /** There is one whose conditions are equal. */
        record Found(Reference reference) implements Lookup {}

        /** There is none; the message says what stands in its place. */
        record Missing(Message cause) implements Lookup {}
    }

    /**
     * Look for the reference of equal conditions; where there is none, say whether nothing or something else is known. What an unknown fabric or
     * one of another kind showed has none, whatever else is equal.
     */
    public Lookup find(String ask, Metric metric, Conditions conditions) {
        Optional<Message> objection = objection(ask, metric, conditions.get(Conditions.FABRIC));
        if (objection.isPresent()) {
            return new Lookup.Missing(objection.get());
        }
        Reference exact = references.get(new SeriesKey(ask, metric.id(), conditions));
        if (exact != null) {
            return new Lookup.Found(exact);
        }
        List<Conditions> others = references.keySet().stream()
                .filter(key -> key.ask().equals(ask) && key.metric().equals(metric.id()))
                .map(SeriesKey::conditions)
                .toList();
        return new Lookup.Missing(
                others.isEmpty()
                        ? Message.of("baseline.missing", "ask", ask, "metric", metric.id())
                        : otherConditions(ask, conditions, nearest(conditions, others)));
    }

    /**
     * Return why what was measured on a fabric cannot be held against what is known of an ask, empty where it can. One run measures over
     * several fabrics, so that each reference is asked for its own.
     */
    private Optional<Message> objection(String ask, Metric metric, String seen) {
        if (Fabric.isUnknown(seen)) {
            return Optional.of(Message.of("baseline.unknown-fabric"));
        }
        List<String> known = references.keySet().stream()
                .filter(key -> key.ask().equals(ask) && key.metric().equals(metric.id()))
                .map(key -> key.conditions().get(Conditions.FABRIC))
                .map(fabric -> fabric.isEmpty() ? origin.fabric() : fabric)
                .toList();
        boolean comparable = seen.isEmpty()
                || known.isEmpty()
                || known.stream().anyMatch(fabric -> Fabric.isSoftware(fabric) == Fabric.isSoftware(seen));
        return comparable
                ? Optional.empty()
                : Optional.of(Message.of("baseline.other-kind-of-fabric", "seen", seen, "reference", known.get(0)));
    }

    private static Conditions nearest(Conditions wanted, List<Conditions> others) {
        return Collections.min(
                others,
                Comparator.comparingInt(other -> differing(wanted, other).size()));
    }

    private static Message otherConditions(String ask, Conditions seen, Conditions reference) {
        StringBuilder text = new StringBuilder();
        for (String name : differing(seen, reference)) {
            text.append(text.isEmpty() ? "" : ", ").append(name).append(' ');
            text.append(shown(seen.get(name))).append(" instead of ").append(shown(reference.get(name)));
        }
        return Message.of("baseline.other-conditions", "ask", ask, "difference", text.toString());
    }

    private static String shown(String value) {
        return value.isEmpty() ? "(none)" : value;
    }

    private static TreeSet<String> differing(Conditions a, Conditions b) {
        TreeSet<String> names = new TreeSet<>(a.values().keySet());
        names.addAll(b.values().keySet());
        names.removeIf(name -> a.get(name).equals(b.get(name)));
        return names;
    }
}
