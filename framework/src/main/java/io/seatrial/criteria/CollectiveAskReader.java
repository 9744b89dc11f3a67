package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.measurement.Collective;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one ask of {@code criteria.yaml} that runs a collective. */
final class CollectiveAskReader {
    static final Set<String> KEYS = Keys.of("probe", "retests", "gap-max", "limit", "class", "baseline", "not-asked");

    private final KnownAsk known;
    private final Collective collective;
    private final Section section;
    private final Physics physics;
    private final AskReader common;

    CollectiveAskReader(KnownAsk known, Collective collective, Section section, Physics physics) {
        this.known = known;
        this.collective = collective;
        this.section = section;
        this.physics = physics;
        this.common = new AskReader(known, section, physics);
    }

    Ask read() {
        Section probe = section.child("probe", CollectiveKeys.keys());
        CollectiveTerms terms = new CollectiveTerms(CollectiveKeys.read(probe, collective));
        List<Limit> limits = limits();
        Ask ask = new Ask(
                        known.id(),
                        known.statistics().get(0).metric(),
                        ProbeSettings.NONE,
                        common.samples(),
                        limits,
                        common.outlier(),
                        common.drift(),
                        common.profiles(),
                        AskReader.notAsked(section, AskReader.NOT_ASKED_KEYS))
                .of(terms);
        if (common.profiles().isEmpty()) {
            section.problem(
                    "limit",
                    "expected at least one question (limit, class, baseline);"
                            + " name the ask under not-asked, with the reason, where nothing is to be asked");
        }
        return ask;
    }

    private List<Limit> limits() {
        if (!common.asks(Question.LIMIT)) {
            return List.of();
        }
        Section limit = section.child("limit", LimitReader.KEYS);
        Set<Profile> asked = AskReader.profiles(limit, AskReader.ALL);
        common.profiles().put(Question.LIMIT, asked);
        return new LimitReader(known, limit, asked, physics, Optional.of(ProbeSettings.NONE)).read();
    }
}
