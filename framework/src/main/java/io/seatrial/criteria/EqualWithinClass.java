package io.seatrial.criteria;

import io.seatrial.criteria.ports.FabricPort;
import io.seatrial.criteria.ports.FabricPorts;
import io.seatrial.criteria.ports.Look;
import io.seatrial.criteria.ports.PortLooks;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Has everything of a class the same setting? What more than half of a class has is taken for right and the others deviate; where nothing
 * has more than half there is no right one, and that is a finding about all of them, unless one alone is as it is meant to be. An unreadable setting is unknown, never equal.
 *
 * @param ask id of the ask
 * @param members fewest readable members that make a class
 * @param classOf what parts the classes
 * @param looks makes of a survey what each subject has
 * @param shown makes of what has to be equal what people see
 */
record EqualWithinClass(
        String ask,
        int members,
        Function<SubjectId, Object> classOf,
        Function<Survey, SortedMap<SubjectId, Has>> looks,
        Function<String, Object> shown)
        implements Criterion {
    /**
     * What a subject has.
     *
     * @param text what has to be equal, where it is known
     * @param unknown why it is not
     * @param asMeant whether it is known to be as it is meant to be
     */
    record Has(String text, Optional<Message> unknown, boolean asMeant) {}

    /** How often a class has what, and what of it is as it is meant to be. */
    private record Members(Map<String, Long> counts, Set<String> asMeant) {
        Members() {
            this(new TreeMap<>(), new TreeSet<>());
        }

        void add(Has has) {
            counts.merge(has.text(), 1L, Long::sum);
            if (has.asMeant()) {
                asMeant.add(has.text());
            }
        }

        /** Of what only one is right that one needs no majority. */
        boolean isOnlyRight(String text) {
            return asMeant.equals(Set.of(text));
        }
    }

    EqualWithinClass {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(classOf, "classOf");
        Objects.requireNonNull(looks, "looks");
        Objects.requireNonNull(shown, "shown");
        if (members < 3) {
            throw new IllegalArgumentException("equal within class: expected 3 members or more, got " + members);
        }
    }

    /** Compare what hosts, or ports of hosts of one rate, have. */
    static EqualWithinClass of(SettingRule rule, int members, RatedSpeeds speeds) {
        return new EqualWithinClass(
                rule.ask(), members, speeds::of, survey -> has(rule, survey), text -> rule.shown(List.of(text)));
    }

    private static SortedMap<SubjectId, Has> has(SettingRule rule, Survey survey) {
        SortedMap<SubjectId, Has> all = new TreeMap<>();
        survey.settings()
                .forEach((subject, settings) -> all.put(
                        subject,
                        new Has(
                                SettingReadings.comparable(rule, settings),
                                SettingReadings.whyUnreadable(rule, settings),
                                false)));
        return all;
    }

    /** Compare what ports of NICs, or of switches, of one tier and speed have. */
    static EqualWithinClass of(PortRule rule, int members, Optional<String> value, FabricPorts fabric, Qos qos) {
        return new EqualWithinClass(
                rule.ask(),
                members,
                subject -> fabric.port(subject).map(FabricPort::alike),
                survey -> has(rule, PortLooks.of(rule, fabric, qos, value, survey.settings())),
                text -> text);
    }

    private static SortedMap<SubjectId, Has> has(PortRule rule, PortLooks looks) {
        SortedMap<SubjectId, Has> all = new TreeMap<>();
        looks.all()
                .forEach((port, look) -> all.put(
                        port,
                        look instanceof Look.Known known
                                ? new Has(
                                        rule.alongPaths() ? known.seen() : known.alike(),
                                        Optional.empty(),
                                        known.surelyFits())
                                : new Has("", Optional.of(((Look.Unknown) look).why()), false)));
        return all;
    }

    @Override
    public String id() {
        return ask + "." + Question.CLASS.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        SortedMap<SubjectId, Has> all = looks.apply(survey);
        Map<Object, Members> classes = new HashMap<>();
        all.forEach((subject, has) -> {
            Members of = classes.computeIfAbsent(classOf.apply(subject), key -> new Members());
            if (has.unknown().isEmpty()) {
                of.add(has);
            }
        });
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        all.forEach(
                (subject, has) -> verdicts.put(subject, verdict(subject, has, classes.get(classOf.apply(subject)))));
        return verdicts;
    }

    private Verdict verdict(SubjectId subject, Has has, Members of) {
        Map<String, Long> counts = of.counts();
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        if (has.unknown().isPresent()) {
            return Ruling.notProven(subject, has.unknown().get());
        }
        if (all < members) {
            return Ruling.notProven(
                    subject, Message.of("class.too-few-members", "members", all, "needed", (long) members));
        }
        String seen = has.text();
        Optional<String> majority = counts.entrySet().stream()
                .filter(entry -> 2 * entry.getValue() > all)
                .map(Map.Entry::getKey)
                .findFirst();
        Map<String, Object> values = values(subject, seen, counts, all);
        if (majority.isEmpty() && of.isOnlyRight(seen)) {
            return new Verdict.Pass(
                    new Message("setting.as-meant", values),
                    Optional.empty(),
                    Optional.of(new Message("watch.no-majority", values)));
        }
        if (majority.isEmpty()) {
            return new Verdict.Fail(new Message("setting.no-majority", values), Optional.empty());
        }
        values.put("expected", shown.apply(majority.get()));
        values.put("share", counts.get(majority.get()) + " of " + all);
        return majority.get().equals(seen)
                ? new Verdict.Pass(new Message("setting.as-its-class", values), Optional.empty(), Optional.empty())
                : new Verdict.Fail(new Message("setting.deviates", values), Optional.empty());
    }

    private Map<String, Object> values(SubjectId subject, String seen, Map<String, Long> counts, long all) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("subject", subject.name());
        values.put("what", ask.substring(ask.indexOf('.') + 1));
        values.put("seen", shown.apply(seen));
        values.put("same", counts.get(seen) + " of " + all);
        return values;
    }
}
