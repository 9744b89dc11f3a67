package io.seatrial.baseline;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What would change if other references took the place of the accepted ones.
 *
 * @param classes by ask, metric and conditions, of both
 */
public record BaselineDiff(SortedMap<SeriesKey, OfClass> classes) {
    private static final double FINE = 1e9;

    /** Hold proposed references against accepted ones. */
    public static BaselineDiff of(SortedMap<SeriesKey, Reference> accepted, SortedMap<SeriesKey, Reference> proposed) {
        SortedMap<SeriesKey, OfClass> classes = new TreeMap<>();
        SortedSet<SeriesKey> keys = new TreeSet<>(accepted.keySet());
        keys.addAll(proposed.keySet());
        keys.forEach(key -> classes.put(
                key, new OfClass(Optional.ofNullable(accepted.get(key)), Optional.ofNullable(proposed.get(key)))));
        return new BaselineDiff(classes);
    }

    /**
     * A subject of both.
     *
     * @param before its accepted reference, in the unit of the metric
     * @param now what would take its place
     * @param worse the share of the accepted one by which it would get worse; below 0 it gets better
     */
    public record Shift(SubjectId subject, long before, long now, double worse) {
        static Shift of(SubjectId subject, Series before, Series now, Direction better) {
            long old = Robust.median(before.values());
            long next = Robust.median(now.values());
            double up = (double) (next - old) / Math.max(1, old);
            return new Shift(subject, old, next, better == Direction.LOWER_IS_BETTER ? up : -up);
        }
    }

    /** A class before and after; at least one of both is there. */
    public record OfClass(Optional<Reference> before, Optional<Reference> now) {
        public OfClass {
            if (before.isEmpty() && now.isEmpty()) {
                throw new IllegalArgumentException(
                        "difference of a class: expected a reference before or after, got none");
            }
        }

        /** Return what is measured. */
        public Metric metric() {
            return now.or(() -> before).orElseThrow().metric();
        }

        /** Return the subjects that only the proposal has. */
        public SortedSet<SubjectId> added() {
            return only(now, before);
        }

        /** Return the subjects that only the accepted one has. */
        public SortedSet<SubjectId> gone() {
            return only(before, now);
        }

        private static SortedSet<SubjectId> only(Optional<Reference> in, Optional<Reference> without) {
            SortedSet<SubjectId> subjects = new TreeSet<>();
            in.ifPresent(reference -> subjects.addAll(reference.subjects().keySet()));
            without.ifPresent(
                    reference -> subjects.removeAll(reference.subjects().keySet()));
            return subjects;
        }

        /** Return how the subjects of both would move, those that get worse most first. */
        public List<Shift> shifts() {
            if (before.isEmpty() || now.isEmpty()) {
                return List.of();
            }
            return now.get().subjects().entrySet().stream()
                    .filter(entry -> before.get().subjects().containsKey(entry.getKey()))
                    .map(entry -> Shift.of(
                            entry.getKey(),
                            before.get().subjects().get(entry.getKey()),
                            entry.getValue(),
                            metric().better()))
                    .sorted(Comparator.comparingDouble(Shift::worse).reversed().thenComparing(Shift::subject))
                    .toList();
        }

        /** Return the share by which half of the subjects would get worse; 0 where no subject is in both. */
        public double medianWorse() {
            List<Long> worse = shifts().stream()
                    .map(shift -> Math.round(shift.worse() * FINE))
                    .toList();
            return worse.isEmpty() ? 0 : Robust.median(worse) / FINE;
        }
    }
}
