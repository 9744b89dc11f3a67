package io.seatrial.archive.history;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds what moved between the last run and the ones before: the last value of each series against the median of its earlier ones, less what
 * its class moved that night, measured by what the class scatters. A night that is slow for all makes nobody a mover; neither does a series
 * that moves like this every night.
 *
 * @param runs ids of the runs that were looked at, oldest first
 * @param all from the worst
 * @param silent series of earlier runs whose ask the last run asked and of them and that gave no value in it
 */
public record Movers(List<StoredRun> runs, List<Mover> all, List<Silent> silent) {
    /** With fewer earlier values there is no telling what is usual. */
    public static final int EARLIER = 3;
    /** From this score on a value is no ordinary scatter: the cut of robust z values (Iglewicz and Hoaglin). */
    public static final double SCREEN = 3.5;
    /** A class of fewer subjects says nothing of what the night did to all, nor of scatter. */
    private static final int CLASS = 5;
    /** No spread is taken for less than 0.1 %: a class whose values are all equal would make a mover of the last digit. */
    private static final double LEAST_SPREAD = 0.001;

    /**
     * A series that fell silent.
     *
     * @param of what is not measured any more
     * @param subject on what
     */
    public record Silent(SeriesClass of, SubjectId subject) {}

    public Movers {
        runs = List.copyOf(runs);
        all = List.copyOf(all);
        silent = List.copyOf(silent);
    }

    /** Look at one class. */
    static Movers of(ClassHistory history) {
        List<Silent> silent = new ArrayList<>();
        List<Mover> raw = new ArrayList<>();
        history.medians().forEach((subject, medians) -> {
            int last = medians.length - 1;
            long[] earlier = Arrays.stream(medians, 0, last)
                    .filter(value -> value != ClassHistory.NONE)
                    .toArray();
            if (earlier.length > 0 && medians[last] == ClassHistory.NONE) {
                if (!history.leftOut().contains(subject.name())) {
                    silent.add(new Silent(history.of(), subject));
                }
            } else if (earlier.length >= EARLIER && medians[last] != ClassHistory.NONE) {
                raw.add(alone(history, subject, medians[last], earlier));
            }
        });
        boolean asked = history.asked().contains(history.last().run());
        return new Movers(history.runs(), besideClass(raw), asked ? silent : List.of());
    }

    /** A series for itself: what it scatters by is what it did from run to run. */
    private static Mover alone(ClassHistory history, SubjectId subject, long seen, long[] earlier) {
        long usual = OfRounds.of(earlier).median();
        double scale = Math.max(1, Math.abs((double) usual));
        double change = (seen - usual) / scale;
        double worse = history.of().metric().better() == Direction.LOWER_IS_BETTER ? change : -change;
        double own = Middle.scatter(
                Arrays.stream(earlier).mapToDouble(value -> value / scale).toArray());
        return new Mover(
                history.of(),
                subject,
                history.last(),
                seen,
                usual,
                earlier.length,
                change,
                worse,
                Math.max(LEAST_SPREAD, own));
    }

    private static List<Mover> besideClass(List<Mover> raw) {
        if (raw.size() < CLASS) {
            return raw;
        }
        double[] worse = raw.stream().mapToDouble(Mover::worse).toArray();
        double common = Middle.of(worse);
        double scatter = Middle.scatter(worse);
        return raw.stream()
                .map(each -> new Mover(
                        each.of(),
                        each.subject(),
                        each.last(),
                        each.seen(),
                        each.usual(),
                        each.earlier(),
                        each.change(),
                        each.worse() - common,
                        Math.max(each.spread(), scatter)))
                .toList();
    }

    /** Return both, the worst first. */
    Movers and(Movers other) {
        List<Mover> both = new ArrayList<>(all);
        both.addAll(other.all);
        both.sort(Comparator.comparingDouble(Mover::score)
                .reversed()
                .thenComparing(Mover::of)
                .thenComparing(Mover::subject));
        List<Silent> quiet = new ArrayList<>(silent);
        quiet.addAll(other.silent);
        return new Movers(runs.size() >= other.runs.size() ? runs : other.runs, both, quiet);
    }
}
