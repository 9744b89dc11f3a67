package io.seatrial.criteria;

import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.stability.SteadyRule;
import io.seatrial.measurement.Metric;
import io.seatrial.probe.VerbsSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Everything that criteria.yaml says about one ask.
 *
 * @param id id of the ask
 * @param metric what is judged
 * @param probe how it is measured
 * @param samples when a measurement counts
 * @param limits declared limits; the first row that holds is the one
 * @param outlier the outlier rule of the class, where it is asked
 * @param drift the comparison with the baseline, where it is asked
 * @param profiles in which profiles each question is asked
 * @param notAsked why a question is not asked, where the file says it
 * @param terms what only an ask of its kind has
 */
public record Ask(
        String id,
        Metric metric,
        ProbeSettings probe,
        SampleRules samples,
        List<Limit> limits,
        Optional<OutlierRule> outlier,
        Optional<DriftRule> drift,
        Map<Question, Set<Profile>> profiles,
        Map<Question, String> notAsked,
        Terms terms) {
    public Ask {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(probe, "probe");
        Objects.requireNonNull(samples, "samples");
        limits = List.copyOf(limits);
        profiles = copy(profiles);
        notAsked = copy(notAsked);
        Objects.requireNonNull(terms, "terms");
    }

    /** Make an ask of numbers, with nothing beside them. */
    public Ask(
            String id,
            Metric metric,
            ProbeSettings probe,
            SampleRules samples,
            List<Limit> limits,
            Optional<OutlierRule> outlier,
            Optional<DriftRule> drift,
            Map<Question, Set<Profile>> profiles,
            Map<Question, String> notAsked) {
        this(id, metric, probe, samples, limits, outlier, drift, profiles, notAsked, new Terms.Plain());
    }

    /** Return the same with terms of its kind. */
    Ask with(Terms ofKind) {
        return new Ask(id, metric, probe, samples, limits, outlier, drift, profiles, notAsked, ofKind);
    }

    /** Return what a setting is meant to be, where that is asked. */
    Optional<Expectation> expectation() {
        return terms(Expectation.class);
    }

    /** Return over which windows and links counters are judged, where it counts. */
    public Optional<CounterTerms> counters() {
        return terms(CounterTerms.class);
    }

    /** Return how a collective is run, where it is one, whether its load lasts or not. */
    public Optional<CollectiveTerms> collective() {
        return terms(CollectiveTerms.class).or(() -> terms(Terms.Lasting.class).flatMap(Terms.Lasting::collective));
    }

    /** Return how steady it has to stay, where its load lasts. */
    public Optional<SteadyRule> steady() {
        return terms(Terms.Lasting.class).map(Terms.Lasting::rule);
    }

    private <T extends Terms> Optional<T> terms(Class<T> kind) {
        return Optional.of(terms).filter(kind::isInstance).map(kind::cast);
    }

    private static <V> Map<Question, V> copy(Map<Question, V> map) {
        Map<Question, V> copy = new EnumMap<>(Question.class);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }

    boolean asks(Question question, Profile profile) {
        return profiles.getOrDefault(question, Set.of()).contains(profile);
    }

    /**
     * How the probe is to measure; what is empty is left to the probe.
     *
     * @param size message size, bytes
     * @param count number of round trips
     * @param duration length of the measurement, ns
     * @param streams parallel streams
     * @param warmup round trips before the first that counts
     * @param statistic which statistic is judged: {@code p50}, {@code min} or {@code value}
     * @param verbs how queue pairs are made and used
     * @param tool what measures: {@code seatrial} or {@code perftest}
     */
    public record ProbeSettings(
            OptionalLong size,
            OptionalLong count,
            OptionalLong duration,
            OptionalLong streams,
            OptionalLong warmup,
            String statistic,
            VerbsSettings verbs,
            String tool) {
        /** The tool where nothing is said. */
        public static final String OWN_TOOL = "seatrial";

        /** Of an ask for which nothing is probed: it reads, or counts. */
        static final ProbeSettings NONE = new ProbeSettings(
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                "value");

        private static final long SOCKETS_COUNT = 1_000;
        /** Domain notes, RDMA latency: 10,000 at least, so that p999 has 10 samples beyond it. */
        private static final long RDMA_COUNT = 10_000;

        /** Return how many messages a latency takes where nothing is said. */
        public static long defaultCount(boolean rdma) {
            return rdma ? RDMA_COUNT : SOCKETS_COUNT;
        }

        /** Tell whether perftest measures, which sees nothing of the host that it runs on. */
        boolean isByPerftest() {
            return !tool.equals(OWN_TOOL);
        }

        /** Make the settings of a probe that uses no verbs. */
        public ProbeSettings(
                OptionalLong size,
                OptionalLong count,
                OptionalLong duration,
                OptionalLong streams,
                OptionalLong warmup,
                String statistic) {
            this(size, count, duration, streams, warmup, statistic, VerbsSettings.DEFAULT, OWN_TOOL);
        }
    }

    /**
     * When a measurement counts as evidence.
     *
     * @param minimum fewest samples behind a value
     * @param gapMax largest tolerated gap of the measuring host's clock, ns: beyond it the host, not the fabric, was measured
     * @param retests how often a value on the worse side is measured again before it counts
     * @param repeats how often every round is run, whatever it shows
     */
    public record SampleRules(long minimum, long gapMax, int retests, Repeats repeats) {
        public SampleRules {
            Objects.requireNonNull(repeats, "repeats");
            if (minimum < 1 || gapMax < 1 || retests < 0) {
                throw new IllegalArgumentException(
                        "sample rules: expected minimum-samples >= 1, gap-max > 0 and retests" + " >= 0, got " + minimum
                                + ", " + gapMax + " ns, " + retests);
            }
        }

        /** Make rules of what is measured once. */
        public SampleRules(long minimum, long gapMax, int retests) {
            this(minimum, gapMax, retests, Repeats.ONCE);
        }
    }

    /**
     * When a flow stands apart from its class: beyond median plus the larger of floor and sigmas (domain notes, RDMA latency).
     *
     * @param floor least distance in the unit of the metric; empty = {@code floorPpm} of the median
     * @param floorPpm least distance as a share of the median, used where {@code floor} is empty
     * @param sigmas distance in standard deviations estimated from the MAD
     * @param members fewest flows that make a class
     */
    public record OutlierRule(OptionalLong floor, long floorPpm, int sigmas, int members) {
        public OutlierRule {
            if (sigmas < 1 || members < 3 || floorPpm < 0 || floor.orElse(floorPpm) < 1) {
                throw new IllegalArgumentException(
                        "outlier rule: expected floor > 0, mad-sigmas >= 1 and minimum-members >= 3");
            }
        }
    }

    /**
     * How much worse than the baseline a value may be.
     *
     * @param ofFlow tolerance against the flow's own reference
     * @param ofClass tolerance against the median of its class, for flows without a reference of their own
     * @param maxAge older baselines prove nothing
     * @param byDefault whether the tolerance is the product's and nobody declared it for this cluster
     */
    public record DriftRule(Tolerance ofFlow, Tolerance ofClass, Duration maxAge, boolean byDefault) {
        /** Make a rule that somebody declared. */
        public DriftRule(Tolerance ofFlow, Tolerance ofClass, Duration maxAge) {
            this(ofFlow, ofClass, maxAge, false);
        }

        public DriftRule {
            Objects.requireNonNull(ofFlow, "ofFlow");
            Objects.requireNonNull(ofClass, "ofClass");
            Objects.requireNonNull(maxAge, "maxAge");
        }
    }
}
