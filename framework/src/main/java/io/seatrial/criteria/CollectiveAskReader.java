package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.collectives.CurveRule;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.criteria.collectives.LogDemands;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Unit;
import io.seatrial.probe.CollectiveSettings;
import io.seatrial.probe.CollectiveSettings.Backend;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads one ask of {@code criteria.yaml} that runs a collective. */
final class CollectiveAskReader {
    static final Set<String> KEYS = Keys.of(
            "probe", "repeats", "retests", "gap-max", "limit", "curve", "log", "class", "baseline", "not-asked");
    static final Set<String> NOT_ASKED_KEYS = Keys.of("limit", "curve", "log", "class", "baseline");

    private static final Set<String> LOG_KEYS = Keys.of("profiles", "channels-per-nic");
    private static final int FEWEST_SIZES = 3;
    /** MAXCHANNELS of NCCL 2.x (src/include/device.h). */
    private static final long MOST_CHANNELS = 64;

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
        CollectiveTerms terms = new CollectiveTerms(settings, limits(settings), curve(settings), log(settings));
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
                .with(terms);
        if (common.profiles().isEmpty()) {
            section.problem(
                    "limit",
                    "expected at least one question (limit, curve, log, class, baseline);"
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
                        section.child("probe").hasProblem("sizes") ? List.of() : settings.sizes())
                .read();
    }

    private Collection<Layout> layouts(CollectiveSettings settings) {
        return physics.cluster()
                .map(cluster -> CollectiveTerms.layouts(settings, known.shape().orElseThrow(), cluster)
                        .values())
                .orElse(List.of());
    }

    /** Read what is asked of the library's log: the fewest channels of a NIC. */
    private int log(CollectiveSettings settings) {
        if (!common.asks(Question.LOG)) {
            return LogDemands.CHANNELS_PER_NIC;
        }
        Section log = section.child("log", LOG_KEYS);
        common.profiles().put(Question.LOG, AskReader.profiles(log, AskReader.ALL));
        if (settings.backend() == Backend.HOST) {
            section.problem(
                    "log",
                    "expected backend: gpu or nccl-tests: with backend: host no library runs whose log could be read");
        }
        silenced(settings.environment()).ifPresent(why -> section.problem("log", why));
        return (int) (long) log.orElse("channels-per-nic", channels(), (long) LogDemands.CHANNELS_PER_NIC);
    }

    private static Section.Reading<Long> channels() {
        return text -> {
            long channels = Amount.atLeast(1, Unit.COUNT).read(text);
            if (channels > MOST_CHANNELS) {
                throw new IllegalArgumentException("expected at most " + MOST_CHANNELS + ", got '" + text + "'");
            }
            return channels;
        };
    }

    /** Say why a library is not heard that is told to be silent, or to write elsewhere. */
    private static Optional<String> silenced(Map<String, String> environment) {
        String level = environment.getOrDefault("NCCL_DEBUG", "INFO").toUpperCase(Locale.ROOT);
        if (!level.equals("INFO") && !level.equals("TRACE")) {
            return Optional.of("expected NCCL_DEBUG=INFO, or none in environment: with " + level
                    + " the library does not say what it uses");
        }
        if (environment.containsKey("NCCL_DEBUG_FILE")) {
            return Optional.of("expected no NCCL_DEBUG_FILE in environment: what stands there nobody reads");
        }
        List<String> parts = List.of(environment
                .getOrDefault("NCCL_DEBUG_SUBSYS", "ALL")
                .toUpperCase(Locale.ROOT)
                .split(","));
        return parts.contains("ALL") || parts.containsAll(List.of("INIT", "NET"))
                ? Optional.empty()
                : Optional.of("expected INIT and NET in NCCL_DEBUG_SUBSYS, or no such line in environment");
    }

    private Optional<CurveRule> curve(CollectiveSettings settings) {
        if (!common.asks(Question.CURVE)) {
            return Optional.empty();
        }
        Set<String> keys = new LinkedHashSet<>(CurveReader.KEYS);
        keys.add("profiles");
        Section curve = section.child("curve", keys);
        common.profiles().put(Question.CURVE, AskReader.profiles(curve, AskReader.ALL));
        if (settings.sizes().size() < FEWEST_SIZES && !section.child("probe").hasProblem("sizes")) {
            section.problem(
                    "curve",
                    "expected " + FEWEST_SIZES
                            + " sizes or more, so that one can lie below its neighbours; the probe has "
                            + settings.sizes().size());
        }
        return Optional.of(CurveReader.read(curve));
    }
}
