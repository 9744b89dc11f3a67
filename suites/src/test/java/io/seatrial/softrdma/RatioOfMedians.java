package io.seatrial.softrdma;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * The ratio of the medians of two series that took turns, with the 95 % interval of a bootstrap over rounds; as {@code bench/judge.awk} does it.
 *
 * @param rounds how many there were
 */
record RatioOfMedians(double ratio, double low, double high, int rounds) {
    /** With fewer an interval says nothing. */
    private static final int FEWEST = 5;

    private static final int RESAMPLES = 2000;
    private static final double TAIL = 0.025;

    static RatioOfMedians of(double[] ours, double[] theirs) {
        Random random = new Random(1); // the same rounds give the same interval
        double[] ratios = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            int[] picked = random.ints(ours.length, 0, ours.length).toArray();
            ratios[i] = median(pick(ours, picked)) / median(pick(theirs, picked));
        }
        Arrays.sort(ratios);
        return new RatioOfMedians(
                median(ours) / median(theirs),
                ratios[(int) (RESAMPLES * TAIL)],
                ratios[(int) (RESAMPLES * (1 - TAIL)) - 1],
                ours.length);
    }

    private static double[] pick(double[] values, int[] picked) {
        return Arrays.stream(picked).mapToDouble(index -> values[index]).toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Return whether it surely is no smaller than this: what cannot be resolved is never held. */
    String atLeast(double edge) {
        if (rounds < FEWEST || low < edge && high >= edge) {
            return "not resolvable here";
        }
        return low >= edge ? "holds" : "fails";
    }

    String text() {
        return String.format(Locale.ROOT, "%.3f (%.3f .. %.3f)", ratio, low, high);
    }
}
