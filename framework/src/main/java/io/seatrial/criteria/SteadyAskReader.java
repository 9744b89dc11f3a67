package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.collectives.LogDemands;
import io.seatrial.criteria.stability.SteadyRule;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one ask of {@code criteria.yaml} whose load lasts. */
final class SteadyAskReader {
    static final Set<String> KEYS = Keys.of("probe", "gap-max", "drift");
    static final Set<String> DRIFT_KEYS = Keys.of("profiles", "for", "tolerance", "dip", "dips", "rounds");

    private static final long WHOLE = 1_000_000;
    private static final long MOST_ROUNDS = 10_000;

    private final KnownAsk known;
    private final Section section;
    private final AskReader common;

    SteadyAskReader(KnownAsk known, Section section, Physics physics) {
        this.known = known;
        this.section = section;
        this.common = new AskReader(known, section, physics);
    }

    Ask read() {
        ProbeSettings probe = known.collective().isPresent()
                ? ProbeSettings.NONE
                : common.probe(section.child("probe", AskReader.probeKeys(known)));
        Terms terms = terms();
        return new Ask(
                known.id(),
                known.statistic(probe.statistic()).metric(),
                probe,
                common.samples(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                common.profiles(),
                Map.of(),
                terms);
    }

    /** Without a rule the section has its problem already, and no ask is taken from the file. */
    private Terms terms() {
        Optional<CollectiveTerms> run = known.collective().map(this::collective);
        return rule().<Terms>map(rule -> new Terms.Lasting(rule, run)).orElseGet(Terms.Plain::new);
    }

    private CollectiveTerms collective(Collective collective) {
        Section probe = section.child("probe", CollectiveKeys.keys());
        return new CollectiveTerms(
                CollectiveKeys.read(probe, collective), List.of(), Optional.empty(), LogDemands.CHANNELS_PER_NIC);
    }

    private Optional<SteadyRule> rule() {
        if (!common.asks(Question.DRIFT)) {
            section.problem("drift", "expected drift; name the ask under not-asked, with the reason, otherwise");
            return Optional.empty();
        }
        Section drift = section.child("drift", DRIFT_KEYS);
        common.profiles().put(Question.DRIFT, AskReader.profiles(drift, AskReader.ALL));
        return Optional.of(new SteadyRule(
                Duration.ofNanos(drift.orElse("for", Amount.atLeast(1, Unit.NANOSECONDS), SteadyRule.LASTS.toNanos())),
                drift.orElse("tolerance", text -> share(text, 1), SteadyRule.TOLERANCE),
                drift.orElse("dip", text -> share(text, 1), SteadyRule.DIP),
                drift.orElse("dips", text -> share(text, 0), SteadyRule.DIPS),
                drift.orElse("rounds", SteadyAskReader::rounds, (long) SteadyRule.ROUNDS)
                        .intValue()));
    }

    private static Long rounds(String text) {
        long rounds = Amount.of(Unit.COUNT).read(text);
        if (rounds < SteadyRule.LEAST_ROUNDS || rounds > MOST_ROUNDS) {
            throw new IllegalArgumentException("expected " + SteadyRule.LEAST_ROUNDS + ".." + MOST_ROUNDS
                    + ": with fewer rounds no step can be told from chance; got '" + text + "'");
        }
        return rounds;
    }

    private static Long share(String text, long least) {
        long share = Amount.of(Unit.PARTS_PER_MILLION).read(text);
        if (share < least || share >= WHOLE) {
            throw new IllegalArgumentException("expected a share above 0 % and below 100 %, got '" + text + "'");
        }
        return share;
    }
}
