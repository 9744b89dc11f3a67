package io.seatrial.criteria.stability;

import io.seatrial.measurement.Direction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks for what sets in late. A step or a slope counts where it is both larger than the tolerance and no play of chance; what is too near to the
 * begin or the end for statistics counts where several rounds in a row lie far off.
 */
public final class DriftJudge {
    private static final double WHOLE = 1e6;
    /** A hiccup of a host spoils a round or two; so many in a row are a state of the fabric. */
    private static final int IN_A_ROW = 3;

    private final double[] values;
    private final double[] worst;
    private final Direction better;
    private final SteadyRule rule;
    private final double median;

    /**
     * @param values by round, in the order of time; at least {@link SteadyRule#LEAST_ROUNDS}
     * @param worst the worst that was seen within each round, where a round stands for several; else its value
     */
    public DriftJudge(long[] values, long[] worst, Direction better, SteadyRule rule) {
        this.better = Objects.requireNonNull(better, "better");
        this.rule = Objects.requireNonNull(rule, "rule");
        if (values.length < SteadyRule.LEAST_ROUNDS || values.length != worst.length) {
            throw new IllegalArgumentException("drift: expected " + SteadyRule.LEAST_ROUNDS
                    + " rounds or more, each with its worst, got " + values.length + " and " + worst.length);
        }
        this.values = Arrays.stream(values).asDoubleStream().toArray();
        this.worst = Arrays.stream(worst).asDoubleStream().toArray();
        this.median = Trend.median(this.values);
    }

    /** Return the heaviest way in which it did not stay as it was, empty where it did. */
    public Optional<Drift> find() {
        return trend().or(this::early).or(this::stretch).or(this::dips);
    }

    /** Return the median of the first third. */
    public long begin() {
        return Math.round(Trend.median(Arrays.copyOfRange(values, 0, values.length / 3)));
    }

    /** Return the median of the last third. */
    public long end() {
        return Math.round(Trend.median(Arrays.copyOfRange(values, values.length - values.length / 3, values.length)));
    }

    /** Tell whether the last third is worse than the first by more than is tolerated, though chance may have made it so. */
    public boolean thirdsDiffer() {
        return loss(begin(), end()) > rule.tolerance();
    }

    /** Return the rounds that lie farther on the worse side of the median than a single one may. */
    public List<Integer> farOff() {
        List<Integer> far = new ArrayList<>();
        for (int i = 0; i < worst.length; i++) {
            if (loss(median, worst[i]) > rule.dip()) {
                far.add(i);
            }
        }
        return far;
    }

    /** Return how much worse a value is than another one, ppm of that; below 0 where it is better. */
    private double loss(double reference, double value) {
        double difference = better == Direction.HIGHER_IS_BETTER ? reference - value : value - reference;
        return difference / Math.max(1, Math.abs(reference)) * WHOLE;
    }

    private Optional<Drift> trend() {
        Trend.Fit step = Trend.step(values);
        Trend.Fit slope = Trend.slope(values);
        boolean steps = step.isReal(Trend.SURE_OF_STEP) && loss(step.before(), step.after()) > rule.tolerance();
        boolean slopes = slope.isReal(Trend.SURE_OF_SLOPE) && loss(slope.before(), slope.after()) > rule.tolerance();
        if (slopes && (!steps || slope.distance() < step.distance())) {
            return Optional.of(sloping(slope));
        }
        return steps ? Optional.of(stepping(step.at(), step.before(), step.after())) : Optional.empty();
    }

    private Drift stepping(int at, double before, double after) {
        int last = values.length - 1;
        return new Drift(Drift.Kind.STEP, at, last, Math.round(before), Math.round(after), last - at + 1);
    }

    /** It shows from where the line has lost more than is tolerated. */
    private Drift sloping(Trend.Fit slope) {
        int last = values.length - 1;
        double a = slope.before();
        int from = last;
        for (int i = last; i >= 0 && loss(a, a + (slope.after() - a) * i / last) > rule.tolerance(); i--) {
            from = i;
        }
        return new Drift(Drift.Kind.SLOPE, from, last, Math.round(a), Math.round(slope.after()), last - from + 1);
    }

    /** Where it went wrong after few rounds, the median is what is wrong. */
    private Optional<Drift> early() {
        int sound = 0;
        while (sound < values.length && loss(values[sound], median) > rule.dip()) {
            sound++;
        }
        return sound < IN_A_ROW
                ? Optional.empty()
                : Optional.of(stepping(
                        sound,
                        Trend.median(Arrays.copyOf(values, sound)),
                        Trend.median(Arrays.copyOfRange(values, sound, values.length))));
    }

    private Optional<Drift> stretch() {
        int longest = 0;
        int end = 0;
        int row = 0;
        for (int i = 0; i < worst.length; i++) {
            row = loss(median, worst[i]) > rule.dip() ? row + 1 : 0;
            if (row > longest) {
                longest = row;
                end = i;
            }
        }
        return longest < IN_A_ROW
                ? Optional.empty()
                : Optional.of(new Drift(
                        Drift.Kind.STRETCH,
                        end - longest + 1,
                        end,
                        Math.round(median),
                        Math.round(Trend.median(Arrays.copyOfRange(worst, end - longest + 1, end + 1))),
                        longest));
    }

    private Optional<Drift> dips() {
        List<Integer> far = farOff();
        long tolerated = Math.max(1, (long) (worst.length * (rule.dips() / WHOLE)));
        return far.size() <= tolerated
                ? Optional.empty()
                : Optional.of(new Drift(
                        Drift.Kind.DIPS,
                        far.get(0),
                        far.get(far.size() - 1),
                        Math.round(median),
                        Math.round(Trend.median(
                                far.stream().mapToDouble(i -> worst[i]).toArray())),
                        far.size()));
    }
}
