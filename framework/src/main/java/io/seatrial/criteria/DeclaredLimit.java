package io.seatrial.criteria;

import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Is the limit kept that people declared? The first row whose path class and rated speed fit is the one.
 *
 * @param ask id of the ask
 * @param metric what is judged
 * @param limits the rows that hold in this profile and on this platform, in the order of the file
 * @param samples when a measurement counts
 * @param speeds rated speeds, for rows that depend on them
 */
public record DeclaredLimit(String ask, Metric metric, List<Limit> limits, SampleRules samples, RatedSpeeds speeds)
        implements Criterion {
    public DeclaredLimit {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metric, "metric");
        Objects.requireNonNull(samples, "samples");
        Objects.requireNonNull(speeds, "speeds");
        limits = List.copyOf(limits);
    }

    @Override
    public String id() {
        return ask + "." + Question.LIMIT.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        return Judging.each(survey, ask, metric, samples, this::rule);
    }

    private Verdict rule(SubjectId subject, Attempts attempts) {
        OptionalLong rate = capacity(subject);
        return limits.stream()
                .filter(limit -> limit.holdsFor().matches(attempts.conditions(), speeds.of(subject)))
                .findFirst()
                .map(limit -> rule(subject, attempts, limit, rate))
                .orElseGet(() -> Ruling.notProven(subject, noneDeclared(attempts.conditions())));
    }

    /** What a flow that runs both ways at once can carry is the rate of each of them. */
    private OptionalLong capacity(SubjectId subject) {
        OptionalLong rate = speeds.of(subject);
        return rate.isEmpty() ? rate : OptionalLong.of(rate.getAsLong() * KnownAsk.directions(ask));
    }

    /** Return the fail edge of a subject under conditions; empty where none is declared, or wire or rate leave it open. */
    OptionalLong edge(SubjectId subject, Conditions conditions) {
        Wire.Found wire = Wire.under(conditions);
        return limits.stream()
                .filter(limit -> limit.holdsFor().matches(conditions, speeds.of(subject)))
                .findFirst()
                .filter(limit -> !limit.fail().ofWire() || wire.cause().isEmpty())
                .map(limit -> edge(limit.fail(), capacity(subject), wire.wire()))
                .orElse(OptionalLong.empty());
    }

    private Message noneDeclared(Conditions seen) {
        String pathClass = seen.get(Conditions.PATH_CLASS);
        return Message.of("limit.none-declared", "ask", ask, "class", pathClass.isEmpty() ? "-" : pathClass);
    }

    private Verdict rule(SubjectId subject, Attempts attempts, Limit limit, OptionalLong rate) {
        Wire.Found wire = Wire.under(attempts.conditions());
        if (limit.fail().ofWire() && wire.cause().isPresent()) {
            return Ruling.notProven(
                    subject, withDeclared(wire.cause().get(), limit.fail().text()));
        }
        OptionalLong edge = edge(limit.fail(), rate, wire.wire());
        if (edge.isEmpty()) {
            return Ruling.notProven(
                    subject,
                    Message.of("limit.no-rated-speed", "declared", limit.fail().text()));
        }
        OptionalLong warn =
                limit.warn().map(bound -> edge(bound, rate, wire.wire())).orElse(OptionalLong.empty());
        Verdict verdict = new Ruling(
                        limit.provisional() ? "limit.provisional" : "limit",
                        subject,
                        metric,
                        attempts,
                        edge.getAsLong(),
                        warn,
                        Optional.empty(),
                        Optional.empty(),
                        provisional(limit),
                        standingOf(limit, wire.wire()))
                .verdict();
        return SlotCause.of(attempts.judged(), edge.getAsLong(), KnownAsk.directions(ask))
                .explain(verdict);
    }

    /** Of a ratio a share is the edge itself, of a rate it is one of the rated speed. */
    private OptionalLong edge(Bound bound, OptionalLong rate, Optional<Wire> wire) {
        return metric.unit() == Unit.PARTS_PER_MILLION
                ? OptionalLong.of(bound.declared().value())
                : bound.at(rate, wire);
    }

    private static Message withDeclared(Message cause, String declared) {
        Map<String, Object> values = new LinkedHashMap<>(cause.values());
        values.put("declared", declared);
        return new Message(cause.key(), values);
    }

    private static Optional<Message> provisional(Limit limit) {
        return limit.provisional() ? Optional.of(provisional(limit.grade(), limit.approval())) : Optional.empty();
    }

    /** Say why something declared is only provisional. */
    static Message provisional(EvidenceGrade grade, Optional<Approval> approval) {
        return approval.isPresent()
                ? Message.of("limit.weakly-founded", "grade", grade.name())
                : Message.of("limit.not-approved", "grade", grade.name());
    }

    private static Map<String, Object> standingOf(Limit limit, Optional<Wire> wire) {
        boolean ofWire = limit.fail().ofWire() && wire.isPresent();
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(
                "declared",
                limit.fail().text() + (ofWire ? ", which is " + wire.get().text() : ""));
        values.put("grade", limit.grade().name());
        values.put("source", limit.source());
        values.put("approved-by", limit.approval().map(Approval::by).orElse("-"));
        values.put("approved-on", limit.approval().map(a -> a.on().toString()).orElse("-"));
        values.put("warn-grade", limit.foundingOfWarn().grade().name());
        values.put("warn-source", limit.foundingOfWarn().source());
        return values;
    }
}
