package io.seatrial.criteria;

import io.seatrial.baseline.Fabric;
import io.seatrial.baseline.Robust;
import io.seatrial.criteria.Ask.OutlierRule;
import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Does a flow stand apart from its class in the same run? Its edge is {@code median(class) + max(floor, k MAD-sigmas)} for a metric of
 * which less is better, and minus where more is better (domain notes, RDMA latency). A class is what has equal conditions and an equal
 * rated speed; its median and MAD come from first attempts, because only flows on the worse side are measured again.
 *
 * @param ask id of the ask
 * @param metric what is judged
 * @param rule floor, sigmas and fewest members
 * @param samples when a measurement counts
 * @param speeds rated speeds, which part the classes
 */
public record ClassOutlier(String ask, Metric metric, OutlierRule rule, SampleRules samples, RatedSpeeds speeds)
        implements Criterion {
    /** Key of the message that a class is too small to tell. */
    public static final String TOO_FEW = "class.too-few-members";

    public ClassOutlier {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(samples, "samples");
        Objects.requireNonNull(speeds, "speeds");
    }

    private record ClassKey(Conditions conditions, OptionalLong rate) {}

    /** The first values of a class; how far from their median a member may be. */
    private record Members(List<Long> values) {
        long median() {
            return Robust.median(values);
        }

        long room(OutlierRule rule) {
            // With MAD 0 (quantised or equal values) the floor alone decides; it is never 0.
            return Math.max(floor(rule), rule.sigmas() * Robust.madSigma(values));
        }

        private long floor(OutlierRule rule) {
            return rule.floor().orElseGet(() -> Math.max(1, Math.round(median() * (rule.floorPpm() / 1e6))));
        }
    }

    @Override
    public String id() {
        return ask + "." + Question.CLASS.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        Map<ClassKey, Members> classes = classes(survey);
        return Judging.each(
                survey,
                ask,
                metric,
                samples,
                (subject, attempts) -> rule(subject, attempts, classes.get(keyOf(subject, attempts))));
    }

    private Map<ClassKey, Members> classes(Survey survey) {
        Map<ClassKey, Members> classes = new HashMap<>();
        for (Map.Entry<SubjectId, List<Measurement>> entry : survey.subjects().entrySet()) {
            Attempts attempts = Attempts.of(entry.getValue(), samples);
            if (attempts.whyNotProven().isEmpty()) {
                classes.computeIfAbsent(keyOf(entry.getKey(), attempts), key -> new Members(new ArrayList<>()))
                        .values()
                        .add(attempts.first());
            }
        }
        return classes;
    }

    private ClassKey keyOf(SubjectId subject, Attempts attempts) {
        return new ClassKey(attempts.conditions(), speeds.of(subject));
    }

    private Verdict rule(SubjectId subject, Attempts attempts, Members members) {
        if (Fabric.isUnknown(attempts.conditions().get(Conditions.FABRIC))) {
            return Ruling.notProven(subject, Message.of("class.unknown-fabric"));
        }
        if (members.values().size() < rule.members()) {
            return Ruling.notProven(
                    subject,
                    Message.of(TOO_FEW, "members", (long) members.values().size(), "needed", (long) rule.members()));
        }
        return new Ruling(
                        "class",
                        subject,
                        metric,
                        attempts,
                        edge(members),
                        OptionalLong.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        told(members))
                .verdict();
    }

    private long edge(Members members) {
        long room = members.room(rule);
        return metric.better() == Direction.LOWER_IS_BETTER
                ? members.median() + room
                : Math.max(0, members.median() - room);
    }

    private Map<String, Object> told(Members members) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("median", new Quantity(members.median(), metric.unit()));
        values.put("room", new Quantity(members.room(rule), metric.unit()));
        values.put("members", (long) members.values().size());
        values.put("sigmas", (long) rule.sigmas());
        return values;
    }
}
