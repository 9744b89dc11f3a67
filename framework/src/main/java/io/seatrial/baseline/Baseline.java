package io.seatrial.baseline;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * References that people accepted.
 *
 * @param origin how they came to be
 * @param references by ask, metric and conditions
 */
public record Baseline(Origin origin, SortedMap<SeriesKey, Reference> references) {
    private static final Set<SubjectId.Kind> HOLD_HOSTS =
            Set.of(SubjectId.Kind.HOST, SubjectId.Kind.PORT, SubjectId.Kind.FLOW);

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

    /** Return this baseline with those that stood in its place before, oldest first. */
    public Baseline after(List<Origin.Predecessor> earlier) {
        return new Baseline(origin.after(earlier), references);
    }

    /**
     * Return this baseline without conditions that a run does not know yet while it goes on: model and firmware of the NICs. Of references
     * that only they tell apart the one of most runs is left.
     */
    public Baseline withoutNics() {
        SortedMap<SeriesKey, Reference> fewer = new TreeMap<>();
        references.forEach((key, reference) -> {
            Map<String, String> left = new TreeMap<>(key.conditions().values());
            left.keySet().removeAll(KnownConditions.OF_NICS);
            fewer.merge(
                    new SeriesKey(key.ask(), key.metric(), new Conditions(left)),
                    reference,
                    (a, b) -> b.learned() > a.learned() ? b : a);
        });
        return new Baseline(origin, fewer);
    }

    /**
     * Return why nothing of it may be held against a cluster: it is of another one, or of other hosts. A host that was added or taken away
     * makes no other cluster; one of which most hosts are gone is another one under the same name.
     *
     * @param hosts names of all hosts of the cluster
     */
    public Optional<Message> foreign(String cluster, Set<String> hosts) {
        if (!origin.cluster().equals(cluster)) {
            return Optional.of(Message.of("baseline.of-other-cluster", "own", origin.cluster(), "cluster", cluster));
        }
        Set<String> known = hosts();
        long there = known.stream().filter(hosts::contains).count();
        return 2 * there >= known.size()
                ? Optional.empty()
                : Optional.of(Message.of(
                        "baseline.of-other-hosts", "cluster", cluster, "there", there, "known", (long) known.size()));
    }

    /** Only the names of hosts, ports and flows name hosts. */
    private Set<String> hosts() {
        return references.values().stream()
                .flatMap(reference -> reference.subjects().keySet().stream())
                .flatMap(subject -> hosts(subject).stream())
                .collect(Collectors.toSet());
    }

    /** Return the hosts that the name of a subject names, none where it names something else. */
    static Set<String> hosts(SubjectId subject) {
        return HOLD_HOSTS.contains(subject.kind())
                ? Arrays.stream(subject.name().split(">"))
                        .map(port -> port.split("/")[0])
                        .collect(Collectors.toSet())
                : Set.of();
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
