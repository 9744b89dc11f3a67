package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.collectives.CurveRule;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.measurement.Collective;
import io.seatrial.probe.CollectiveSettings;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads one ask of {@code criteria.yaml} that runs a collective. */
final class CollectiveAskReader {
    static final Set<String> KEYS =
            Keys.of("probe", "retests", "gap-max", "limit", "curve", "class", "baseline", "not-asked");
    static final Set<String> NOT_ASKED_KEYS = Keys.of("limit", "curve", "class", "baseline");

    private static final int FEWEST_SIZES = 3;

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
        CollectiveSettings settings = CollectiveKeys.read(section.child("probe", CollectiveKeys.keys()), collective);
        CollectiveTerms terms = new CollectiveTerms(settings, limits(settings), curve(settings));
        Ask ask = new Ask(
                        known.id(),
                        known.statistics().get(0).metric(),
                        ProbeSettings.NONE,
                        common.samples(),
                        List.of(),
                        common.outlier(),
                        common.drift(),
                        common.profiles(),
                        AskReader.notAsked(section, NOT_ASKED_KEYS))
                .of(terms);
        if (common.profiles().isEmpty()) {
            section.problem(
                    "limit",
                    "expected at least one question (limit, curve, class, baseline);"
                            + " name the ask under not-asked, with the reason, where nothing is to be asked");
        }
        return ask;
    }

    private List<SizeLimit> limits(CollectiveSettings settings) {
        if (!common.asks(Question.LIMIT)) {
            return List.of();
        }
        Section limit = section.child("limit", CollectiveLimitReader.KEYS);
        Set<Profile> asked = AskReader.profiles(limit, AskReader.ALL);
        common.profiles().put(Question.LIMIT, asked);
        return new CollectiveLimitReader(
                        limit,
                        asked,
                        physics,
                        collective,
                        CollectiveTerms.algorithm(settings),
                        layouts(settings),
                        settings.sizes())
                .read();
    }

    private Collection<Layout> layouts(CollectiveSettings settings) {
        return physics.cluster()
                .map(cluster -> CollectiveTerms.layouts(settings, known.shape().orElseThrow(), cluster)
                        .values())
                .orElse(List.of());
    }

    private Optional<CurveRule> curve(CollectiveSettings settings) {
        if (!common.asks(Question.CURVE)) {
            return Optional.empty();
        }
        Set<String> keys = new LinkedHashSet<>(CurveReader.KEYS);
        keys.add("profiles");
        Section curve = section.child("curve", keys);
        common.profiles().put(Question.CURVE, AskReader.profiles(curve, AskReader.ALL));
        if (settings.sizes().size() < FEWEST_SIZES) {
            section.problem(
                    "curve",
                    "expected " + FEWEST_SIZES
                            + " sizes or more, so that one can lie below its neighbours; the probe has "
                            + settings.sizes().size());
        }
        return Optional.of(CurveReader.read(curve));
    }
}
