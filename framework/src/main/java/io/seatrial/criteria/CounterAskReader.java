package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.inventory.CongestionControl;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Unit;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one ask of {@code criteria.yaml} that counts. */
final class CounterAskReader {
    static final Set<String> KEYS = Keys.of("during", "tiers", "minimum-packets", "limit", "not-asked");
    static final Set<String> NOT_ASKED_KEYS = Keys.of("limit");
    static final List<String> TIERS = List.of(Link.HOST_LEAF, "leaf-spine", "spine-core");

    private static final SampleRules EVERY_WINDOW = new SampleRules(1, Long.MAX_VALUE, 0);

    private final KnownAsk known;
    private final CounterRule rule;
    private final Section section;
    private final Physics physics;
    private final Map<Question, Set<Profile>> profiles = new EnumMap<>(Question.class);

    CounterAskReader(KnownAsk known, CounterRule rule, Section section, Physics physics) {
        this.known = known;
        this.rule = rule;
        this.section = section;
        this.physics = physics;
    }

    Ask read() {
        refuseWithoutSense();
        List<Limit> limits = limits();
        if (profiles.isEmpty()) {
            section.problem("limit", "expected at least one question (limit)");
        }
        return new Ask(
                rule.ask(),
                rule.metric(),
                ProbeSettings.NONE,
                EVERY_WINDOW,
                limits,
                Optional.empty(),
                Optional.empty(),
                profiles,
                AskReader.notAsked(section, NOT_ASKED_KEYS),
                terms());
    }

    /** What a fabric does not have would be not proven for ever. */
    private void refuseWithoutSense() {
        if (physics.cluster().isEmpty() || !rule.ask().startsWith("congestion.")) {
            return;
        }
        Optional<CongestionControl> control = physics.cluster().get().qos().map(qos -> qos.control());
        if (control.isEmpty()) {
            section.problem(
                    "limit",
                    "expected 'qos: {congestion-control: ..., lossless: [...]}' in cluster.yaml, which says what there is"
                            + " to count; or name the ask under not-asked");
        } else if (!rule.sense().test(control.get())) {
            section.problem(
                    "limit",
                    "expected nothing: cluster.yaml declares congestion control "
                            + control.get().text() + ", which has nothing of the kind; name the ask under not-asked");
        }
    }

    private List<Limit> limits() {
        if (!section.has("limit")) {
            return List.of();
        }
        Section limit = section.child("limit", LimitReader.KEYS);
        Set<Profile> asked = AskReader.profiles(limit, AskReader.ALL);
        profiles.put(Question.LIMIT, asked);
        return new LimitReader(known, limit, asked, physics, Optional.of(ProbeSettings.NONE)).read();
    }

    private CounterTerms terms() {
        List<String> tiers = section.list("tiers", text -> Texts.find(TIERS.toArray(String[]::new), t -> t, text));
        return new CounterTerms(
                section.list("during", KnownAsk::flows),
                tiers.isEmpty() ? rule.tiers() : new HashSet<>(tiers),
                section.orElse("minimum-packets", Amount.atLeast(1, Unit.COUNT), CounterTerms.PACKETS));
    }
}
