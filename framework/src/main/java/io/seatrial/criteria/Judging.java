package io.seatrial.criteria;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What every criterion does alike: one verdict for each subject that was asked for, not proven where nothing counts. */
final class Judging {
    private Judging() {}

    /**
     * Judge each subject.
     *
     * @param rule the verdict on a subject of which enough counts
     */
    static SortedMap<SubjectId, Verdict> each(
            Survey survey,
            String ask,
            Metric metric,
            SampleRules rules,
            BiFunction<SubjectId, Attempts, Verdict> rule) {
        return each(survey, ask, metric, rules, Attempts::whyNotProven, rule);
    }

    /**
     * Judge each subject by all of its rounds, of which each stands for itself.
     *
     * @param rule the verdict on a subject with at least one round that counts
     */
    static SortedMap<SubjectId, Verdict> byRounds(
            Survey survey,
            String ask,
            Metric metric,
            SampleRules rules,
            BiFunction<SubjectId, Attempts, Verdict> rule) {
        return each(
                survey,
                ask,
                metric,
                rules,
                attempts -> attempts.isEmpty() ? Optional.of(attempts.whyNone()) : Optional.empty(),
                rule);
    }

    private static SortedMap<SubjectId, Verdict> each(
            Survey survey,
            String ask,
            Metric metric,
            SampleRules rules,
            Function<Attempts, Optional<Message>> doubt,
            BiFunction<SubjectId, Attempts, Verdict> rule) {
        if (!survey.ask().equals(ask)) {
            throw new IllegalArgumentException("criterion of " + ask + ": cannot judge a survey of " + survey.ask());
        }
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        survey.subjects().forEach((subject, measurements) -> {
            Attempts attempts = Attempts.of(measurements, rules);
            verdicts.put(
                    subject,
                    doubt.apply(attempts)
                            .map(why -> Ruling.notProven(subject, why))
                            .orElseGet(() -> sameMetric(survey, metric, subject, attempts, rule)));
        });
        return verdicts;
    }

    private static Verdict sameMetric(
            Survey survey,
            Metric metric,
            SubjectId subject,
            Attempts attempts,
            BiFunction<SubjectId, Attempts, Verdict> rule) {
        if (survey.metric().equals(metric)) {
            return rule.apply(subject, attempts);
        }
        return Ruling.notProven(
                subject,
                Message.of("evidence.other-metric", "seen", survey.metric().id(), "expected", metric.id()));
    }
}
