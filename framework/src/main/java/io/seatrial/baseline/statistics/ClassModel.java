package io.seatrial.baseline.statistics;

import io.seatrial.measurement.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What the accepted runs say of a class of subjects: where each subject lies, and how much it moves between runs when nothing is wrong.
 *
 * <p>The value of a run is the median of its rounds, as a share of the subject's own reference. What the whole class shares in a run is
 * taken out. The scatter between runs is drawn towards that of the class, because three runs of one subject say little about it. How
 * runs that follow each other resemble each other, and how heavy the tails are, is learned from the accepted runs too; with few runs and
 * few subjects that is little, and only a large shift is then significant.
 *
 * <p>A subject has a reference from two accepted runs on, even where it was absent in others; one with a reference that is not above 0 has
 * none, because a share of it means nothing.
 */
public final class ClassModel {
    private static final int MOST_ROUNDS = 100;

    private final Direction better;
    private final double[] references;
    private final ScatterOfSubjects scatter;
    private final ScatterOfCommonMode commonMode;

    private ClassModel(
            Direction better, double[] references, ScatterOfSubjects scatter, ScatterOfCommonMode commonMode) {
        this.better = better;
        this.references = references;
        this.scatter = scatter;
        this.commonMode = commonMode;
    }

    /**
     * Learn from accepted runs.
     *
     * @param runs oldest first; of each run by subject its rounds in the unit of the metric, an empty array where it was not measured
     * @param better the good direction of the metric
     * @throws IllegalArgumentException if there is no run, or the runs do not have the same number of subjects
     */
    public static ClassModel learn(List<double[][]> runs, Direction better) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("accepted runs: expected at least one, got none");
        }
        for (double[][] run : runs) {
            requireSubjects(runs.get(0).length, run);
        }
        AcceptedRuns accepted = ScatterOfSubjects.withoutOdd(runs, AcceptedRuns.of(runs, better), better);
        ScatterOfSubjects scatter = ScatterOfSubjects.of(runs, accepted);
        return new ClassModel(
                better, accepted.references(), scatter, ScatterOfCommonMode.of(accepted.commons(), scatter));
    }

    private static void requireSubjects(int expected, double[][] run) {
        if (run.length != expected) {
            throw new IllegalArgumentException(
                    "subjects of a run: expected " + expected + " as in the first accepted run, got " + run.length);
        }
    }

    /**
     * Hold one run against what was learned.
     *
     * @param run by subject as in {@link #learn}; a subject with more rounds is judged more sharply
     * @throws IllegalArgumentException if it does not have as many subjects
     */
    public Comparison compare(double[][] run) {
        requireSubjects(references.length, run);
        double[] shifts = new double[run.length];
        Arrays.setAll(shifts, i -> Relative.shift(AcceptedRuns.value(run[i]), references[i], better));
        double common = Relative.median(shifts);
        List<Optional<Deviation>> subjects = new ArrayList<>();
        for (int i = 0; i < shifts.length; i++) {
            subjects.add(
                    Double.isNaN(shifts[i])
                            ? Optional.empty()
                            : Optional.of(scatter.deviation(i, run[i].length, shifts[i], shifts[i] - common)));
        }
        return Double.isNaN(common)
                ? new Comparison(0, 1, subjects)
                : new Comparison(common, commonMode.p(common), subjects);
    }

    /**
     * Return by how much a subject must get worse to be found with a probability of {@code power}; infinite where nothing was learned.
     *
     * @param alpha the largest p that counts, one-sided; for the only finding among n tests it is about q / n
     * @param power above 0 and below 1, on average over the subjects
     * @param rounds rounds of the run to come, at least 1; they only matter if accepted runs had several
     */
    public double detectable(double alpha, double power, int rounds) {
        double effect = scatter.reach(rounds).detectable(alpha, power);
        return Double.isNaN(effect) ? Double.POSITIVE_INFINITY : effect;
    }

    /** Return the probability that a subject which gets worse by {@code effect} is found by a test at {@code alpha}. */
    public double power(double effect, double alpha, int rounds) {
        return power(effect, alpha, rounds, 0);
    }

    /** As {@link #power(double, double, int)}, where only a shift of more than {@code tolerance} counts. */
    public double power(double effect, double alpha, int rounds, double tolerance) {
        return scatter.reach(rounds).power(effect, alpha, tolerance);
    }

    /** Return the fewest rounds with which {@code effect} is found with a probability of {@code power}; empty if no number suffices. */
    public OptionalInt roundsFor(double effect, double alpha, double power) {
        return IntStream.rangeClosed(1, MOST_ROUNDS)
                .filter(rounds -> power(effect, alpha, rounds) >= power)
                .findFirst();
    }

    /** Return how many subjects have a reference. */
    public int subjects() {
        return (int) Arrays.stream(references).filter(r -> r > 0).count();
    }

    /** Return the degrees of freedom of the tails of healthy values: the smaller, the heavier. */
    public double tailFreedom() {
        return scatter.tailFreedom();
    }
}
