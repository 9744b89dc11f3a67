package io.seatrial.report;

import io.seatrial.criteria.CollectiveLimit;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Judgement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The four facts of a judgement: expected, but was, where, what to do next. */
record Explanation(Judgement judgement) {
    static Explanation of(Judgement judgement) {
        return new Explanation(judgement);
    }

    List<String> lines() {
        return withSize(withNumbers())
                .with(Texts.text("facts.where"), judgement.subject().toString())
                .with(Texts.text("facts.next"), next())
                .lines();
    }

    private Facts withSize(Facts facts) {
        Object size = cause().message().values().get(CollectiveLimit.AT_SIZE);
        return size == null ? facts : facts.with(Texts.text("facts.size"), size.toString());
    }

    private Facts withNumbers() {
        Optional<Evidence> evidence = judgement.verdict().evidence();
        Message message = cause().message();
        if (evidence.isEmpty() || reference(evidence.get()).isEmpty()) {
            return Facts.none()
                    .with(
                            Texts.text("facts.expected"),
                            Texts.companion(message, ".expected").orElseGet(() -> Texts.text("facts.expected.value")))
                    .with(Texts.text("facts.was"), wasWithout(evidence, message));
        }
        return compared(evidence.get(), reference(evidence.get()).get());
    }

    private static String wasWithout(Optional<Evidence> evidence, Message message) {
        return evidence.map(e -> Quantities.text(e.seen()))
                .or(() -> Texts.companion(message, ".was"))
                .orElseGet(() -> Texts.sentence(message));
    }

    private static Facts compared(Evidence evidence, Quantity reference) {
        List<Quantity> numbers = new ArrayList<>(List.of(reference, evidence.seen()));
        evidence.baseline().ifPresent(numbers::add);
        List<String> texts = Quantities.together(numbers);
        boolean both = evidence.limit().isPresent() && evidence.baseline().isPresent();
        String aside = both
                ? "   (" + Texts.text("facts.baseline") + " " + texts.get(2).strip() + ")"
                : "";
        String standing = evidence.provisional()
                .map(why -> "   (" + Texts.sentence(why) + ")")
                .orElse("");
        return Facts.none()
                .with(Texts.text(expectedKey(evidence)), texts.get(0) + aside + standing)
                .with(Texts.text("facts.was"), texts.get(1));
    }

    private static Optional<Quantity> reference(Evidence evidence) {
        return evidence.limit().or(evidence::baseline);
    }

    private static String expectedKey(Evidence evidence) {
        if (evidence.limit().isEmpty()) {
            return "facts.expected.near";
        }
        return evidence.better() == Direction.LOWER_IS_BETTER ? "facts.expected.most" : "facts.expected.least";
    }

    private String next() {
        return Texts.companion(judgement.verdict().message(), ".next")
                .or(() -> Texts.companion(cause().message(), ".next"))
                .orElseGet(() -> Texts.text(nextKey()));
    }

    private Verdict cause() {
        return judgement.verdict() instanceof Verdict.Waived waived ? waived.instead() : judgement.verdict();
    }

    private String nextKey() {
        Verdict verdict = judgement.verdict();
        if (verdict instanceof Verdict.Fail) {
            return "facts.next.fail";
        }
        if (verdict instanceof Verdict.NotProven) {
            return "facts.next.not-proven";
        }
        return verdict instanceof Verdict.Waived ? "facts.next.waived" : "facts.next.pass";
    }
}
