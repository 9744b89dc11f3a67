package io.seatrial.baseline;

import io.seatrial.baseline.statistics.ClassModel;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a class measured in the accepted runs: each subject by itself, and with it how the subjects of the class are spread.
 *
 * @param metric what was measured
 * @param subjects the values of each subject; every series has the same runs
 */
public record Reference(Metric metric, SortedMap<SubjectId, Series> subjects) {
    public Reference {
        Objects.requireNonNull(metric, "metric");
        subjects = Collections.unmodifiableSortedMap(new TreeMap<>(subjects));
        List<Integer> runs =
                subjects.values().stream().map(Series::runs).distinct().toList();
        if (runs.size() != 1) {
            throw new IllegalArgumentException("reference of " + metric.id()
                    + ": expected subjects with one value for each run, got series of " + runs + " runs");
        }
    }

    /** Return the number of accepted runs behind it. */
    public int runs() {
        return subjects.get(subjects.firstKey()).runs();
    }

    /** Return the number of runs that measured something of it: under other conditions the others did not. */
    public int learned() {
        return learnedRuns().size();
    }

    private List<Integer> learnedRuns() {
        return IntStream.range(0, runs())
                .filter(run -> subjects.values().stream()
                        .anyMatch(series -> series.value(run).isPresent()))
                .boxed()
                .toList();
    }

    /** Return the subject's own reference, where it has one. */
    public Optional<OfSubject> of(SubjectId subject) {
        return Optional.ofNullable(subjects.get(subject)).map(OfSubject::of);
    }

    /** Return how the subjects of the class are spread. */
    public Spread overSubjects() {
        return Spread.over(subjects.values().stream()
                .map(series -> Robust.median(series.values()))
                .toList());
    }

    /** Learn from the runs how the class moves when nothing is wrong; positions are those of {@link #subjects}. */
    public ClassModel model() {
        List<double[][]> learned = new ArrayList<>();
        for (int run : learnedRuns()) {
            learned.add(
                    subjects.values().stream().map(series -> series.rounds(run)).toArray(double[][]::new));
        }
        return ClassModel.learn(learned, metric.better());
    }

    /** Return the rounds of another run in the order of {@link #subjects}; none where it did not measure a subject. */
    public double[][] aligned(Map<SubjectId, List<Long>> rounds) {
        return subjects.keySet().stream()
                .map(subject -> rounds.getOrDefault(subject, List.of()).stream()
                        .mapToDouble(Long::doubleValue)
                        .toArray())
                .toArray(double[][]::new);
    }

    /**
     * The reference of one subject.
     *
     * @param median median over the accepted runs, in the unit of the metric
     * @param n number of runs behind it
     * @param spread largest minus smallest value over these runs
     */
    public record OfSubject(long median, int n, long spread) {
        static OfSubject of(Series series) {
            List<Long> values = series.values();
            return new OfSubject(
                    Robust.median(values), values.size(), Collections.max(values) - Collections.min(values));
        }
    }

    /** How the subjects of a class are spread: their number, extremes, 5 %, 50 % and 95 % points in the unit of the metric. */
    public record Spread(int n, long min, long p5, long median, long p95, long max) {
        /** Describe values; at least one. */
        static Spread over(Collection<Long> values) {
            // Nearest rank throughout: a mean of two middle values could lie outside p5..p95 of very few subjects.
            return new Spread(
                    values.size(),
                    Robust.quantile(values, 1),
                    Robust.quantile(values, 50_000),
                    Robust.quantile(values, 500_000),
                    Robust.quantile(values, 950_000),
                    Robust.quantile(values, 1_000_000));
        }
    }
}
