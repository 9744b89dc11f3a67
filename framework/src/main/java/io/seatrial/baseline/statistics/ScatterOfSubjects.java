package io.seatrial.baseline.statistics;

import io.seatrial.measurement.Direction;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** How much the subjects of a class move between runs when nothing is wrong, each for itself, after what they share is taken out. */
final class ScatterOfSubjects {
    /** Variance of the median of many normally distributed values, over that of their mean. */
    private static final double MEDIAN_OVER_MEAN = Math.PI / 2;

    /** A shift of everything: no rate at all, or a time that doubled. */
    private static final double TOTAL = 1;

    /** In scales. Heavy tails reach so far once in some thousand values, a fault of a few percent in nearly every one. */
    private static final double FAR_OUT = 10;

    private final Variances variances;
    private final double typical;
    private final Lags lags;
    /** By number of accepted runs that are known of a subject. */
    private final double[] inflation;

    private final RoundNoise rounds;
    private final Tail tail;

    private ScatterOfSubjects(Variances variances, Lags lags, RoundNoise rounds, double[] pool) {
        this.variances = variances;
        this.typical = variances.typical();
        this.lags = lags;
        this.inflation = IntStream.rangeClosed(0, variances.mostRuns())
                .mapToDouble(known -> lags.ofNewRun(Math.max(1, known)))
                .toArray();
        this.rounds = rounds;
        this.tail = Tail.over(pool, variances.freedom());
    }

    /** Learn from accepted runs; what is odd in them is no longer trusted (see {@link #withoutOdd}). */
    static ScatterOfSubjects of(List<double[][]> runs, AcceptedRuns accepted) {
        Variances variances = Variances.of(runs, accepted);
        Lags lags = Lags.of(accepted.trusted(), runs.size());
        double[] pool = healthy(accepted, variances, lags).pool();
        return new ScatterOfSubjects(variances, lags, RoundNoise.of(runs, accepted.references()), pool);
    }

    static AcceptedRuns withoutOdd(List<double[][]> runs, AcceptedRuns accepted, Direction better) {
        Lags lags = Lags.of(accepted.rest(), runs.size());
        return accepted.withoutOdd(healthy(accepted, Variances.of(runs, accepted), lags), FAR_OUT, better);
    }

    private static LeaveOneOut healthy(AcceptedRuns accepted, Variances variances, Lags lags) {
        double[] leftOut = IntStream.range(0, accepted.commons().length)
                .mapToDouble(lags::ofLeftOut)
                .toArray();
        return LeaveOneOut.of(
                accepted.rest(),
                accepted.trusted(),
                variances.moderation(),
                run -> leftOut[run],
                i -> variances.least()[i]);
    }

    Deviation deviation(int subject, int roundsNow, double raw, double own) {
        double scale = scale(subject, roundsNow);
        double freedom = variances.freedom(subject);
        return new Deviation(raw, own, tail.survival(own / scale, freedom), tail.survival(TOTAL / scale, freedom));
    }

    /** The scale of a new run minus the reference; where there are other than the usual rounds, their part is larger or smaller. */
    private double scale(int subject, int roundsNow) {
        double variance = variances.ofRun()[subject];
        double factor = inflation[variances.runs()[subject]] + rounds.change(roundsNow, typical);
        return Math.sqrt(Math.max(variance * factor, variances.least()[subject]));
    }

    /** What a run with so many rounds can find. */
    Reach reach(int roundsNow) {
        double[] scales = IntStream.range(0, variances.ofRun().length)
                .filter(i -> variances.runs()[i] > 1)
                .mapToDouble(i -> scale(i, roundsNow))
                .toArray();
        return Reach.of(scales, tail);
    }

    /** Return the variance of the median of the subjects in one run: the common mode of a class cannot be known better. */
    double varianceOfMedian() {
        int subjects = (int) Arrays.stream(variances.runs()).filter(n -> n > 1).count();
        return MEDIAN_OVER_MEAN * typical / Math.max(1, subjects);
    }

    Lags lags() {
        return lags;
    }

    double tailFreedom() {
        return tail.freedom();
    }

    /**
     * Variances between runs.
     *
     * @param ofRun by subject, of the value of one run, drawn towards the class; NaN where fewer than two runs are known
     * @param least by subject, what the resolution of the metric lets one believe: half a step
     * @param runs by subject, how many accepted runs are known
     * @param moderation what the class says of variances
     */
    private record Variances(double[] ofRun, double[] least, int[] runs, Moderation moderation) {
        static Variances of(List<double[][]> runs, AcceptedRuns accepted) {
            double[] least = least(runs, accepted.references());
            IntToDoubleFunction leastOf = i -> least[i];
            double[][] trusted = accepted.trusted();
            double[] own =
                    Arrays.stream(trusted).mapToDouble(Relative::variance).toArray();
            int[] known = Arrays.stream(trusted)
                    .mapToInt(rest -> (int)
                            Arrays.stream(rest).filter(v -> !Double.isNaN(v)).count())
                    .toArray();
            double[] freedoms = Arrays.stream(known).mapToDouble(n -> n - 1.0).toArray();
            Moderation moderation = Moderation.of(own, freedoms, leastOf);
            double[] moderated = new double[own.length];
            Arrays.setAll(moderated, i -> Math.max(moderation.posterior(own[i], freedoms[i]), least[i]));
            return new Variances(moderated, least, known, moderation);
        }

        private static double[] least(List<double[][]> runs, double[] references) {
            // One clock or tool for the whole class: a thousand subjects show its step.
            int stride = 1 + references.length / 1000;
            double step = Resolution.of(IntStream.range(0, references.length)
                    .filter(i -> i % stride == 0)
                    .mapToObj(i -> runs.stream()
                            .flatMapToDouble(run -> Arrays.stream(run[i]))
                            .toArray())
                    .toList());
            return Arrays.stream(references)
                    .map(reference -> step / reference)
                    .map(share -> share * share / 4)
                    .toArray();
        }

        double typical() {
            return Arrays.stream(ofRun).filter(v -> !Double.isNaN(v)).average().orElse(0);
        }

        int mostRuns() {
            return Arrays.stream(runs).max().orElse(0);
        }

        /** All subjects together know no more than their runs do. */
        double freedom() {
            double pooled =
                    Arrays.stream(runs).filter(n -> n > 1).map(n -> n - 1).sum();
            return Math.min(pooled, moderation.freedom() + mostRuns() - 1);
        }

        double freedom(int subject) {
            return moderation.freedom() + runs[subject] - 1;
        }
    }
}
