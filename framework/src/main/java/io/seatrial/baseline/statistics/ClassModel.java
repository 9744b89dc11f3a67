package io.seatrial.baseline.statistics;

import io.seatrial.measurement.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What the accepted runs say of a class of subjects: where each subject lies, and how much it moves between runs when nothing is wrong.
 * The variance between runs is pooled over the class, because three runs of one subject say little about it.
 */
public final class ClassModel {
    private final Direction better;
    private final double[] references;
    private final double sigma;
    private final double commonSigma;
    private final int runs;
    private final int freedom;

    private ClassModel(Direction better, double[] references, double sigma, double commonSigma, int runs, int freedom) {
        this.better = better;
        this.references = references;
        this.sigma = sigma;
        this.commonSigma = commonSigma;
        this.runs = runs;
        this.freedom = freedom;
    }

    /**
     * Learn from accepted runs.
     *
     * @param runs oldest first; of each run by subject its rounds in the unit of the metric, an empty array where it was not measured
     * @param better the good direction of the metric
     */
    public static ClassModel learn(List<double[][]> runs, Direction better) {
        int members = runs.get(0).length;
        double[] references = new double[members];
        for (int i = 0; i < members; i++) {
            int subject = i;
            double[] values = runs.stream()
                    .mapToDouble(run -> middle(run[subject]))
                    .filter(v -> !Double.isNaN(v))
                    .toArray();
            references[i] = values.length < runs.size()
                    ? Double.NaN
                    : Arrays.stream(values).average().orElseThrow();
        }
        List<double[]> shifts =
                runs.stream().map(run -> shifts(run, references, better)).toList();
        double[] common = shifts.stream().mapToDouble(ClassModel::median).toArray();
        double squares = 0;
        int freedom = 0;
        for (int subject = 0; subject < members; subject++) {
            if (!Double.isNaN(references[subject])) {
                for (int run = 0; run < common.length; run++) {
                    squares += Math.pow(shifts.get(run)[subject] - common[run], 2);
                }
                freedom += common.length - 1;
            }
        }
        double ofCommon = Arrays.stream(common).map(c -> c * c).sum() / Math.max(1, common.length - 1);
        return new ClassModel(
                better,
                references,
                Math.sqrt(squares / Math.max(1, freedom)),
                Math.sqrt(ofCommon),
                common.length,
                freedom);
    }

    /** Hold one run against what was learned; {@code run} is by subject as in {@link #learn}. */
    public Comparison compare(double[][] run) {
        double[] shifts = shifts(run, references, better);
        double common = median(shifts);
        List<Optional<Deviation>> subjects = new ArrayList<>();
        for (double shift : shifts) {
            subjects.add(
                    Double.isNaN(shift)
                            ? Optional.empty()
                            : Optional.of(new Deviation(shift, shift - common, p(shift - common, sigma, freedom), 0)));
        }
        return new Comparison(common, p(common, commonSigma, Math.max(1, runs - 1)), subjects);
    }

    private double p(double shift, double scale, int degrees) {
        double inflated = scale * Math.sqrt(1 + 1.0 / runs);
        return inflated == 0
                ? shift > 0 ? 0 : 1
                : TDistribution.of(Math.max(1, degrees)).survivalProbability(shift / inflated);
    }

    /** Return by how much a subject must get worse to be found with a probability of {@code power} by a test at {@code alpha}. */
    public double detectable(double alpha, double power, int rounds) {
        TDistribution t = TDistribution.of(Math.max(1, freedom));
        double scale = sigma * Math.sqrt(1 + 1.0 / runs);
        return scale * (t.inverseSurvivalProbability(alpha) + t.inverseCumulativeProbability(power));
    }

    private static double[] shifts(double[][] run, double[] references, Direction better) {
        double[] shifts = new double[references.length];
        for (int i = 0; i < shifts.length; i++) {
            double relative = middle(run[i]) / references[i] - 1;
            shifts[i] = better == Direction.LOWER_IS_BETTER ? relative : -relative;
        }
        return shifts;
    }

    private static double middle(double[] rounds) {
        return rounds.length == 0 ? Double.NaN : Median.withDefaults().evaluate(rounds);
    }

    private static double median(double[] values) {
        double[] known = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
        return known.length == 0 ? 0 : Median.withDefaults().evaluate(known);
    }
}
