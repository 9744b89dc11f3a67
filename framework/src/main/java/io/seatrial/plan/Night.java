package io.seatrial.plan;

import io.seatrial.measurement.SubjectId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a night measures, and what it leaves to others.
 *
 * @param time how long it is
 * @param chosen turns that run, in the order in which they were given
 * @param left turns that do not
 */
public record Night(Duration time, List<Turn> chosen, List<Turn> left) {
    public Night {
        Objects.requireNonNull(time, "time");
        chosen = List.copyOf(chosen);
        left = List.copyOf(left);
    }

    /** Return the part of it that is about one ask. */
    public Night of(String ask) {
        return new Night(time, of(ask, chosen), of(ask, left));
    }

    private static List<Turn> of(String ask, List<Turn> turns) {
        return turns.stream().filter(turn -> turn.ask().equals(ask)).toList();
    }

    /** Return the turns that alone take longer than the night, and so never run at this length. */
    public List<Turn> tooLong() {
        return left.stream().filter(turn -> turn.time().compareTo(time) > 0).toList();
    }

    /** Return the links that turns surely cross. */
    public static SortedSet<SubjectId> links(Collection<Turn> turns) {
        SortedSet<SubjectId> links = new TreeSet<>();
        turns.forEach(turn -> turn.links().values().forEach(links::addAll));
        return links;
    }

    /** Return what turns measure. */
    public static SortedSet<SubjectId> subjects(Collection<Turn> turns) {
        SortedSet<SubjectId> subjects = new TreeSet<>();
        turns.forEach(turn -> subjects.addAll(turn.links().keySet()));
        return subjects;
    }

    /** Return when that was last asked which waits the longest; empty where nothing is left, or none of it was ever asked. */
    public Optional<Instant> oldestLeft(Ages ages) {
        return lastAsked(ages).flatMap(Optional::stream).min(Instant::compareTo);
    }

    /** Return how many flows and groups are left that were never asked. */
    public long neverAsked(Ages ages) {
        return lastAsked(ages).filter(Optional::isEmpty).count();
    }

    private Stream<Optional<Instant>> lastAsked(Ages ages) {
        return left.stream()
                .flatMap(turn -> turn.links().keySet().stream().map(subject -> ages.of(turn.ask(), subject)));
    }

    /** Return in how many nights of this length everything that fits into one can be asked once, at least. */
    public long nights() {
        long all = millis(chosen) + millis(left) - millis(tooLong());
        return Math.max(1, (all + time.toMillis() - 1) / Math.max(1, time.toMillis()));
    }

    private static long millis(List<Turn> turns) {
        return turns.stream().mapToLong(turn -> turn.time().toMillis()).sum();
    }
}
