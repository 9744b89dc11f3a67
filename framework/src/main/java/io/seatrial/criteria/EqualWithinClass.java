package io.seatrial.criteria;

import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Has everything of a class the same setting? What more than half of a class has is taken for right and the others deviate; where nothing
 * has more than half there is no right one, and that is a finding about all of them. An unreadable setting is unknown, never equal.
 *
 * @param rule what is read
 * @param members fewest readable members that make a class
 * @param speeds rated speeds, which part the classes of ports
 */
record EqualWithinClass(SettingRule rule, int members, RatedSpeeds speeds) implements Criterion {
    EqualWithinClass {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(speeds, "speeds");
        if (members < 3) {
            throw new IllegalArgumentException("equal within class: expected 3 members or more, got " + members);
        }
    }

    @Override
    public String id() {
        return rule.ask() + "." + Question.CLASS.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        Map<OptionalLong, Map<String, Long>> classes = classes(survey);
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        survey.settings()
                .forEach((subject, settings) ->
                        verdicts.put(subject, verdict(subject, settings, classes.get(speeds.of(subject)))));
        return verdicts;
    }

    private Map<OptionalLong, Map<String, Long>> classes(Survey survey) {
        Map<OptionalLong, Map<String, Long>> classes = new HashMap<>();
        survey.settings().forEach((subject, settings) -> {
            Map<String, Long> counts = classes.computeIfAbsent(speeds.of(subject), key -> new TreeMap<>());
            if (SettingReadings.whyUnreadable(rule, settings).isEmpty()) {
                counts.merge(SettingReadings.comparable(rule, settings), 1L, Long::sum);
            }
        });
        return classes;
    }

    private Verdict verdict(SubjectId subject, List<Setting> settings, Map<String, Long> counts) {
        Optional<Message> unreadable = SettingReadings.whyUnreadable(rule, settings);
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        if (unreadable.isPresent()) {
            return Ruling.notProven(subject, unreadable.get());
        }
        if (all < members) {
            return Ruling.notProven(
                    subject, Message.of("class.too-few-members", "members", all, "needed", (long) members));
        }
        String seen = SettingReadings.comparable(rule, settings);
        Optional<String> majority = counts.entrySet().stream()
                .filter(entry -> 2 * entry.getValue() > all)
                .map(Map.Entry::getKey)
                .findFirst();
        Map<String, Object> values = values(subject, seen, counts, all);
        if (majority.isEmpty()) {
            return new Verdict.Fail(new Message("setting.no-majority", values), Optional.empty());
        }
        values.put("expected", shown(majority.get()));
        values.put("share", counts.get(majority.get()) + " of " + all);
        return majority.get().equals(seen)
                ? new Verdict.Pass(new Message("setting.as-its-class", values), Optional.empty(), Optional.empty())
                : new Verdict.Fail(new Message("setting.deviates", values), Optional.empty());
    }

    private Map<String, Object> values(SubjectId subject, String seen, Map<String, Long> counts, long all) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("subject", subject.name());
        values.put("what", rule.ask().substring(rule.ask().indexOf('.') + 1));
        values.put("seen", shown(seen));
        values.put("same", counts.get(seen) + " of " + all);
        return values;
    }

    private Object shown(String text) {
        return rule.shown(List.of(text));
    }
}
