package io.seatrial.criteria;

import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.Reference;
import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.Ask.DriftRule;
import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Is it as good as in the accepted runs? A flow is held against its own reference, and where it has none (a new host) against the median
 * of its class. Only the worse side counts. A baseline that is missing, too old or of other conditions proves nothing.
 *
 * @param ask id of the ask
 * @param metric what is judged
 * @param baseline the accepted references; empty where there are none
 * @param rule tolerances and largest age
 * @param samples when a measurement counts
 */
public record KeepsBaseline(String ask, Metric metric, Optional<Baseline> baseline, DriftRule rule, SampleRules samples)
        implements Criterion {
    public KeepsBaseline {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(baseline, "baseline");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(samples, "samples");
    }

    @Override
    public String id() {
        return ask + "." + Question.BASELINE.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        return Judging.each(survey, ask, metric, samples, this::rule);
    }

    private Verdict rule(SubjectId subject, Attempts attempts) {
        if (baseline.isEmpty()) {
            return Ruling.notProven(subject, Message.of("baseline.missing", "ask", ask, "metric", metric.id()));
        }
        return stale(baseline.get(), attempts)
                .map(cause -> Ruling.notProven(subject, cause))
                .orElseGet(() -> found(subject, attempts, baseline.get()));
    }

    /** The age counts up to the measurement, so that judging an archived run again gives the same verdict. */
    private Optional<Message> stale(Baseline accepted, Attempts attempts) {
        Instant acceptedAt = accepted.origin().acceptedAt();
        Duration age =
                Duration.between(acceptedAt, attempts.judged().provenance().end());
        if (age.compareTo(rule.maxAge()) <= 0) {
            return Optional.empty();
        }
        return Optional.of(Message.of(
                "baseline.stale",
                "accepted",
                acceptedAt.toString(),
                "age-days",
                age.toDays(),
                "max-days",
                rule.maxAge().toDays()));
    }

    private Verdict found(SubjectId subject, Attempts attempts, Baseline accepted) {
        Baseline.Lookup lookup = accepted.find(ask, metric, attempts.conditions());
        if (lookup instanceof Baseline.Lookup.Missing missing) {
            return Ruling.notProven(subject, missing.cause());
        }
        Reference reference = ((Baseline.Lookup.Found) lookup).reference();
        return reference
                .of(subject)
                .map(own -> against(subject, attempts, own, accepted))
                .orElseGet(() -> againstClass(subject, attempts, reference));
    }

    private Verdict against(SubjectId subject, Attempts attempts, Reference.OfFlow own, Baseline accepted) {
        Map<String, Object> values = told(own.median(), rule.ofFlow());
        values.put("runs", (long) own.n());
        values.put("spread", new Quantity(own.spread(), metric.unit()));
        values.put("accepted", accepted.origin().acceptedAt().toString());
        return ruling("baseline", subject, attempts, own.median(), rule.ofFlow(), Optional.empty(), values);
    }

    private Verdict againstClass(SubjectId subject, Attempts attempts, Reference reference) {
        long median = reference.overFlows().median();
        Map<String, Object> values = told(median, rule.ofClass());
        values.put("members", (long) reference.overFlows().n());
        Optional<Message> remark = Optional.of(Message.of("watch.no-own-reference", "subject", subject.name()));
        return ruling("baseline.class", subject, attempts, median, rule.ofClass(), remark, values);
    }

    private Verdict ruling(
            String prefix,
            SubjectId subject,
            Attempts attempts,
            long reference,
            Tolerance tolerance,
            Optional<Message> remark,
            Map<String, Object> values) {
        return new Ruling(
                        prefix,
                        subject,
                        metric,
                        attempts,
                        tolerance.edge(reference, metric.better()),
                        OptionalLong.empty(),
                        Optional.of(new Quantity(reference, metric.unit())),
                        remark,
                        Optional.empty(),
                        values)
                .verdict();
    }

    private Map<String, Object> told(long reference, Tolerance tolerance) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("reference", new Quantity(reference, metric.unit()));
        values.put("room", new Quantity(tolerance.room(reference), metric.unit()));
        return values;
    }
}
