package io.seatrial.criteria;

import static io.seatrial.criteria.Samples.GOODPUT;
import static io.seatrial.criteria.Samples.LATENCY;
import static io.seatrial.criteria.Samples.NOON;

import io.seatrial.baseline.Acceptance;
import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.Proposal;
import io.seatrial.baseline.SourceRun;
import io.seatrial.baseline.Tolerance;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.RoundValues;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/** Runs of one class of 24 flows that differ by a known noise: what baselines are learned from, and what is held against them. */
final class Nights {
    static final List<SubjectId> FLOWS =
            SmallFabric.withinRail().stream().map(flow -> flow.subject()).toList();
    static final SubjectId ONE = FLOWS.get(0);
    static final Conditions CONDITIONS = new Conditions(Map.of("path-class", "within-leaf", "fabric", "tcp"));
    private static final double NORMAL = 100_000;

    private final String ask;
    private final Metric metric;
    private final double noise;
    private final int rounds;
    private Conditions conditions = CONDITIONS;
    private Instant begin = NOON;

    private Nights(String ask, Metric metric, double noise, int rounds) {
        this.ask = ask;
        this.metric = metric;
        this.noise = noise;
        this.rounds = rounds;
    }

    /** Latencies around 100 us, each flow with a level of its own. */
    static Nights latency(double noise, int rounds) {
        return new Nights("latency.within-rail", LATENCY, noise, rounds);
    }

    static Nights goodput(double noise) {
        return new Nights("bandwidth.alone", GOODPUT, noise, 1);
    }

    Nights under(Conditions other) {
        conditions = other;
        return this;
    }

    Nights from(Instant first) {
        begin = first;
        return this;
    }

    /** A night in which nothing is wrong. */
    Survey healthy(long seed) {
        return night(seed, flow -> 1);
    }

    /** A night in which each flow is so many times its normal value. */
    Survey night(long seed, ToDoubleFunction<SubjectId> times) {
        return night(seed, times, Map.of());
    }

    /** @param retests what retests of a flow saw, in order; below 0 where the retest was lost */
    Survey night(long seed, ToDoubleFunction<SubjectId> times, Map<SubjectId, long[]> retests) {
        Random random = new Random(seed);
        List<Measurement> all = new ArrayList<>();
        for (int i = 0; i < FLOWS.size(); i++) {
            SubjectId flow = FLOWS.get(i);
            double level = NORMAL * (1 + i / 100.0) * times.applyAsDouble(flow) * (1 + noise * random.nextGaussian());
            for (int round = 0; round < rounds; round++) {
                all.add(measured(flow, Math.round(level * (1 + noise / 2 * random.nextGaussian())), 0, round));
            }
            long[] again = retests.getOrDefault(flow, new long[0]);
            for (int attempt = 1; attempt <= again.length; attempt++) {
                all.add(measured(flow, again[attempt - 1], attempt, 0));
            }
        }
        return Survey.of(ask, metric, new TreeSet<>(FLOWS), all);
    }

    Measurement measured(SubjectId flow, long value, int attempt, int round) {
        Provenance provenance = new Provenance(round, attempt, begin, begin.plusSeconds(1), "probe-1", "");
        return value < 0
                ? Measurement.absent(metric, flow, Samples.TIMED_OUT, conditions, provenance)
                : new Measurement(
                        metric,
                        flow,
                        OptionalLong.of(value),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new Noise(1000, 0, 0)),
                        new HashMap<>(Map.of("samples", 1000L)),
                        conditions,
                        provenance);
    }

    /** Learn from so many healthy nights, one a day, the first one at noon. */
    Baseline baseline(int nights) {
        return baseline(
                LongStream.range(0, nights).mapToObj(this::healthy).toList(), conditions.get(Conditions.FABRIC));
    }

    Baseline baseline(List<Survey> nights, String fabric) {
        List<SourceRun> runs = new ArrayList<>();
        for (Survey night : nights) {
            Instant at = begin.plus(Duration.ofDays(runs.size()));
            runs.add(new SourceRun("run-" + runs.size(), at, true, fabric, RoundValues.of(List.of(night))));
        }
        Proposal proposal = Proposal.from(
                new Proposal.Terms(SmallFabric.cluster().name(), "0123abcd", a -> Tolerance.UNLIMITED, Set.of()), runs);
        Acceptance accepted = new Acceptance("Ada", begin, "a test");
        return runs.size() == 1 ? proposal.acceptSingle(accepted) : proposal.accept(accepted);
    }
}
