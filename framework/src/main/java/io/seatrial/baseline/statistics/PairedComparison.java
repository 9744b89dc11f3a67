package io.seatrial.baseline.statistics;

import io.seatrial.measurement.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * One run before a change against one after it: the same pairs in the same order, so that round stands against round.
 *
 * <p>The rounds of one run share the state of that day, so their own scatter is too small a yardstick. What the subjects of a class
 * scatter beyond it is taken for the scatter between two days, measured on the half that lies closest together: a change of less than half
 * of the class cannot hide in it. A shift that the whole class shares is left in, because one run on each side cannot tell it from the mood
 * of a day; {@link #common()} says how large it is. The middle pair counts, so that one round on a crowded path is no change; of one round on
 * each side nothing can be said against that, and three or more are needed. Correct the p of all classes together with {@link FalseDiscovery}.
 */
public final class PairedComparison {
    /** Two-sided 95 %. */
    private static final double OUTSIDE_ONE_END = 0.025;

    private final List<Optional<Shift>> subjects;
    private final double common;
    private final Reach reach;

    private PairedComparison(List<Optional<Shift>> subjects, double common, Reach reach) {
        this.subjects = List.copyOf(subjects);
        this.common = common;
        this.reach = reach;
    }

    /**
     * Compare a class.
     *
     * @param pre by subject its rounds before, in the unit of the metric, an empty array where it was not measured
     * @param post the same after; where one side has more rounds, its surplus is left out
     * @throws IllegalArgumentException if the two do not have the same number of subjects
     */
    public static PairedComparison of(double[][] pre, double[][] post, Direction better) {
        if (pre.length != post.length) {
            throw new IllegalArgumentException(
                    "subjects after: expected " + pre.length + " as before, got " + post.length);
        }
        double[][] pairs = new double[pre.length][];
        Arrays.setAll(pairs, i -> Relative.pairs(pre[i], post[i], better));
        double[] shifts = new double[pairs.length];
        Arrays.setAll(shifts, i -> Relative.median(pairs[i]));
        return compare(shifts, PairedNoise.of(pairs, shifts, steps(pre, post)));
    }

    private static double[] steps(double[][] pre, double[][] post) {
        List<double[]> all = new ArrayList<>();
        for (int i = 0; i < pre.length; i++) {
            all.add(DoubleStream.concat(Arrays.stream(pre[i]), Arrays.stream(post[i]))
                    .toArray());
        }
        double step = Resolution.of(all);
        return Arrays.stream(pre)
                .mapToDouble(rounds -> step / Arrays.stream(rounds).average().orElse(step))
                .toArray();
    }

    private static PairedComparison compare(double[] shifts, PairedNoise noise) {
        double margin = noise.tail().edge(OUTSIDE_ONE_END);
        List<Optional<Shift>> subjects = new ArrayList<>();
        for (int i = 0; i < shifts.length; i++) {
            double scale = noise.scales()[i];
            double shift = shifts[i];
            subjects.add(
                    Double.isNaN(shift)
                            ? Optional.empty()
                            : Optional.of(new Shift(
                                    shift,
                                    shift - margin * scale,
                                    shift + margin * scale,
                                    noise.tail().survival(shift / scale),
                                    noise.tail().survival(-shift / scale))));
        }
        return new PairedComparison(subjects, Relative.median(shifts), Reach.of(noise.scales(), noise.tail()));
    }

    /** Return by position in the class how each subject moved; empty where it has no pair of rounds, or no value above 0 before. */
    public List<Optional<Shift>> subjects() {
        return subjects;
    }

    /** Return the relative shift that the class shares, the median of its subjects, above 0 is worse; NaN where none was measured. */
    public double common() {
        return common;
    }

    /**
     * Return how large a relative shift must be to be found with a probability of {@code power} by a test at {@code alpha}, on average over
     * the subjects; NaN where nothing was measured.
     *
     * @param alpha the largest p that counts, one-sided; for the only finding among n tests it is q / n
     * @param power above 0 and below 1
     */
    public double detectable(double alpha, double power) {
        return reach.detectable(alpha, power);
    }
}
