package io.seatrial.criteria;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/** Surveys as tests need them: which values each flow showed, in order of its attempts. */
public final class Samples {
    public static final Metric LATENCY = new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    public static final Metric GOODPUT =
            new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    public static final SampleRules RULES = new SampleRules(100, 10_000_000, 1);
    public static final Instant NOON = Instant.parse("2026-02-01T12:00:00Z");
    public static final Message TIMED_OUT = Message.of("probe.timed-out", "after", 30L);
    public static final SubjectId FLOW = SmallFabric.within(1, 2, 0).subject();

    private final String ask;
    private Metric metric;
    private final TreeSet<SubjectId> asked = new TreeSet<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private Conditions conditions = new Conditions(Map.of("path-class", "within-leaf", "fabric", "tcp", "size", "64"));
    private final Map<String, Long> details = new TreeMap<>();
    private String with = "";
    private long samples = 1000;
    private long gap = 1000;

    private Samples(String ask, Metric metric) {
        this.ask = ask;
        this.metric = metric;
    }

    public static Samples latency() {
        return new Samples("latency.within-rail", LATENCY);
    }

    public static Samples goodput() {
        return new Samples("bandwidth.alone", GOODPUT);
    }

    public static Samples of(String ask) {
        return new Samples(ask, KnownAsk.of(ask).statistics().get(0).metric());
    }

    /** A further number beside every value from here on. */
    public Samples with(String name, long number) {
        details.put(name, number);
        return this;
    }

    public Samples of(Metric other) {
        metric = other;
        return this;
    }

    public Samples under(Conditions other) {
        conditions = other;
        return this;
    }

    public Samples count(long number) {
        samples = number;
        return this;
    }

    public Samples gap(long nanos) {
        gap = nanos;
        return this;
    }

    public Samples partner(String other) {
        with = other;
        return this;
    }

    public Samples asked(SubjectId subject) {
        asked.add(subject);
        return this;
    }

    public Samples saw(SubjectId subject, long... values) {
        asked(subject);
        for (long value : values) {
            measurements.add(new Measurement(
                    metric,
                    subject,
                    OptionalLong.of(value),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(new Noise(gap, 0, 0)),
                    detailed(),
                    conditions,
                    next(subject)));
        }
        return this;
    }

    /** One value for each round of the first attempt. */
    public Samples rounds(SubjectId subject, long... values) {
        asked(subject);
        for (long value : values) {
            measurements.add(new Measurement(
                    metric,
                    subject,
                    OptionalLong.of(value),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(new Noise(gap, 0, 0)),
                    detailed(),
                    conditions,
                    nextRound(subject)));
        }
        return this;
    }

    /** A round of the first attempt without a value. */
    public Samples lostRound(SubjectId subject) {
        asked(subject);
        measurements.add(Measurement.absent(metric, subject, TIMED_OUT, conditions, nextRound(subject)));
        return this;
    }

    /** A value of a retest. */
    public Samples retest(SubjectId subject, long value) {
        Provenance again = new Provenance(0, 1, NOON, NOON.plusSeconds(1), "probe-1", with);
        measurements.add(new Measurement(
                metric,
                subject,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new Noise(gap, 0, 0)),
                detailed(),
                conditions,
                again));
        return this;
    }

    private Provenance nextRound(SubjectId subject) {
        int round = (int)
                measurements.stream().filter(m -> m.subject().equals(subject)).count();
        return new Provenance(round, 0, NOON, NOON.plusSeconds(1), "probe-1", with);
    }

    private Map<String, Long> detailed() {
        Map<String, Long> all = new TreeMap<>(details);
        all.put("samples", samples);
        return all;
    }

    public Samples lost(SubjectId subject) {
        asked(subject);
        measurements.add(Measurement.absent(metric, subject, TIMED_OUT, conditions, next(subject)));
        return this;
    }

    private Provenance next(SubjectId subject) {
        int attempt = (int)
                measurements.stream().filter(m -> m.subject().equals(subject)).count();
        return new Provenance(0, attempt, NOON, NOON.plusSeconds(1), "probe-1", with);
    }

    public Survey survey() {
        return Survey.of(ask, metric, asked, measurements);
    }

    public Verdict verdict(Criterion criterion) {
        return criterion.judge(survey()).get(FLOW);
    }

    static Limit limit(String fail) {
        return limit(fail, Optional.empty());
    }

    static Limit limit(String fail, Optional<String> warn) {
        return new Limit(
                new Limit.Scope(
                        Optional.empty(), OptionalLong.empty(), Optional.empty(), java.util.Set.of(Profile.values())),
                bound(fail),
                warn.map(Samples::bound),
                "OCI",
                EvidenceGrade.A,
                Optional.of(new Approval("Ada", java.time.LocalDate.of(2026, 1, 15))));
    }

    static Bound bound(String text) {
        return new Bound(Amount.parse(text), text);
    }

    static RatedSpeeds speeds() {
        return RatedSpeeds.of(SmallFabric.cluster());
    }
}
