package io.seatrial.criteria;

import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.Reference;
import io.seatrial.baseline.statistics.Finding;
import io.seatrial.baseline.statistics.RobustZ;
import io.seatrial.criteria.Ask.DriftRule;
import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Is it as good as in the accepted runs? A subject is held against its own reference: it fails if it lost more than is tolerated <em>and</em>
 * that is no chance, by the {@linkplain BaselineFamily family} of all tests of the run. It passes if the run could have seen such a loss,
 * and is not proven if it could not. A subject without a reference of its own (a new host) is held against the median of its class. Only
 * the worse side counts. A baseline that is missing, too old, foreign or of other conditions proves nothing.
 *
 * @param ask id of the ask
 * @param metric what is judged
 * @param family the comparisons of the whole run
 * @param rule tolerances and largest age
 * @param samples when a measurement counts
 */
public record KeepsBaseline(String ask, Metric metric, BaselineFamily family, DriftRule rule, SampleRules samples)
        implements Criterion {
    public KeepsBaseline {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(family, "family");
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
        return family.objection(ask, metric)
                .or(() -> stale(attempts.judged()))
                .map(cause -> Ruling.notProven(subject, cause))
                .orElseGet(() -> found(subject, attempts));
    }

    /** The age counts up to the measurement, so that judging an archived run again gives the same verdict. */
    private Optional<Message> stale(Measurement measurement) {
        Instant newest = family.newest();
        Duration age = Duration.between(newest, measurement.provenance().end());
        if (age.compareTo(rule.maxAge()) <= 0) {
            return Optional.empty();
        }
        return Optional.of(Message.of(
                "baseline.stale",
                "newest",
                newest.toString(),
                "age-days",
                age.toDays(),
                "max-days",
                rule.maxAge().toDays()));
    }

    private Verdict found(SubjectId subject, Attempts attempts) {
        Measurement measurement = attempts.judged();
        Baseline.Lookup lookup = family.find(ask, measurement);
        if (lookup instanceof Baseline.Lookup.Missing missing) {
            return Ruling.notProven(subject, missing.cause());
        }
        Reference reference = ((Baseline.Lookup.Found) lookup).reference();
        Optional<Tested> tested = family.tested(ask, measurement);
        if (tested.isPresent()) {
            return against(subject, attempts, tested.get(), reference);
        }
        return reference.learned() < BaselineFamily.FEWEST_RUNS
                ? Ruling.notProven(subject, Message.of("baseline.single-run", "ask", ask))
                : againstClass(subject, attempts, family.spread(ask, measurement, reference));
    }

    private Verdict against(SubjectId subject, Attempts attempts, Tested tested, Reference reference) {
        long median = reference.of(subject).orElseThrow().median();
        boolean withClass = tested.finding() == Finding.WORSE_WITH_CLASS;
        Ruling ruling = ruling(
                prefix(tested),
                subject,
                attempts,
                edge(tested, attempts.first(), median),
                Math.round(tested.reference(attempts.first(), metric.better(), median)),
                remark(tested),
                told(tested));
        if (!tested.isBeyond()) {
            return tested.isProven() ? ruling.kept() : ruling.cannotTell(cannotTell("baseline.cannot-tell", tested));
        }
        boolean worse = tested.finding() == Finding.WORSE || withClass;
        boolean cleared = attempts.against(ruling.edge(), metric.better()) == Attempts.Standing.KEPT_ON_RETEST;
        return worse || cleared ? ruling.verdict() : ruling.cannotTell(cannotTell("baseline.maybe-worse", tested));
    }

    /** What a pass rests on has to be said with it, or it reads as if it contradicted itself. */
    private static String prefix(Tested tested) {
        if (tested.finding() == Finding.WORSE_WITH_CLASS) {
            return "baseline.shared";
        }
        return !tested.isBeyond() && tested.isProvenByBound() ? "baseline.bound" : "baseline";
    }

    /** Round to the side on which the decision stays what it is. */
    private long edge(Tested tested, long seen, long median) {
        double reference = tested.reference(seen, metric.better(), median);
        boolean lower = metric.better() == Direction.LOWER_IS_BETTER;
        double edge = reference * (lower ? 1 + tested.edge() : Math.max(0, 1 - tested.edge()));
        return (long) (lower == tested.isBeyond() ? Math.floor(edge) : Math.ceil(edge));
    }

    private Message cannotTell(String key, Tested tested) {
        Map<String, Object> values = told(tested);
        values.put("ask", ask);
        values.put("cure", FamilyRemarks.cure(tested));
        return new Message(key, values);
    }

    private Optional<Message> remark(Tested tested) {
        if (tested.isSignificant()) {
            return Optional.of(Message.of(
                    "watch.worse-within-tolerance",
                    "shift",
                    FamilyRemarks.share(tested.deviation().own()),
                    "tolerance",
                    FamilyRemarks.share(tested.tolerance()),
                    "p",
                    FamilyRemarks.p(tested.deviation().p())));
        }
        return tested.z() > RobustZ.OUTLIER // only screens, and never decides
                ? Optional.of(Message.of(
                        "watch.stands-out",
                        "shift",
                        FamilyRemarks.share(tested.deviation().own()),
                        "z",
                        String.format(Locale.ROOT, "%.1f", tested.z())))
                : Optional.empty();
    }

    private Map<String, Object> told(Tested tested) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("runs", (long) tested.history().runs());
        values.put("rounds", (long) tested.history().rounds());
        values.put("accepted", family.accepted().toString());
        values.put("shift", FamilyRemarks.share(tested.worst()));
        values.put("common", FamilyRemarks.share(tested.common()));
        values.put("tolerance", FamilyRemarks.share(tested.tolerance()));
        values.put("detectable", FamilyRemarks.share(tested.detectable()));
        values.put("excluded", FamilyRemarks.share(tested.excluded()));
        values.put("p", FamilyRemarks.p(tested.deviation().p()));
        values.put("needed", FamilyRemarks.p(tested.odds().needed()));
        values.put("smallest", FamilyRemarks.p(tested.deviation().smallest()));
        values.put("tests", (long) tested.odds().tests());
        return values;
    }

    private Verdict againstClass(SubjectId subject, Attempts attempts, Reference.Spread spread) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("reference", new Quantity(spread.median(), metric.unit()));
        values.put("room", new Quantity(rule.ofClass().room(spread.median()), metric.unit()));
        values.put("members", (long) spread.n());
        Optional<Message> remark = Optional.of(Message.of("watch.no-own-reference", "subject", subject.name()));
        long edge = rule.ofClass().edge(spread.median(), metric.better());
        return ruling("baseline.class", subject, attempts, edge, spread.median(), remark, values)
                .verdict();
    }

    private Ruling ruling(
            String prefix,
            SubjectId subject,
            Attempts attempts,
            long edge,
            long reference,
            Optional<Message> remark,
            Map<String, Object> values) {
        values.put("reference", new Quantity(reference, metric.unit()));
        return new Ruling(
                prefix,
                subject,
                metric,
                attempts,
                edge,
                OptionalLong.empty(),
                Optional.of(new Quantity(reference, metric.unit())),
                remark,
                rule.byDefault() ? Optional.of(Message.of("baseline.tolerance-by-default")) : Optional.empty(),
                values);
    }
}
