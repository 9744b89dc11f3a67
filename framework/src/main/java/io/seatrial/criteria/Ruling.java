package io.seatrial.criteria;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Turns the attempts of one subject and an edge into a verdict; the same for every criterion.
 *
 * @param prefix begin of the message keys: {@code limit}, {@code class}, {@code baseline}
 * @param subject what is judged
 * @param metric what was measured
 * @param attempts its measurements
 * @param edge the fail edge, in the unit of the metric
 * @param warn the warn edge, where there is one
 * @param reference the learned reference, where there is one
 * @param remark a remark for a pass, where there is one
 * @param provisional why the edge is only provisional, where it is
 * @param values further values of the messages
 */
record Ruling(
        String prefix,
        SubjectId subject,
        Metric metric,
        Attempts attempts,
        long edge,
        OptionalLong warn,
        Optional<Quantity> reference,
        Optional<Message> remark,
        Optional<Message> provisional,
        Map<String, Object> values) {

    /** Say that nothing counts, and why. */
    static Verdict notProven(SubjectId subject, Message why) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("subject", subject.name());
        values.putAll(why.values());
        return new Verdict.NotProven(new Message(why.key(), values), Optional.empty());
    }

    Verdict verdict() {
        return switch (attempts.against(edge, metric.better())) {
            case KEPT -> new Verdict.Pass(told("pass", attempts.first()), evidence(attempts.first()), watchOfFirst());
            case KEPT_ON_RETEST -> keptOnRetest();
            case UNCONFIRMED -> unconfirmed();
            case BROKEN -> new Verdict.Fail(told("fail", best()), evidence(best()));
        };
    }

    /** Say that the first value is kept, where something else than the edge decides it. */
    Verdict kept() {
        return new Verdict.Pass(told("pass", attempts.first()), evidence(attempts.first()), watchOfFirst());
    }

    /** Say why it cannot be told, with the first value as evidence. */
    Verdict cannotTell(Message why) {
        return new Verdict.NotProven(notProven(subject, why).message(), evidence(attempts.first()));
    }

    private Verdict keptOnRetest() {
        Message watch = Message.of(
                "watch.kept-on-retest",
                "first",
                amount(attempts.first()),
                "seen",
                amount(best()),
                "limit",
                amount(edge));
        return new Verdict.Pass(told("pass", best()), evidence(best()), Optional.of(watch));
    }

    /** The message is the retest's cause in full; the evidence shows the value that it was to confirm. */
    private Verdict unconfirmed() {
        Verdict told = notProven(subject, attempts.whyNone());
        return new Verdict.NotProven(told.message(), evidence(best()));
    }

    private Optional<Message> watchOfFirst() {
        if (warn.isPresent() && metric.better().isWorse(attempts.first(), warn.getAsLong())) {
            return Optional.of(Message.of(
                    "watch.warn-edge",
                    "seen",
                    amount(attempts.first()),
                    "warn",
                    amount(warn.getAsLong()),
                    "limit",
                    amount(edge),
                    "grade",
                    values.get("warn-grade"),
                    "source",
                    values.get("warn-source")));
        }
        return remark.or(this::beyond).or(this::lost).or(attempts::unobserved);
    }

    /** A median hides the rounds beyond the edge; a port that fails now and then is in them. */
    private Optional<Message> beyond() {
        List<Long> beyond = attempts.beyond(edge, metric.better());
        return beyond.isEmpty()
                ? Optional.empty()
                : Optional.of(Message.of(
                        "watch.rounds-beyond",
                        "beyond",
                        (long) beyond.size(),
                        "rounds",
                        (long) attempts.rounds().size(),
                        "worst",
                        amount(beyond.get(0)),
                        "limit",
                        amount(edge)));
    }

    private Optional<Message> lost() {
        return attempts.lost() == 0 || attempts.made() == 1
                ? Optional.empty()
                : Optional.of(Message.of(
                        "watch.rounds-lost", "lost", (long) attempts.lost(), "rounds", (long) attempts.made()));
    }

    private Message told(String what, long seen) {
        String side = metric.better() == Direction.LOWER_IS_BETTER ? "at-most" : "at-least";
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("subject", subject.name());
        told.put("seen", amount(seen));
        told.put("limit", amount(edge));
        told.put("attempts", (long) attempts.standing());
        if (attempts.made() > 1) {
            told.put(Message.ROUNDS, (long) attempts.rounds().size());
        }
        told.putAll(values);
        return new Message(prefix + "." + what + "." + side, told);
    }

    private Optional<Evidence> evidence(long seen) {
        return Optional.of(
                new Evidence(amount(seen), Optional.of(amount(edge)), reference, metric.better(), provisional));
    }

    private long best() {
        return attempts.best(metric.better());
    }

    private Quantity amount(long value) {
        return new Quantity(value, metric.unit());
    }
}
