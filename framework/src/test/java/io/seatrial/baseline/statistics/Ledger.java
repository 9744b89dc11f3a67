package io.seatrial.baseline.statistics;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.BetaDistribution;

/** What simulated years gave: nights, false alarms, and how often what was made slow was found. */
final class Ledger {
    /** What was made slow. */
    enum Kind {
        LINK("a single link"),
        LEAF("a link of a whole slow leaf");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    private final Map<Double, Integer> alarms = new TreeMap<>();
    private final Map<String, Trial> trials = new TreeMap<>();
    private int nights;
    private int baselines;
    private double detectable;

    /**
     * Nights in which one thing was made slow.
     *
     * @param count how many
     * @param found in how many of them it was called worse
     * @param expected sum of the probabilities that were predicted
     */
    record Trial(int count, int found, double expected) {
        Trial plus(Trial other) {
            return new Trial(count + other.count, found + other.found, expected + other.expected);
        }

        double share() {
            return (double) found / count;
        }

        double predicted() {
            return expected / count;
        }

        /** 99 %, because a table of a dozen lines would leave a 95 % interval every other time. */
        Interval interval() {
            return Interval.of(found, count, 0.99);
        }
    }

    /** The two-sided interval of Clopper and Pearson: what shares may have given this count. */
    record Interval(double low, double high) {
        static Interval of(int found, int count, double confidence) {
            double outside = (1 - confidence) / 2;
            return new Interval(
                    found == 0
                            ? 0
                            : BetaDistribution.of(found, count - found + 1.0).inverseCumulativeProbability(outside),
                    found == count
                            ? 1
                            : BetaDistribution.of(found + 1.0, count - found).inverseSurvivalProbability(outside));
        }
    }

    void countNight() {
        nights++;
    }

    void countBaseline(double effect) {
        baselines++;
        detectable += effect;
    }

    void countAlarm(double tolerance, boolean raised) {
        alarms.merge(tolerance, raised ? 1 : 0, Integer::sum);
    }

    void count(Kind kind, double effect, double tolerance, double predicted, boolean found) {
        trials.merge(name(kind, effect, tolerance), new Trial(1, found ? 1 : 0, predicted), Trial::plus);
    }

    void add(Ledger other) {
        nights += other.nights;
        baselines += other.baselines;
        detectable += other.detectable;
        other.alarms.forEach((tolerance, count) -> alarms.merge(tolerance, count, Integer::sum));
        other.trials.forEach((name, trial) -> trials.merge(name, trial, Trial::plus));
    }

    int nights() {
        return nights;
    }

    int alarms(double tolerance) {
        return alarms.get(tolerance);
    }

    /** Return the one-sided upper 95 % bound of the share of nights with a false alarm. */
    double upperBoundOfAlarms(double tolerance) {
        return Interval.of(alarms(tolerance), nights, 0.90).high();
    }

    Map<String, Trial> trials() {
        return trials;
    }

    Trial trial(Kind kind, double effect, double tolerance) {
        return trials.get(name(kind, effect, tolerance));
    }

    private static String name(Kind kind, double effect, double tolerance) {
        return String.format(Locale.ROOT, "tolerance %.0f %%, %s, %4.0f %%", tolerance * 100, kind.words, effect * 100);
    }

    String table() {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%d healthy nights, %d baselines, detectable with power 0.8: %.2f %%%n%n",
                nights,
                baselines,
                100 * detectable / baselines));
        table.append("| tolerance | nights with a false alarm | upper 95 % bound |\n| --- | --- | --- |\n");
        alarms.forEach((tolerance, count) -> table.append(String.format(
                Locale.ROOT,
                "| %.0f %% | %d | %.2f %% |%n",
                tolerance * 100,
                count,
                100 * upperBoundOfAlarms(tolerance))));
        table.append("\n| made slower | found | predicted | 99 % interval |\n| --- | --- | --- | --- |\n");
        trials.forEach((name, trial) -> table.append(String.format(
                Locale.ROOT,
                "| %s | %d of %d = %.3f | %.3f | %.3f..%.3f |%n",
                name,
                trial.found,
                trial.count,
                trial.share(),
                trial.predicted(),
                trial.interval().low(),
                trial.interval().high())));
        return table.toString();
    }
}
