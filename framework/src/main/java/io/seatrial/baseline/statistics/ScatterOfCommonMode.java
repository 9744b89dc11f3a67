package io.seatrial.baseline.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/** How much the common mode of a class moves between runs when nothing is wrong. One value a run: nothing can be pooled. */
final class ScatterOfCommonMode {
    /** Provisional (no field data): so few values show no tail, it is taken for as heavy as that of subjects may be. */
    private static final double FREEDOM = 4;

    private final double scale;
    private final TDistribution tail;

    private ScatterOfCommonMode(double scale, TDistribution tail) {
        this.scale = scale;
        this.tail = tail;
    }

    static ScatterOfCommonMode of(double[] commons, ScatterOfSubjects subjects) {
        double[] known = Arrays.stream(commons).filter(c -> !Double.isNaN(c)).toArray();
        if (known.length < 2) {
            return new ScatterOfCommonMode(Double.POSITIVE_INFINITY, TDistribution.of(1));
        }
        double inflation = Math.max(
                Lags.of(new double[][] {known}, known.length).ofNewRun(known.length),
                subjects.lags().ofNewRun(known.length));
        double variance = Math.max(Relative.variance(known), subjects.varianceOfMedian());
        return new ScatterOfCommonMode(
                Math.sqrt(variance * inflation), TDistribution.of(Math.min(FREEDOM, known.length - 1.0)));
    }

    /** Return the probability of a common shift of at least this size, one-sided on the worse side. */
    double p(double common) {
        return tail.survivalProbability(common / scale);
    }
}
