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

/**
 * The measurements of one subject, parted into those that count and the reasons why others do not.
 *
 * @param usable what counts, in order of the attempts
 * @param doubts why the others do not count, in order
 * @param unconfirmed whether a retest was made after the only usable one and does not count
 */
record Attempts(List<Measurement> usable, List<Message> doubts, boolean unconfirmed) {
    /** The probe's name of the number of samples of a latency. */
    private static final String WIRE_SAMPLES = "n";

    /** How attempts stand against an edge. */
    enum Standing {
        /** The first measurement keeps it. */
        KEPT,
        /** Only a retest keeps it. */
        KEPT_ON_RETEST,
        /** The only one that counts is worse, and the retest that was to confirm it does not count. */
        UNCONFIRMED,
        /** The first measurement and every retest are worse. */
        BROKEN
    }

    static Attempts of(List<Measurement> measurements, SampleRules rules) {
        List<Measurement> usable = new ArrayList<>();
        List<Message> doubts = new ArrayList<>();
        int doubtsBefore = 0;
        for (Measurement measurement : ofThePairItself(measurements)) {
            Optional<Message> doubt = doubt(measurement, rules);
            doubt.ifPresentOrElse(doubts::add, () -> usable.add(measurement));
            if (usable.isEmpty()) {
                doubtsBefore = doubts.size();
            }
        }
        return new Attempts(
                List.copyOf(usable), List.copyOf(doubts), usable.size() == 1 && doubts.size() > doubtsBefore);
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
        return usable.isEmpty();
    }

    /** Return why nothing counts: the last doubt, which is the one after every retest. */
    Message whyNone() {
        return doubts.isEmpty() ? Message.of("evidence.none") : doubts.get(doubts.size() - 1);
    }

    /** Return why nobody can tell whether the host stood still meanwhile: perftest does not look at its clock. */
    Optional<Message> unobserved() {
        Measurement judged = usable.get(0);
        String tool = judged.conditions().get(PerftestProbe.TOOL);
        return tool.isEmpty() || judged.noise().isPresent()
                ? Optional.empty()
                : Optional.of(Message.of("watch.clock-not-observed", "tool", tool));
    }

    Conditions conditions() {
        return usable.get(0).conditions();
    }

    long first() {
        return usable.get(0).value().getAsLong();
    }

    long best(Direction better) {
        return usable.stream()
                .mapToLong(m -> m.value().getAsLong())
                .reduce(better::better)
                .orElseThrow();
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
