package io.seatrial.criteria;

import io.seatrial.criteria.Ask.OutlierRule;
import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.criteria.ports.Expected;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.inventory.CongestionControl;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.Unit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** Reads one ask of {@code criteria.yaml} that looks at the settings of ports, NICs' and switches'. */
final class PortAskReader {
    static final Set<String> KEYS = Keys.of("expect", "path", "class", "not-asked");
    static final Set<String> PATH_KEYS = Keys.of("profiles");
    static final Set<String> NOT_ASKED_KEYS = Keys.of("expect", "path", "class");

    private static final long MEMBERS = 3;
    private static final SampleRules ONE_READING = new SampleRules(1, Long.MAX_VALUE, 0);

    private final PortRule rule;
    private final Section section;
    private final Physics physics;
    private final Map<Question, Set<Profile>> profiles = new EnumMap<>(Question.class);

    PortAskReader(PortRule rule, Section section, Physics physics) {
        this.rule = rule;
        this.section = section;
        this.physics = physics;
    }

    Ask read() {
        refuseWithoutSense();
        Optional<Expectation> expectation = expectation();
        path();
        Optional<OutlierRule> members = members();
        if (profiles.isEmpty()) {
            section.problem("class", "expected at least one question (expect, path, class)");
        }
        return new Ask(
                rule.ask(),
                Setting.METRIC,
                ProbeSettings.NONE,
                ONE_READING,
                List.of(),
                members,
                Optional.empty(),
                profiles,
                AskReader.notAsked(section, NOT_ASKED_KEYS),
                expectation.<Terms>map(Function.identity()).orElseGet(Terms.Plain::new));
    }

    /** What a fabric does not have would be not proven for ever. */
    private void refuseWithoutSense() {
        if (physics.cluster().isEmpty() || !rule.isOfTraffic()) {
            return;
        }
        Optional<CongestionControl> control = physics.cluster().get().qos().map(qos -> qos.control());
        if (control.isEmpty()) {
            section.problem(
                    "expect",
                    "expected 'qos: {congestion-control: ..., lossless: [...]}' in cluster.yaml, which says how ports are"
                            + " meant to be set; or name the ask under not-asked");
        } else if (!rule.sense().test(control.get())) {
            section.problem(
                    "expect",
                    "expected nothing: cluster.yaml declares congestion control "
                            + control.get().text() + ", which has nothing of the kind; name the ask under not-asked");
        }
    }

    private Optional<Expectation> expectation() {
        if (!section.has("expect")) {
            return Optional.empty();
        }
        Section expect = section.child("expect", SettingAskReader.EXPECT_KEYS);
        Expected own = rule.expected();
        if (own.kind() == Expected.Kind.NOTHING) {
            section.problem("expect", "expected path or class: nobody says what is right, ports are only compared");
            return Optional.empty();
        }
        profiles.put(Question.EXPECT, AskReader.profiles(expect, AskReader.ALL));
        if (expect.has("value")) {
            return Optional.of(new Expectation(
                    expect.optional("value", own.form()::apply),
                    expect.required("source", Texts::some, ""),
                    expect.required("evidence", EvidenceGrade::of, EvidenceGrade.D),
                    LimitReader.approval(expect)));
        }
        SettingAskReader.refuseFounding(expect);
        if (own.kind() == Expected.Kind.NEEDED) {
            expect.problem("value", "expected a value: neither cluster.yaml nor the product says what it is");
        }
        EvidenceGrade grade = own.kind() == Expected.Kind.GIVEN ? EvidenceGrade.A : EvidenceGrade.D;
        return Optional.of(new Expectation(own.value(), own.source(), grade, LimitReader.approval(expect)));
    }

    private void path() {
        if (!section.has("path")) {
            return;
        }
        if (!rule.alongPaths()) {
            section.problem("path", "expected expect or class: it may differ from port to port of a path");
            return;
        }
        profiles.put(Question.PATH, AskReader.profiles(section.child("path", PATH_KEYS), AskReader.ALL));
    }

    /** The outlier rule carries nothing but the number of members here. */
    private Optional<OutlierRule> members() {
        if (!section.has("class")) {
            return Optional.empty();
        }
        if (!rule.isAlikeInClass()) {
            section.problem("class", "expected expect alone: it differs from port to port, whatever their class");
            return Optional.empty();
        }
        Section rows = section.child("class", SettingAskReader.CLASS_KEYS);
        profiles.put(Question.CLASS, AskReader.profiles(rows, AskReader.ALL));
        long members = rows.orElse("minimum-members", Amount.atLeast(3, Unit.COUNT), MEMBERS);
        return Optional.of(new OutlierRule(OptionalLong.of(1), 0, 1, (int) Math.min(members, Integer.MAX_VALUE)));
    }
}
