package io.seatrial.baseline.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How far shifts between two runs scatter when nothing changed: within the rounds of a subject, and between the subjects of the class.
 *
 * @param scales by subject, the standard error of its shift; NaN where it has none
 * @param tail of the standardised shifts
 */
record PairedNoise(double[] scales, Tail tail) {
    /** Of fewer subjects the closest half says nothing of the scatter between two days. */
    private static final int CLASS = 5;

    private static final int LARGE = 400;
    private static final int DRAWS = 20_000;

    /**
     * Estimate from the pairs of rounds.
     *
     * @param pairs by subject, the relative shifts of its rounds
     * @param shifts their medians, NaN where there is none
     * @param steps by subject, the resolution of the metric as a share of the subject's value
     */
    static PairedNoise of(double[][] pairs, double[] shifts, double[] steps) {
        IntToDoubleFunction least = i -> steps[i] * steps[i] / 4;
        double[] variances =
                Arrays.stream(pairs).mapToDouble(Relative::variance).toArray();
        double[] freedoms =
                Arrays.stream(pairs).mapToDouble(rounds -> rounds.length - 1.0).toArray();
        Moderation moderation = Moderation.of(variances, freedoms, least);
        double[] within = new double[pairs.length];
        Arrays.setAll(within, i -> within(variances[i], pairs[i].length, moderation, least.applyAsDouble(i)));
        double[] known =
                Arrays.stream(shifts).filter(m -> !Double.isNaN(m)).sorted().toArray();
        double typical =
                Arrays.stream(within).filter(w -> !Double.isNaN(w)).average().orElse(0);
        double between = Math.max(0, closestHalf(known) - typical);
        double[] scales = Arrays.stream(within).map(w -> Math.sqrt(w + between)).toArray();
        double fewest = Arrays.stream(freedoms).filter(f -> f > 0).min().orElse(0);
        double freedom = freedom(between, typical, known.length, moderation.freedom() + fewest);
        LeaveOneOut healthy = LeaveOneOut.of(pairs, pairs, moderation, i -> 1 + 1.0 / Math.max(1, fewest), least);
        return new PairedNoise(scales, Tail.over(ofMedians(healthy.pool(), 1 + (int) fewest), freedom));
    }

    /** One pair of rounds has no scatter of its own: what the class says of rounds counts, and what scatters between the subjects. */
    private static double within(double variance, int rounds, Moderation moderation, double least) {
        if (rounds == 0) {
            return Double.NaN;
        }
        double own = rounds == 1 ? 0 : variance;
        return Math.max(moderation.posterior(own, rounds - 1.0) * ofMedian(rounds), least);
    }

    /** Variance of the median of n normally distributed values of variance 1: exact for 1, within 2 % for odd n, too large for even n. */
    private static double ofMedian(int n) {
        return Math.PI / (2 * n + Math.PI - 2);
    }

    /**
     * Single rounds have heavier tails than their medians. A large pool of rounds is put together to medians by lot (always the same), to
     * see those; of a small one nothing more can be learned.
     */
    private static double[] ofMedians(double[] pool, int rounds) {
        if (pool.length < LARGE || rounds < 3) {
            return pool;
        }
        SplittableRandom lot = new SplittableRandom(1);
        double[] medians = new double[DRAWS];
        double[] drawn = new double[rounds];
        for (int i = 0; i < medians.length; i++) {
            Arrays.setAll(drawn, k -> pool[lot.nextInt(pool.length)]);
            medians[i] = Relative.median(drawn) / Math.sqrt(ofMedian(rounds));
        }
        Arrays.sort(medians);
        return medians;
    }

    /**
     * Return the variance of normally distributed values from the shortest interval that holds half of them. The factor corrects the bias
     * of few values (simulated: 2.0 for 8, 1.26 for 32, 1.09 for 128, and less for odd numbers).
     */
    private static double closestHalf(double[] sorted) {
        int half = (sorted.length + 1) / 2;
        double shortest = IntStream.rangeClosed(0, sorted.length - half)
                .filter(i -> sorted.length >= CLASS)
                .mapToDouble(i -> sorted[i + half - 1] - sorted[i])
                .min()
                .orElse(0);
        double sigma = shortest / 1.349 * (1.03 + 8.0 / Math.max(1, sorted.length));
        return sigma * sigma;
    }

    /** Degrees of freedom of a sum of variances (Satterthwaite); the closest half of n values is worth about 0.4 n - 1 (simulated). */
    private static double freedom(double between, double within, int subjects, double ofRounds) {
        if (subjects < CLASS) {
            return 1;
        }
        double total = between + within;
        double inverse = between * between / Math.max(1, 0.4 * subjects - 1) + within * within / Math.max(1, ofRounds);
        return inverse == 0 ? 1 : total * total / inverse;
    }
}
