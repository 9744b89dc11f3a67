package io.seatrial.baseline.comparing;

import io.seatrial.baseline.Robust;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds what both runs asked and what could not be paired, and says why. */
final class Unpaired {
    private final Side before;
    private final Side after;
    private final List<SubjectMove> found = new ArrayList<>();

    /** What stays the same whatever the conditions are. */
    private record Slot(String ask, String metric, SubjectId subject) implements Comparable<Slot> {
        private static final Comparator<Slot> ORDER =
                Comparator.comparing(Slot::ask).thenComparing(Slot::metric).thenComparing(Slot::subject);

        @Override
        public int compareTo(Slot other) {
            return ORDER.compare(this, other);
        }
    }

    private record Value(SeriesKey key, Metric metric, SubjectMove.Seen seen) {}

    private record Place(SeriesKey key, SubjectId subject) {}

    private Unpaired(Side before, Side after) {
        this.before = before;
        this.after = after;
    }

    static List<SubjectMove> of(Side before, Side after, List<Pairs> classes) {
        Set<Place> paired = new HashSet<>();
        classes.forEach(pairs -> pairs.subjects().forEach(subject -> paired.add(new Place(pairs.key(), subject))));
        Unpaired unpaired = new Unpaired(before, after);
        unpaired.withValues(unpaired.left(before, paired), unpaired.left(after, paired));
        unpaired.withoutAny();
        return unpaired.found;
    }

    /** Return the values of a run that found no partner, as far as both runs asked. */
    private SortedMap<Slot, List<Value>> left(Side side, Set<Place> paired) {
        SortedMap<Slot, List<Value>> left = new TreeMap<>();
        side.values()
                .classes()
                .forEach((key, of) -> of.rounds().forEach((subject, rounds) -> {
                    if (isAskedTwice(key.ask()) && !paired.contains(new Place(key, subject))) {
                        left.computeIfAbsent(new Slot(key.ask(), key.metric(), subject), slot -> new ArrayList<>())
                                .add(new Value(
                                        key, of.metric(), new SubjectMove.Seen(Robust.median(rounds), rounds.size())));
                    }
                }));
        return left;
    }

    private boolean isAskedTwice(String ask) {
        return before.asked().containsKey(ask) && after.asked().containsKey(ask);
    }

    private void withValues(SortedMap<Slot, List<Value>> earlier, SortedMap<Slot, List<Value>> later) {
        SortedSet<Slot> slots = new TreeSet<>(earlier.keySet());
        slots.addAll(later.keySet());
        for (Slot slot : slots) {
            Optional<Value> then =
                    earlier.getOrDefault(slot, List.of()).stream().findFirst();
            Optional<Value> now = later.getOrDefault(slot, List.of()).stream().findFirst();
            found.add(untold(slot.subject(), then, now, why(slot, then, now)));
        }
    }

    private Message why(Slot slot, Optional<Value> then, Optional<Value> now) {
        if (then.isPresent() && now.isPresent()) {
            return then.get().key().equals(now.get().key())
                    ? Message.of("compare.why.zero")
                    : otherConditions(
                            then.get().key().conditions(), now.get().key().conditions());
        }
        boolean asked = (then.isPresent() ? after : before)
                .asked()
                .get(slot.ask())
                .subjects()
                .contains(slot.subject());
        if (then.isPresent()) {
            return Message.of(asked ? "compare.why.no-value-after" : "compare.why.not-asked-after");
        }
        return Message.of(asked ? "compare.why.no-value-before" : "compare.why.not-asked-before");
    }

    private static Message otherConditions(Conditions then, Conditions now) {
        SortedSet<String> names = new TreeSet<>(then.values().keySet());
        names.addAll(now.values().keySet());
        names.removeIf(name -> then.get(name).equals(now.get(name)));
        return Message.of("compare.why.conditions", "before", text(names, then), "after", text(names, now));
    }

    private static String text(SortedSet<String> names, Conditions conditions) {
        return String.join(
                ", ",
                names.stream()
                        .map(name -> name + " " + (conditions.get(name).isEmpty() ? "-" : conditions.get(name)))
                        .toList());
    }

    /** What was asked in both runs and has a value in none. */
    private void withoutAny() {
        Map<String, Set<SubjectId>> valued = valued();
        before.asked().forEach((ask, asked) -> {
            if (isAskedTwice(ask)) {
                SortedSet<SubjectId> silent = new TreeSet<>(asked.subjects());
                silent.addAll(after.asked().get(ask).subjects());
                silent.removeAll(valued.getOrDefault(ask, Set.of()));
                silent.forEach(subject -> found.add(silent(ask, asked.metric(), subject)));
            }
        });
    }

    private Map<String, Set<SubjectId>> valued() {
        Map<String, Set<SubjectId>> valued = new TreeMap<>();
        for (Side side : List.of(before, after)) {
            side.values()
                    .classes()
                    .forEach((key, of) -> valued.computeIfAbsent(key.ask(), ask -> new HashSet<>())
                            .addAll(of.rounds().keySet()));
        }
        return valued;
    }

    private static SubjectMove silent(String ask, Metric metric, SubjectId subject) {
        SeriesKey key = new SeriesKey(ask, metric.id(), new Conditions(Map.of()));
        Value nothing = new Value(key, metric, SubjectMove.Seen.NOTHING);
        return untold(subject, Optional.of(nothing), Optional.empty(), Message.of("compare.why.no-value"));
    }

    private static SubjectMove untold(SubjectId subject, Optional<Value> then, Optional<Value> now, Message why) {
        Value known = then.or(() -> now).orElseThrow();
        return new SubjectMove(
                known.key(),
                known.metric(),
                subject,
                then.map(Value::seen).orElse(SubjectMove.Seen.NOTHING),
                now.map(Value::seen).orElse(SubjectMove.Seen.NOTHING),
                Optional.empty(),
                false,
                Effect.CANNOT_TELL,
                Optional.of(why));
    }
}
