package io.seatrial.criteria;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.criteria.stability.Drift;
import io.seatrial.criteria.stability.DriftJudge;
import io.seatrial.criteria.stability.SteadyRule;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Does a subject stay as it is, round by round, under a load that lasts? Every measurement is a round of its own: none is a retest of another.
 *
 * @param ask id of the ask
 * @param metric what is judged
 * @param rule tolerances and fewest rounds
 * @param samples when a round counts
 */
public record StaysSteady(String ask, Metric metric, SteadyRule rule, SampleRules samples) implements Criterion {
    /** The detail of a round that stands for several: the worst value of them. */
    public static final String WORST = "worst";
    /** The detail of a round that stands for several: how many of them gave no value. */
    public static final String LOST = "lost";

    /** With more rounds lost than one in so many, what happened in them is not known. */
    private static final int LOST_ONE_IN = 20;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    public StaysSteady {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(samples, "samples");
    }

    @Override
    public String id() {
        return ask + "." + Question.DRIFT.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        SortedMap<SubjectId, Verdict> verdicts =
                new TreeMap<>(Judging.byRounds(survey, ask, metric, samples, this::rule));
        survey.subjects()
                .forEach((subject, all) -> CollectiveCurve.wrong(all)
                        .ifPresent(finding -> verdicts.put(subject, CollectiveCurve.fail(subject, finding))));
        return verdicts;
    }

    private Verdict rule(SubjectId subject, Attempts attempts) {
        List<Measurement> rounds = attempts.usable();
        int counted = rounds.size() + attempts.doubts().size();
        if (rounds.size() < rule.rounds()) {
            return Ruling.notProven(
                    subject,
                    Message.of(
                            "drift.too-few-rounds",
                            "rounds",
                            (long) rounds.size(),
                            "of",
                            (long) counted,
                            "needed",
                            (long) rule.rounds()));
        }
        DriftJudge judge = judge(rounds);
        Optional<Drift> drift = judge.find();
        if (drift.isPresent()) {
            return fail(subject, rounds, drift.get());
        }
        long lost = attempts.doubts().size();
        return lost * LOST_ONE_IN > counted
                ? Ruling.notProven(subject, Message.of("drift.lost-rounds", "lost", lost, "of", (long) counted))
                : pass(subject, rounds, judge, lost);
    }

    private DriftJudge judge(List<Measurement> rounds) {
        long[] values =
                rounds.stream().mapToLong(round -> round.value().orElseThrow()).toArray();
        long[] worst = rounds.stream()
                .mapToLong(round ->
                        round.details().getOrDefault(WORST, round.value().orElseThrow()))
                .toArray();
        return new DriftJudge(values, worst, metric.better(), rule);
    }

    private Verdict fail(SubjectId subject, List<Measurement> rounds, Drift drift) {
        String key = switch (drift.kind()) {
            case STEP -> "drift.step";
            case SLOPE -> "drift.slope";
            case STRETCH -> "drift.stretch";
            case DIPS -> "drift.dips";
        };
        boolean single = drift.kind() == Drift.Kind.STRETCH || drift.kind() == Drift.Kind.DIPS;
        Message message = Message.of(
                key,
                "subject",
                subject.name(),
                "before",
                amount(drift.before()),
                "after",
                amount(drift.after()),
                "onset",
                time(rounds.get(drift.from()).provenance().start()),
                "until",
                time(rounds.get(drift.to()).provenance().end()),
                "worse",
                (long) drift.rounds(),
                "rounds",
                (long) rounds.size(),
                "tolerance",
                share(single ? rule.dip() : rule.tolerance()));
        long edge = edge(drift.before(), single ? rule.dip() : rule.tolerance());
        return new Verdict.Fail(message, evidence(drift.after(), edge, drift.before()));
    }

    private Verdict pass(SubjectId subject, List<Measurement> rounds, DriftJudge judge, long lost) {
        Message message = Message.of(
                "drift.pass",
                "subject",
                subject.name(),
                "before",
                amount(judge.begin()),
                "after",
                amount(judge.end()),
                "rounds",
                (long) rounds.size(),
                "onset",
                time(rounds.get(0).provenance().start()),
                "until",
                time(rounds.get(rounds.size() - 1).provenance().end()),
                "tolerance",
                share(rule.tolerance()));
        long edge = edge(judge.begin(), rule.tolerance());
        return new Verdict.Pass(
                message, evidence(judge.end(), edge, judge.begin()), watch(rounds, judge, lost + lostWithin(rounds)));
    }

    private static long lostWithin(List<Measurement> rounds) {
        return rounds.stream()
                .mapToLong(round -> round.details().getOrDefault(LOST, 0L))
                .sum();
    }

    private Optional<Message> watch(List<Measurement> rounds, DriftJudge judge, long lost) {
        if (lost > 0) {
            return Optional.of(Message.of("watch.drift-lost", "lost", lost));
        }
        List<Integer> far = judge.farOff();
        if (!far.isEmpty()) {
            return Optional.of(Message.of(
                    "watch.drift-dip",
                    "dips",
                    (long) far.size(),
                    "onset",
                    time(rounds.get(far.get(0)).provenance().start()),
                    "tolerance",
                    share(rule.dip())));
        }
        return judge.thirdsDiffer() ? Optional.of(Message.of("watch.drift-thirds")) : Optional.empty();
    }

    private long edge(long before, long ppm) {
        long room = Math.round(before * (ppm / 1e6));
        return metric.better() == Direction.HIGHER_IS_BETTER ? before - room : before + room;
    }

    private Optional<Evidence> evidence(long seen, long edge, long before) {
        return Optional.of(
                new Evidence(amount(seen), Optional.of(amount(edge)), Optional.of(amount(before)), metric.better()));
    }

    private Quantity amount(long value) {
        return new Quantity(value, metric.unit());
    }

    private static Quantity share(long ppm) {
        return new Quantity(ppm, Unit.PARTS_PER_MILLION);
    }

    private static String time(Instant at) {
        return TIME.format(at);
    }
}
