package io.seatrial.baseline.statistics;

import io.seatrial.measurement.Direction;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * What accepted runs gave, taken apart: a reference of each subject, what each run shares (the common mode), and the rest. The value of a
 * run is the median of its rounds, so that one round on a crowded path does not speak for the run.
 *
 * @param values by subject and run, in the unit of the metric; NaN where it was not measured
 * @param isTrusted by subject and run, whether the value may speak for the subject
 * @param references by subject, in the unit of the metric; NaN where fewer than two runs measured it, or where it is not above 0
 * @param commons by run, the relative shift that the class shares, above 0 is worse; NaN where no subject was measured. Their mean is 0
 * @param rest by subject and run, the relative shift that is left; NaN where there is none. The mean of what is trusted is 0
 */
record AcceptedRuns(double[][] values, boolean[][] isTrusted, double[] references, double[] commons, double[][] rest) {
    /** Twice is enough: what is left after it is of the third order in shifts that are a few percent. */
    private static final int SWEEPS = 2;

    /** One run in so many may be taken for a fault; a subject that is odd more often is like that. */
    private static final int ODD_ONE_IN = 3;

    static AcceptedRuns of(List<double[][]> runs, Direction better) {
        double[][] values = new double[runs.get(0).length][runs.size()];
        boolean[][] isTrusted = new boolean[values.length][runs.size()];
        for (int i = 0; i < values.length; i++) {
            for (int run = 0; run < runs.size(); run++) {
                values[i][run] = value(runs.get(run)[i]);
                isTrusted[i][run] = !Double.isNaN(values[i][run]);
            }
        }
        return settled(values, isTrusted, better);
    }

    /** Return the value of a run of one subject; NaN where it has no round. */
    static double value(double[] rounds) {
        return rounds.length == 0 ? Double.NaN : Median.withDefaults().evaluate(rounds);
    }

    /**
     * Trust no longer what lies far out beside the other runs of its subject. A fault in one accepted run must neither move the reference
     * nor widen the scatter, behind which the next fault would hide. The value stays in {@link #rest}: how often such things happen counts.
     *
     * @param found each value held against the others
     * @param far distance in scales
     */
    AcceptedRuns withoutOdd(LeaveOneOut found, double far, Direction better) {
        boolean[][] kept = new boolean[values.length][];
        for (int i = 0; i < kept.length; i++) {
            double[] statistics = found.statistics()[i];
            boolean[] own = isTrusted[i].clone();
            for (int run = 0; run < own.length; run++) {
                own[run] &= !(Math.abs(statistics[run]) > far);
            }
            int odd = count(isTrusted[i]) - count(own);
            kept[i] = odd * ODD_ONE_IN <= count(isTrusted[i]) && count(own) > 1 ? own : isTrusted[i];
        }
        return settled(values, kept, better);
    }

    private static AcceptedRuns settled(double[][] values, boolean[][] isTrusted, Direction better) {
        double[] references = new double[values.length];
        Arrays.setAll(references, i -> mean(trusted(values[i], isTrusted[i])));
        AcceptedRuns split = split(values, isTrusted, references, better);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            split = split(values, isTrusted, split.centred(better), better);
        }
        return split;
    }

    private static AcceptedRuns split(double[][] values, boolean[][] isTrusted, double[] references, Direction better) {
        int runs = values.length == 0 ? 0 : values[0].length;
        double[][] rest = new double[values.length][runs];
        for (int i = 0; i < rest.length; i++) {
            for (int run = 0; run < runs; run++) {
                rest[i][run] = Relative.shift(values[i][run], references[i], better);
            }
        }
        double[] commons = IntStream.range(0, runs)
                .mapToDouble(run -> Relative.median(
                        Arrays.stream(rest).mapToDouble(r -> r[run]).toArray()))
                .toArray();
        double centre =
                Arrays.stream(commons).filter(c -> !Double.isNaN(c)).average().orElse(0);
        Arrays.setAll(commons, run -> commons[run] - centre);
        for (double[] ofSubject : rest) {
            Arrays.setAll(ofSubject, run -> ofSubject[run] - commons[run]);
        }
        return new AcceptedRuns(values, isTrusted, references, commons, rest);
    }

    /** A subject that missed a bad night of the whole class would otherwise have too good a reference. */
    private double[] centred(Direction better) {
        double[][] trusted = trusted();
        double[] moved = references.clone();
        for (int i = 0; i < moved.length; i++) {
            double worse = mean(trusted[i]);
            moved[i] *= better == Direction.LOWER_IS_BETTER ? 1 + worse : 1 - worse;
        }
        return moved;
    }

    /** Return the rest with NaN also where a value may not speak for its subject. */
    double[][] trusted() {
        double[][] trusted = new double[rest.length][];
        Arrays.setAll(trusted, i -> trusted(rest[i], isTrusted[i]));
        return trusted;
    }

    private static double[] trusted(double[] all, boolean[] isTrusted) {
        double[] trusted = all.clone();
        Arrays.setAll(trusted, run -> isTrusted[run] ? all[run] : Double.NaN);
        return trusted;
    }

    private static int count(boolean[] isTrusted) {
        return (int) IntStream.range(0, isTrusted.length)
                .filter(run -> isTrusted[run])
                .count();
    }

    private static double mean(double[] values) {
        double[] known = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
        return known.length < 2 ? Double.NaN : Arrays.stream(known).average().orElseThrow();
    }
}
