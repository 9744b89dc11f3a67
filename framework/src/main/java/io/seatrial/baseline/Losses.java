package io.seatrial.baseline;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a baseline would no longer know that the one before it knows, and of what it would know too little. Nothing of it shows in a run: what has
 * no reference is not proven, or held against its class, and nobody asks why.
 *
 * @param asks by ask how many subjects go with it, of which none is left
 * @param lines what a person has to read before accepting
 */
public record Losses(SortedMap<String, Long> asks, List<Message> lines) {
    public Losses {
        asks = new TreeMap<>(asks);
        lines = List.copyOf(lines);
    }

    /**
     * Look for them.
     *
     * @param earlier what is known now; empty where nothing is, or where it is of another cluster
     * @param hosts names of the hosts of the cluster: what named others is gone with them, and no loss
     */
    public static Losses of(Optional<Baseline> earlier, Proposal proposal, Set<String> hosts) {
        SortedMap<String, SortedSet<SubjectId>> known =
                subjects(earlier.map(Baseline::references).orElseGet(TreeMap::new));
        SortedMap<String, SortedSet<SubjectId>> now = subjects(proposal.references());
        SortedMap<String, Long> asks = new TreeMap<>();
        List<Message> lines = new ArrayList<>();
        known.forEach((ask, before) -> {
            SortedSet<SubjectId> there = new TreeSet<>(before);
            there.removeIf(subject -> !hosts.containsAll(Baseline.hosts(subject)));
            if (!there.isEmpty() && !now.containsKey(ask)) {
                asks.put(ask, (long) there.size());
            } else {
                there.removeIf(subject -> now.get(ask) == null || now.get(ask).contains(subject));
                // a group is named by what is in it, so that another host makes others of all of them
                there.removeIf(subject -> subject.kind() == SubjectId.Kind.GROUP);
                lost(ask, there, before.size()).ifPresent(lines::add);
            }
        });
        lines.addAll(few(proposal.references()));
        return new Losses(asks, lines);
    }

    /** Return each ask that would be lost as a whole: nobody accepts that without saying so. */
    public List<Message> objections() {
        return asks.entrySet().stream()
                .map(lost -> Message.of("baseline.asks-lost", "ask", lost.getKey(), "count", lost.getValue()))
                .toList();
    }

    private static SortedMap<String, SortedSet<SubjectId>> subjects(Map<SeriesKey, Reference> references) {
        SortedMap<String, SortedSet<SubjectId>> subjects = new TreeMap<>();
        references.forEach((key, reference) -> subjects.computeIfAbsent(key.ask(), ask -> new TreeSet<>())
                .addAll(reference.subjects().keySet()));
        return subjects;
    }

    private static Optional<Message> lost(String ask, SortedSet<SubjectId> lost, int all) {
        return lost.isEmpty()
                ? Optional.empty()
                : Optional.of(Message.of(
                        "baseline.subjects-lost",
                        "ask",
                        ask,
                        "count",
                        (long) lost.size(),
                        "all",
                        (long) all,
                        "first",
                        lost.first().name()));
    }

    private static List<Message> few(SortedMap<SeriesKey, Reference> references) {
        List<Message> few = new ArrayList<>();
        references.forEach((key, reference) -> {
            SortedSet<SubjectId> subjects = new TreeSet<>();
            reference.subjects().forEach((subject, series) -> {
                if (series.values().size() < Proposal.RUNS_NEEDED) {
                    subjects.add(subject);
                }
            });
            if (!subjects.isEmpty()) {
                few.add(Message.of(
                        "baseline.few-values",
                        "ask",
                        key.ask(),
                        "count",
                        (long) subjects.size(),
                        "all",
                        (long) reference.subjects().size(),
                        "needed",
                        (long) Proposal.RUNS_NEEDED,
                        "first",
                        subjects.first().name()));
            }
        });
        return few;
    }
}
