package io.seatrial.criteria;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Quantile;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.probe.PerftestProbe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The measurements of one subject, parted into those that count and the reasons why others do not. The first attempt is the median of its
 * rounds: one round in which the host hiccuped accuses nobody, and one good one among bad ones clears nobody.
 *
 * @param rounds what counts of the first attempt, in the order of its rounds
 * @param retests what counts of the retests, in their order
 * @param doubts why the others do not count, in order
 * @param made how many rounds the first attempt had, whether they count or not
 * @param unconfirmed whether a retest was made after the only value that stands and does not count
 */
record Attempts(
        List<Measurement> rounds, List<Measurement> retests, List<Message> doubts, int made, boolean unconfirmed) {
    /** The probe's name of the number of samples of a latency. */
    private static final String WIRE_SAMPLES = "n";

    /** How attempts stand against an edge. */
    enum Standing {
        /** The first attempt keeps it. */
        KEPT,
        /** Only a retest keeps it. */
        KEPT_ON_RETEST,
        /** The only one that counts is worse, and the retest that was to confirm it does not count. */
        UNCONFIRMED,
        /** The first attempt and every retest are worse. */
        BROKEN
    }

    static Attempts of(List<Measurement> measurements, SampleRules rules) {
        List<Measurement> rounds = new ArrayList<>();
        List<Measurement> retests = new ArrayList<>();
        List<Message> doubts = new ArrayList<>();
        int made = 0;
        int lastDoubted = 0;
        for (Measurement measurement : ofThePairItself(measurements)) {
            int attempt = measurement.provenance().attempt();
            made += attempt == 0 ? 1 : 0;
            Optional<Message> doubt = doubt(measurement, rules);
            if (doubt.isPresent()) {
                doubts.add(doubt.get());
                lastDoubted = attempt;
            } else {
                (attempt == 0 ? rounds : retests).add(measurement);
            }
        }
        return new Attempts(
                List.copyOf(rounds),
                List.copyOf(retests),
                List.copyOf(doubts),
                made,
                unconfirmed(rounds, retests, lastDoubted));
    }

    private static boolean unconfirmed(List<Measurement> rounds, List<Measurement> retests, int lastDoubted) {
        if (rounds.isEmpty() && retests.size() == 1) {
            return lastDoubted > retests.get(0).provenance().attempt();
        }
        return !rounds.isEmpty() && retests.isEmpty() && lastDoubted > 0;
    }

    /** A retest with another partner speaks for or against a link (see diagnosis), not for this pair. */
    private static List<Measurement> ofThePairItself(List<Measurement> measurements) {
        return measurements.stream()
                .filter(m -> m.provenance().with().isEmpty())
                .sorted(Comparator.comparingInt(m -> m.provenance().attempt()))
                .toList();
    }

    private static Optional<Message> doubt(Measurement measurement, SampleRules rules) {
        if (measurement.cause().isPresent()) {
            // a probe leaves out a quantile with too few samples beyond it: what is missing is the number of samples
            return measurement.details().containsKey(WIRE_SAMPLES)
                    ? tooFewBeyond(measurement).or(measurement::cause)
                    : measurement.cause();
        }
        if (samples(measurement) < rules.minimum()) {
            return Optional.of(
                    Message.of("evidence.too-few-samples", "samples", samples(measurement), "needed", rules.minimum()));
        }
        return tooFewBeyond(measurement).or(() -> hostStoodStill(measurement, rules));
    }

    private static Optional<Message> tooFewBeyond(Measurement measurement) {
        long samples = samples(measurement);
        return Quantile.of(measurement.metric())
                .filter(quantile -> quantile.beyond(samples) < Quantile.BEYOND)
                .map(quantile -> Message.of(
                        "evidence.too-few-beyond",
                        "quantile",
                        quantile.text(),
                        "samples",
                        samples,
                        "beyond",
                        quantile.beyond(samples),
                        "least",
                        Quantile.BEYOND,
                        "needed",
                        quantile.needed()));
    }

    private static Optional<Message> hostStoodStill(Measurement measurement, SampleRules rules) {
        return measurement
                .noise()
                .map(Noise::gapMax)
                .filter(gap -> gap > rules.gapMax())
                .map(gap -> Message.of(
                        "evidence.gap-too-large",
                        "gap",
                        new Quantity(gap, Unit.NANOSECONDS),
                        "tolerated",
                        new Quantity(rules.gapMax(), Unit.NANOSECONDS)));
    }

    /** A value without a stated number of samples is one reading. */
    private static long samples(Measurement measurement) {
        Map<String, Long> stated = measurement.details();
        Long samples = stated.getOrDefault("samples", stated.get(WIRE_SAMPLES));
        return samples != null
                ? samples
                : measurement.histogram().map(Histogram::count).orElse(1L);
    }

    boolean isEmpty() {
        return rounds.isEmpty() && retests.isEmpty();
    }

    /** Return everything that counts, in order of the attempts. */
    List<Measurement> usable() {
        return Stream.concat(rounds.stream(), retests.stream()).toList();
    }

    /** Return why nothing counts: the last doubt, which is the one after every retest. */
    Message whyNone() {
        return doubts.isEmpty() ? Message.of("evidence.none") : doubts.get(doubts.size() - 1);
    }

    /** Return why nothing is proven: nothing counts, or less than half of the rounds, and then nobody knows what happened in the others. */
    Optional<Message> whyNotProven() {
        if (isEmpty()) {
            return Optional.of(whyNone());
        }
        int counted = rounds.size() + retests.size();
        return 2 * counted >= made
                ? Optional.empty()
                : Optional.of(Message.of("evidence.too-few-rounds", "counted", (long) counted, "rounds", (long) made));
    }

    /** Return how many rounds of the first attempt do not count. */
    int lost() {
        return made - rounds.size();
    }

    /** Return the same attempts with other values, for example those at one size. */
    Attempts with(UnaryOperator<Measurement> other) {
        return new Attempts(
                rounds.stream().map(other).toList(), retests.stream().map(other).toList(), doubts, made, unconfirmed);
    }

    /** Return why nobody can tell whether the host stood still meanwhile: perftest does not look at its clock. */
    Optional<Message> unobserved() {
        Measurement judged = judged();
        String tool = judged.conditions().get(PerftestProbe.TOOL);
        return tool.isEmpty() || judged.noise().isPresent()
                ? Optional.empty()
                : Optional.of(Message.of("watch.clock-not-observed", "tool", tool));
    }

    Conditions conditions() {
        return judged().conditions();
    }

    /** Return the measurement of the median round, of an even number the worse of the middle two; the first retest where no round counts. */
    Measurement judged() {
        if (rounds.isEmpty()) {
            return retests.get(0);
        }
        List<Measurement> ascending = rounds.stream()
                .sorted(Comparator.comparingLong(Attempts::value))
                .toList();
        boolean lowest = rounds.get(0).metric().better() == Direction.HIGHER_IS_BETTER;
        return ascending.get(lowest ? (ascending.size() - 1) / 2 : ascending.size() / 2);
    }

    private static long value(Measurement measurement) {
        return measurement.value().orElseThrow();
    }

    long first() {
        return value(judged());
    }

    /** Return the best of what stands by itself: the median of the rounds, and each retest. A good round among bad ones is none of it. */
    long best(Direction better) {
        return retests.stream().mapToLong(Attempts::value).reduce(first(), better::better);
    }

    /** Return how many values stand by themselves: the median of the rounds is one, each retest another. */
    int standing() {
        return retests.size() + (rounds.isEmpty() ? 0 : 1);
    }

    /** Return the values of rounds that are worse than an edge, the worst one first. */
    List<Long> beyond(long edge, Direction better) {
        return rounds.stream()
                .map(Attempts::value)
                .filter(value -> better.isWorse(value, edge))
                .sorted((one, other) -> better.isWorse(one, other) ? -1 : one.equals(other) ? 0 : 1)
                .toList();
    }

    Standing against(long edge, Direction better) {
        if (!better.isWorse(first(), edge)) {
            return Standing.KEPT;
        }
        if (!better.isWorse(best(better), edge)) {
            return Standing.KEPT_ON_RETEST;
        }
        return unconfirmed ? Standing.UNCONFIRMED : Standing.BROKEN;
    }
}
