package io.seatrial.baseline.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * The part of a run's scatter that more rounds make smaller: how much the median of some rounds differs from that of others in the same
 * run. Kept as the distribution that was seen, because the median of rounds with heavy tails settles faster than a mean.
 */
final class RoundNoise {
    private static final int POINTS = 2000;
    private static final int MOST_RUNS = 50_000;

    private final double[] points;
    private final int usual;
    private final Map<Integer, Double> ofMedian = new ConcurrentHashMap<>();

    private RoundNoise(double[] points, int usual) {
        this.points = points;
        this.usual = usual;
    }

    /**
     * Pool the rounds of all subjects and runs; a run with one round says nothing of rounds.
     *
     * @param runs of each run by subject its rounds in the unit of the metric
     * @param references by subject, in the same unit, NaN where it has none
     */
    static RoundNoise of(List<double[][]> runs, double[] references) {
        List<double[]> all = new ArrayList<>();
        // Every subject of a small class, some of a large one: the shape of a hundred thousand rounds is that of a
        // million.
        int stride = 1 + runs.size() * references.length / MOST_RUNS;
        for (double[][] run : runs) {
            for (int i = 0; i < run.length; i += stride) {
                if (run[i].length > 1 && references[i] > 0) {
                    all.add(aroundMean(run[i], references[i]));
                }
            }
        }
        double[] sorted = all.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        double[] points = new double[Math.min(POINTS, sorted.length)];
        Arrays.setAll(points, i -> sorted[(int) ((i + 0.5) * sorted.length / points.length)]);
        return new RoundNoise(points, usual(runs));
    }

    /** The median over all runs and subjects: one subject that was measured more often must not change the plan of the others. */
    private static int usual(List<double[][]> runs) {
        int[] counts = runs.stream()
                .flatMap(Arrays::stream)
                .mapToInt(rounds -> rounds.length)
                .filter(count -> count > 0)
                .sorted()
                .toArray();
        return counts.length == 0 ? 1 : counts[counts.length / 2];
    }

    private static double[] aroundMean(double[] rounds, double reference) {
        double mean = Arrays.stream(rounds).average().orElseThrow();
        // Distances from a mean of few values are too small by this factor.
        double wider = Math.sqrt(rounds.length / (rounds.length - 1.0)) / reference;
        return Arrays.stream(rounds).map(value -> (value - mean) * wider).toArray();
    }

    /**
     * Return by how much the variance of a run's value changes with the number of its rounds, as a share of that variance.
     *
     * @param rounds rounds of the run to come, at least 1
     * @param variance relative variance of the value of a run with as many rounds as the accepted ones usually had
     */
    double change(int rounds, double variance) {
        if (rounds == usual || variance == 0) {
            return 0;
        }
        double now = varianceOfMedian(usual);
        return now == 0 ? 0 : Math.min(1, now / variance) * (varianceOfMedian(rounds) / now - 1);
    }

    /** Return the relative variance of the median of so many rounds; 0 where no run had two rounds. */
    double varianceOfMedian(int rounds) {
        return points.length == 0 ? 0 : ofMedian.computeIfAbsent(rounds, this::compute);
    }

    private double compute(int rounds) {
        if (rounds == 2) {
            return compute(1) / 2;
        }
        // The mean of the two middle ones of an even number is worth about the middle one of the next odd number.
        double half = (rounds + 1 + (rounds + 1) % 2) / 2.0;
        double below = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < points.length; i++) {
            double upTo = RegularizedBeta.value((i + 1.0) / points.length, half, half);
            double weight = upTo - below;
            first += weight * points[i];
            second += weight * points[i] * points[i];
            below = upTo;
        }
        return second - first * first;
    }
}
