package io.seatrial.baseline.comparing;

import io.seatrial.baseline.statistics.PairedComparison;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SeriesKey;
import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Optional;

/**
 * A class of subjects that both runs measured under the same conditions, paired and tested.
 *
 * @param subjects those with values in both runs
 * @param before their rounds in the first run, in the order of the subjects
 * @param after their rounds in the second run
 * @param test what chance would do
 */
record Pairs(
        SeriesKey key,
        Metric metric,
        List<SubjectId> subjects,
        List<List<Long>> before,
        List<List<Long>> after,
        PairedComparison test) {

    /** Pair a class; empty where no subject has values in both runs. A value of 0 is no pair: there is no share of nothing. */
    static Optional<Pairs> of(SeriesKey key, RoundValues.OfClass before, RoundValues.OfClass after) {
        List<SubjectId> both = before.rounds().keySet().stream()
                .filter(subject -> after.rounds().containsKey(subject))
                .filter(subject -> isPositive(before.rounds().get(subject)))
                .filter(subject -> isPositive(after.rounds().get(subject)))
                .toList();
        if (both.isEmpty()) {
            return Optional.empty();
        }
        List<List<Long>> pre = both.stream().map(before.rounds()::get).toList();
        List<List<Long>> post = both.stream().map(after.rounds()::get).toList();
        PairedComparison test =
                PairedComparison.of(numbers(pre), numbers(post), before.metric().better());
        return Optional.of(new Pairs(key, before.metric(), both, pre, post, test));
    }

    private static boolean isPositive(List<Long> rounds) {
        return rounds.stream().allMatch(value -> value > 0);
    }

    private static double[][] numbers(List<List<Long>> rounds) {
        return rounds.stream()
                .map(of -> of.stream().mapToDouble(Long::doubleValue).toArray())
                .toArray(double[][]::new);
    }

    /** Return how a subject moved, by its place among the subjects; empty where nothing tells how much it varies. */
    Optional<Move> move(int index, double detectable) {
        return test.subjects().get(index).map(shift -> Move.of(shift, metric.better(), detectable));
    }

    /** Return by how much the number moved that all subjects share, as a share of the value before. */
    double common() {
        return metric.better() == Direction.LOWER_IS_BETTER ? test.common() : -test.common();
    }

    /** Return every probability of many classes for a move to one side. */
    static double[] p(List<Pairs> classes, boolean worse) {
        return classes.stream()
                .flatMap(pairs -> pairs.test().subjects().stream())
                .flatMap(Optional::stream)
                .mapToDouble(shift -> worse ? shift.pWorse() : shift.pBetter())
                .toArray();
    }
}
