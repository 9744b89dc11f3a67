package io.seatrial.criteria;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.criteria.collectives.CurveFinding;
import io.seatrial.criteria.collectives.CurveFinding.Weight;
import io.seatrial.criteria.collectives.CurveJudge;
import io.seatrial.criteria.collectives.CurveRule;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Has a collective the shape over its sizes that a sound fabric gives? A wrong result in any attempt fails, also in one that does not count
 * otherwise; every other finding has to be confirmed by the retests.
 *
 * @param ask id of the ask
 * @param metric bus bandwidth, B/s
 * @param rule what is asked of the curve
 * @param samples when a measurement counts
 */
public record CollectiveCurve(String ask, Metric metric, CurveRule rule, SampleRules samples) implements Criterion {
    /** Wrong results are looked for whatever else is asked. */
    private static final CurveRule ANY = new CurveRule(
            CurveRule.DIP,
            CurveRule.PLATEAU,
            CurveRule.SMALL_SIZE,
            OptionalLong.empty(),
            OptionalLong.empty(),
            CurveRule.ITERATIONS);

    public CollectiveCurve {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(samples, "samples");
    }

    @Override
    public String id() {
        return ask + "." + Question.CURVE.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>(Judging.each(survey, ask, metric, samples, this::rule));
        survey.subjects()
                .forEach((subject, all) ->
                        wrong(all).ifPresent(finding -> verdicts.put(subject, fail(subject, finding))));
        return verdicts;
    }

    /** Find a wrong result in any of the measurements, whether they count or not. */
    static Optional<CurveFinding> wrong(List<Measurement> measurements) {
        return measurements.stream()
                .flatMap(measurement -> measurement.curve().stream())
                .flatMap(curve -> new CurveJudge(curve, ANY).wrong().stream())
                .findFirst();
    }

    static Verdict fail(SubjectId subject, CurveFinding finding) {
        return new Verdict.Fail(about(subject, finding.message()), finding.evidence());
    }

    private Verdict rule(SubjectId subject, Attempts attempts) {
        List<Optional<CurveFinding>> heaviest = new ArrayList<>();
        for (Measurement measurement : attempts.usable()) {
            if (measurement.curve().isEmpty()) {
                return Ruling.notProven(subject, Message.of("curve.none"));
            }
            heaviest.add(new CurveJudge(measurement.curve().get(), rule)
                    .findings().stream().findFirst());
        }
        int rounds = Math.max(1, attempts.rounds().size());
        Optional<CurveFinding> first = median(heaviest.subList(0, rounds));
        List<Optional<CurveFinding>> standing = new ArrayList<>(heaviest.subList(rounds, heaviest.size()));
        int sound = heaviest.lastIndexOf(Optional.<CurveFinding>empty());
        if (first.isEmpty()) {
            boolean all = heaviest.subList(0, rounds).stream().allMatch(Optional::isEmpty);
            return pass(
                    subject,
                    attempts.usable().get(heaviest.indexOf(Optional.<CurveFinding>empty())),
                    all ? Optional.empty() : Optional.of(about(subject, Message.of("watch.curve-of-some-rounds"))));
        }
        if (sound >= rounds) {
            Message retested = about(subject, Message.of("watch.curve-on-retest"));
            return pass(subject, attempts.usable().get(sound), Optional.of(retested));
        }
        standing.add(0, first);
        return unsound(subject, attempts, standing);
    }

    /** Return the finding of the median round; nothing is lighter than anything, and of the middle two the heavier one counts. */
    private static Optional<CurveFinding> median(List<Optional<CurveFinding>> rounds) {
        return rounds.stream()
                .sorted(Comparator.comparingInt(
                        finding -> finding.map(one -> one.weight().ordinal()).orElse(Integer.MAX_VALUE)))
                .toList()
                .get((rounds.size() - 1) / 2);
    }

    /** The lightest of the attempts counts: what a retest does not confirm accuses nobody. */
    private static Verdict unsound(SubjectId subject, Attempts attempts, List<Optional<CurveFinding>> heaviest) {
        CurveFinding lightest = heaviest.stream()
                .flatMap(Optional::stream)
                .reduce((one, other) -> other.weight().compareTo(one.weight()) > 0 ? other : one)
                .orElseThrow();
        if (lightest.weight() == Weight.UNKNOWN) {
            return Ruling.notProven(subject, lightest.message());
        }
        return attempts.unconfirmed() ? Ruling.notProven(subject, attempts.whyNone()) : fail(subject, lightest);
    }

    private Verdict pass(SubjectId subject, Measurement measurement, Optional<Message> watch) {
        SizeCurve curve = measurement.curve().orElseThrow();
        Quantity seen = new Quantity(measurement.value().orElseThrow(), metric.unit());
        Message message = Message.of(
                "curve.pass",
                "subject",
                subject.name(),
                "points",
                (long) curve.points().size(),
                "dip",
                new Quantity(rule.dip(), Unit.PARTS_PER_MILLION),
                "seen",
                seen);
        return new Verdict.Pass(
                message, Optional.of(new Evidence(seen, Optional.empty(), Optional.empty(), metric.better())), watch);
    }

    private static Message about(SubjectId subject, Message message) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("subject", subject.name());
        values.putAll(message.values());
        return new Message(message.key(), values);
    }
}
