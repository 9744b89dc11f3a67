package io.seatrial.criteria;

import io.seatrial.criteria.Ask.OutlierRule;
import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.Unit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** Reads one ask of {@code criteria.yaml} that reads settings. */
final class SettingAskReader {
    static final Set<String> KEYS = Keys.of("expect", "class", "not-asked");
    static final Set<String> EXPECT_KEYS = Keys.of("profiles", "value", "source", "evidence", "approved");
    static final Set<String> CLASS_KEYS = Keys.of("profiles", "minimum-members");
    static final Set<String> NOT_ASKED_KEYS = Keys.of("expect", "class");

    private static final String BY_PLATFORM = "platform";
    private static final long MEMBERS = 3;
    private static final SampleRules ONE_READING = new SampleRules(1, Long.MAX_VALUE, 0);

    private final SettingRule rule;
    private final Section section;
    private final Physics physics;
    private final Map<Question, Set<Profile>> profiles = new EnumMap<>(Question.class);

    SettingAskReader(SettingRule rule, Section section, Physics physics) {
        this.rule = rule;
        this.section = section;
        this.physics = physics;
    }

    Ask read() {
        Optional<Expectation> expectation = expectation();
        Optional<OutlierRule> members = members();
        if (profiles.isEmpty()) {
            section.problem("expect", "expected at least one question (expect, class)");
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

    private Optional<Expectation> expectation() {
        if (!section.has("expect")) {
            return Optional.empty();
        }
        Section expect = section.child("expect", EXPECT_KEYS);
        profiles.put(Question.EXPECT, AskReader.profiles(expect, AskReader.ALL));
        if (expect.has("value")) {
            return Optional.of(declared(expect));
        }
        refuseFounding(expect);
        if (rule.own().expectation().isEmpty()) {
            expect.problem("value", "expected a value: neither cluster.yaml nor the product says what it is");
        }
        return rule.own().expectation().map(own -> approved(own, expect));
    }

    static void refuseFounding(Section expect) {
        if (expect.has("source") || expect.has("evidence")) {
            expect.problem("value", "expected a value of its own beside source and evidence");
        }
    }

    private static Expectation approved(Expectation own, Section expect) {
        return new Expectation(own.value(), own.source(), own.grade(), LimitReader.approval(expect));
    }

    private Expectation declared(Section expect) {
        boolean byPlatform = expect.optional("value", BY_PLATFORM::equals).orElse(false)
                && platformValue().isPresent();
        if (byPlatform) {
            refuseFounding(expect);
            physics.unknownPlatform().ifPresent(text -> expect.problem("value", text));
            return new Expectation(
                    platformValue(), "platform class of cluster.yaml", EvidenceGrade.A, LimitReader.approval(expect));
        }
        return new Expectation(
                Optional.of(expect.required("value", rule.form(), "0")),
                expect.required("source", Texts::some, ""),
                expect.required("evidence", EvidenceGrade::of, EvidenceGrade.D),
                LimitReader.approval(expect));
    }

    /** Return what the class of the platform says, where it says something; without a cluster its first class stands in. */
    private Optional<String> platformValue() {
        ShippedLimits.Platform platform = physics.platform();
        return switch (rule.reads()) {
            case Setting.RDMA_PORTS -> Optional.of(Long.toString(platform.ports()));
            case Setting.RATE -> Optional.of(Long.toString(platform.rate()));
            default -> Optional.empty();
        };
    }

    /** The outlier rule carries nothing but the number of members here. */
    private Optional<OutlierRule> members() {
        if (!section.has("class")) {
            return Optional.empty();
        }
        Section rows = section.child("class", CLASS_KEYS);
        profiles.put(Question.CLASS, AskReader.profiles(rows, AskReader.ALL));
        long members = rows.orElse("minimum-members", Amount.atLeast(3, Unit.COUNT), MEMBERS);
        return Optional.of(new OutlierRule(OptionalLong.of(1), 0, 1, (int) Math.min(members, Integer.MAX_VALUE)));
    }
}
