package io.seatrial.baseline.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * How runs that follow each other resemble each other, as a semivariogram over the distance in runs. Nights that resemble their neighbours
 * make a mean of many nights look better known than it is, and the scatter within a few weeks smaller than that of a year.
 */
final class Lags {
    /** Few pairs say too little to conclude from the first two distances on the far ones. */
    private static final int ENOUGH = 200;

    private static final double STRONGEST = 0.8;

    /** Provisional (no field data): where too few pairs show it, a night is taken to keep half of the last one's mood. */
    private static final double ASSUMED = 0.5;

    private final int runs;
    /** By distance in runs; only their ratios are used. Squares of mean distances, because squares themselves follow the worst night. */
    private final double[] variogram;

    private final double far;

    private final boolean isWellKnown;

    private Lags(int runs, double[] variogram, double far, boolean isWellKnown) {
        this.runs = runs;
        this.variogram = variogram;
        this.far = far;
        this.isWellKnown = isWellKnown;
    }

    /** Nights that keep a fixed share of the last one's mood. */
    private static Lags assumed(int runs) {
        double[] variogram = IntStream.range(0, runs)
                .mapToDouble(lag -> 1 - Math.pow(ASSUMED, lag))
                .toArray();
        return new Lags(runs, variogram, 1, true);
    }

    /** Learn from values by subject and run, NaN where there is none. */
    static Lags of(double[][] values, int runs) {
        double[] variogram = new double[runs];
        int[] pairs = new int[runs];
        for (int lag = 1; lag < runs; lag++) {
            double sum = 0;
            for (double[] own : values) {
                for (int run = lag; run < own.length; run++) {
                    double distance = Math.abs(own[run] - own[run - lag]);
                    if (!Double.isNaN(distance)) {
                        sum += distance;
                        pairs[lag]++;
                    }
                }
            }
            double mean = pairs[lag] == 0 ? 0 : sum / pairs[lag];
            variogram[lag] = mean * mean;
        }
        return new Lags(runs, variogram, far(variogram, pairs), runs > 2 && pairs[2] >= ENOUGH);
    }

    /**
     * A new run may lie far from all accepted ones. The far half of the distances says how much runs differ that have nothing to do with
     * each other; three or four runs have no far half, so the first two distances are drawn out as those of a process that forgets a fixed
     * share with every run.
     */
    private static double far(double[] variogram, int[] pairs) {
        double sum = 0;
        int count = 0;
        for (int lag = Math.max(1, variogram.length / 2); lag < variogram.length; lag++) {
            sum += variogram[lag] * pairs[lag];
            count += pairs[lag];
        }
        double seen = count == 0 ? 0 : sum / count;
        if (variogram.length < 3 || pairs[2] < ENOUGH || variogram[1] == 0) {
            return seen;
        }
        double kept = Math.min(STRONGEST, Math.max(0, variogram[2] / variogram[1] - 1));
        return Math.max(seen, variogram[1] / (1 - kept));
    }

    /**
     * Return the variance of a new run minus the mean of {@code known} accepted ones, over the sample variance of the accepted ones. For
     * runs that do not resemble each other it is 1 + 1 / known, and it is never said to be less.
     */
    double ofNewRun(int known) {
        return isWellKnown || runs < 2
                ? seenOfNewRun(known)
                : Math.max(seenOfNewRun(known), assumed(runs).seenOfNewRun(known));
    }

    private double seenOfNewRun(int known) {
        double least = 1 + 1.0 / known;
        double between = between(-1);
        if (between == 0) {
            return least;
        }
        double all = between * (runs - 1) / runs;
        return Math.max(least, (2 * far - all) / between * least / (1 + 1.0 / runs));
    }

    /** As {@link #ofNewRun}, of an accepted run minus the mean of the others. */
    double ofLeftOut(int run) {
        double between = between(run);
        int others = runs - 1;
        if (between == 0) {
            return 1 + 1.0 / Math.max(1, others);
        }
        double toOthers = IntStream.range(0, runs)
                .filter(other -> other != run)
                .mapToDouble(other -> variogram[Math.abs(run - other)])
                .average()
                .orElseThrow();
        double all = between * (others - 1) / others;
        return Math.max(0.25, (2 * toOthers - all) / between);
    }

    /** Mean over pairs of different runs without {@code without}: what the sample variance of those runs is expected to be. */
    private double between(int without) {
        int[] used = IntStream.range(0, runs).filter(run -> run != without).toArray();
        return Arrays.stream(used)
                .boxed()
                .flatMapToDouble(a -> Arrays.stream(used).filter(b -> b < a).mapToDouble(b -> variogram[a - b]))
                .average()
                .orElse(0);
    }
}
