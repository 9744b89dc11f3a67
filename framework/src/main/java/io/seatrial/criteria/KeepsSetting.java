package io.seatrial.criteria;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Is a setting as it is meant to be? As expected passes, anything else fails, and what could not be read is not proven.
 *
 * @param rule what is read, and what may be expected of it
 * @param expectation what is expected
 * @param cluster hosts and ports as they are declared
 */
record KeepsSetting(SettingRule rule, Expectation expectation, Cluster cluster) implements Criterion {
    KeepsSetting {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(expectation, "expectation");
        Objects.requireNonNull(cluster, "cluster");
    }

    @Override
    public String id() {
        return rule.ask() + "." + Question.EXPECT.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        survey.settings().forEach((subject, settings) -> verdicts.put(subject, verdict(subject, settings)));
        return verdicts;
    }

    private Verdict verdict(SubjectId subject, List<Setting> settings) {
        Optional<Message> unreadable = SettingReadings.whyUnreadable(rule, settings);
        if (unreadable.isPresent()) {
            return Ruling.notProven(subject, unreadable.get());
        }
        return rule.subject(cluster, subject)
                .map(declared -> verdict(
                        subject,
                        SettingReadings.texts(rule, settings),
                        rule.wanted().apply(expectation.value(), declared)))
                .orElseGet(() -> Ruling.notProven(subject, Message.of("setting.unknown-subject")));
    }

    private Verdict verdict(SubjectId subject, List<String> seen, SettingRule.Wanted wanted) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("subject", subject.name());
        values.put("expected", wanted.shown());
        values.put("seen", rule.shown(seen));
        values.put("source", expectation.source());
        values.put("grade", expectation.grade().name());
        values.put("standing", standing());
        boolean fits = wanted.fits().test(seen);
        if (!fits) {
            values.put("why", wanted.why().apply(seen));
        }
        Optional<Evidence> evidence = evidence(seen, wanted);
        return fits
                ? new Verdict.Pass(new Message(passing(), values), evidence, Optional.empty())
                : new Verdict.Fail(new Message(rule.failing(), values), evidence);
    }

    /** What is no number has no mark at its limit, so that the sentence itself has to say it. */
    private String standing() {
        String graded = "evidence " + expectation.grade().name();
        if (!expectation.provisional()) {
            return graded;
        }
        return expectation.approval().isPresent() ? "provisional, " + graded : "provisional, not approved, " + graded;
    }

    private String passing() {
        return expectation.provisional() ? "setting.provisional" : "setting.as-expected";
    }

    private Optional<Evidence> evidence(List<String> seen, SettingRule.Wanted wanted) {
        if (!(rule.shown(seen) instanceof Quantity number) || !(wanted.shown() instanceof Quantity limit)) {
            return Optional.empty();
        }
        Optional<Message> provisional = expectation.provisional()
                ? Optional.of(DeclaredLimit.provisional(expectation.grade(), expectation.approval()))
                : Optional.empty();
        return Optional.of(
                new Evidence(number, Optional.of(limit), Optional.empty(), Direction.HIGHER_IS_BETTER, provisional));
    }
}
