package io.seatrial.criteria;

import io.seatrial.baseline.Tolerance;
import io.seatrial.criteria.Ask.DriftRule;
import io.seatrial.criteria.Ask.OutlierRule;
import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.criteria.Ask.SampleRules;
import io.seatrial.measurement.Quantile;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.probe.VerbsSettings;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Reads one ask of {@code criteria.yaml}. */
final class AskReader {
    static final Set<String> KEYS = Keys.of(
            "probe", "minimum-samples", "repeats", "retests", "gap-max", "limit", "class", "baseline", "not-asked");
    static final Set<String> PROBE_KEYS = Keys.of("size", "count", "duration", "streams", "warmup", "statistic");
    static final Set<String> CLASS_KEYS = Keys.of("profiles", "floor", "mad-sigmas", "minimum-members");
    static final Set<String> BASELINE_KEYS = Keys.of("profiles", "tolerance", "class-tolerance", "floor", "max-age");
    static final Set<String> NOT_ASKED_KEYS = Keys.of("limit", "class", "baseline");

    /** The key of how often rounds are run. */
    static final String REPEATS = "repeats";

    private static final Set<String> PROFILES =
            Keys.of(Profile.BRINGUP.text(), Profile.NIGHTLY.text(), Profile.PRE.text(), Profile.POST.text());

    static final Set<Profile> ALL = Set.of(Profile.values());
    private static final Set<Profile> AFTER_BRINGUP = Set.of(Profile.NIGHTLY, Profile.PRE, Profile.POST);

    /** A median of fewer round trips moves with each of them. */
    private static final long LATENCY_SAMPLES = 100;

    private static final long GAP_MAX = 10_000_000;
    private static final long RETESTS = 1;
    /** Domain notes, RDMA latency: 0.3 us or 5 MAD-sigmas. */
    private static final Quantity LATENCY_FLOOR = new Quantity(300, Unit.NANOSECONDS);
    /** Domain notes, deviations used as failure: 5 % of bandwidth. */
    private static final Quantity BANDWIDTH_FLOOR = new Quantity(50_000, Unit.PARTS_PER_MILLION);

    private static final long SIGMAS = 5;
    private static final long MEMBERS = 6;
    /** Domain notes, comparing with a baseline: 5 % of bandwidth, 10 % or 0.3 us of latency. */
    private static final long BANDWIDTH_TOLERANCE = 50_000;

    private static final long LATENCY_TOLERANCE = 100_000;
    /** Domain notes, overlap: alert on 2 points of the exposed share. */
    private static final long POINTS_FLOOR = 20_000;

    private static final long MAX_AGE = Duration.ofDays(180).toNanos();

    private final KnownAsk known;
    private final Section section;
    private final Physics physics;
    private final Map<Question, Set<Profile>> profiles = new EnumMap<>(Question.class);

    AskReader(KnownAsk known, Section section, Physics physics) {
        this.known = known;
        this.section = section;
        this.physics = physics;
    }

    Ask read() {
        Section declared = section.child("probe", probeKeys(known));
        ProbeSettings probe = probe(declared);
        new ProbeContradictions(known, declared, probe).refuse();
        SampleRules samples = samples();
        requireSamplesBeyond(probe);
        requireNoMoreThanMeasured(probe, samples);
        refuseUnobservedGap(probe);
        List<Limit> limits = limits(probe);
        Optional<OutlierRule> outlier = outlier();
        Optional<DriftRule> drift = drift();
        if (profiles.isEmpty()) {
            section.problem(
                    "limit",
                    "expected at least one question (limit, class, baseline);"
                            + " name the ask under not-asked, with the reason, where nothing is to be asked");
        }
        return new Ask(
                known.id(),
                known.statistic(probe.statistic()).metric(),
                probe,
                samples,
                limits,
                outlier,
                drift,
                profiles,
                notAsked(section, NOT_ASKED_KEYS));
    }

    private void requireNoMoreThanMeasured(ProbeSettings probe, SampleRules samples) {
        String most = known.sendsSingleMessages() ? "the probe's count (" + count(probe) + ")" : "1, its one reading";
        if (samples.minimum() > (known.sendsSingleMessages() ? count(probe) : 1)) {
            section.problem(
                    "minimum-samples",
                    "expected at most " + most + ", got '" + samples.minimum()
                            + "': with more than is measured nothing is ever proven");
        }
    }

    /** Where two are compared, the fewer samples of both are those of the ratio. */
    private long count(ProbeSettings probe) {
        return probe.count().orElse(ProbeSettings.defaultCount(!known.usesSockets()));
    }

    private void refuseUnobservedGap(ProbeSettings probe) {
        if (probe.isByPerftest() && section.has("gap-max")) {
            section.problem(
                    "gap-max",
                    "cannot be kept with tool: perftest, which does not observe the host's clock; leave it out");
        }
    }

    /** A quantile with too few samples beyond it is never proven, whatever is measured. */
    private void requireSamplesBeyond(ProbeSettings probe) {
        Quantile.of(known.statistic(probe.statistic()).metric())
                .filter(quantile -> count(probe) < quantile.needed())
                .ifPresent(quantile -> section.problem(
                        "probe",
                        "expected a count of " + quantile.needed() + " or more, so that " + Quantile.BEYOND
                                + " samples lie beyond the " + quantile.text() + " that is judged"));
    }

    ProbeSettings probe(Section probe) {
        return new ProbeSettings(
                probe.optional("size", this::size).map(OptionalLong::of).orElse(OptionalLong.empty()),
                optional(probe, "count", Unit.COUNT),
                optional(probe, "duration", Unit.NANOSECONDS),
                optional(probe, "streams", Unit.COUNT),
                probe.optional("warmup", Amount.of(Unit.COUNT))
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()),
                probe.orElse(
                        "statistic",
                        text -> known.statistic(text).name(),
                        known.statistics().get(0).name()),
                VerbsKeys.read(probe),
                VerbsKeys.tool(probe));
    }

    /** Return the keys of a probe; those of queue pairs only where there are any. */
    static Set<String> probeKeys(KnownAsk known) {
        Set<String> keys = new LinkedHashSet<>(PROBE_KEYS);
        if (known.isRdma()) {
            keys.addAll(VerbsKeys.KEYS);
        }
        return keys;
    }

    private Long size(String text) {
        long size = Amount.atLeast(1, Unit.BYTES).read(text);
        if (known.isRdma() && size > VerbsSettings.LARGEST_MESSAGE) {
            throw new IllegalArgumentException(
                    "expected at most " + VerbsSettings.LARGEST_MESSAGE + " B, got '" + text + "'");
        }
        return size;
    }

    private static OptionalLong optional(Section section, String key, Unit unit) {
        return section.optional(key, Amount.atLeast(1, unit))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    SampleRules samples() {
        return new SampleRules(
                section.orElse(
                        "minimum-samples", Amount.atLeast(1, Unit.COUNT), known.isLatency() ? LATENCY_SAMPLES : 1),
                section.orElse("gap-max", Amount.atLeast(1, Unit.NANOSECONDS), GAP_MAX),
                section.orElse("retests", AskReader::small, RETESTS).intValue(),
                repeats());
    }

    /** Read one number for all profiles, or one for each that is named. */
    private Repeats repeats() {
        if (!section.has(REPEATS)) {
            return Repeats.ONCE;
        }
        if (!known.isOfFlows()) {
            section.problem(REPEATS, "expected no repeats: what is read is read once");
            return Repeats.ONCE;
        }
        if (!section.isMapping(REPEATS)) {
            return section.optional(REPEATS, AskReader::times)
                    .map(Repeats::always)
                    .orElse(Repeats.ONCE);
        }
        Section named = section.child(REPEATS, PROFILES);
        if (named.keys().isEmpty()) {
            section.problem(REPEATS, "expected a number, or one for each of some profiles: {nightly: 3}");
        }
        Map<Profile, Integer> byProfile = new EnumMap<>(Profile.class);
        for (Profile profile : Profile.values()) {
            named.optional(profile.text(), AskReader::times).ifPresent(times -> byProfile.put(profile, times));
        }
        return new Repeats(byProfile);
    }

    private static Integer times(String text) {
        long times = Amount.of(Unit.COUNT).read(text);
        if (times < 1 || times > Repeats.MOST) {
            throw new IllegalArgumentException("expected 1.." + Repeats.MOST + ", got '" + text + "'");
        }
        return (int) times;
    }

    private static Long small(String text) {
        long value = Amount.of(Unit.COUNT).read(text);
        if (value > 100) {
            throw new IllegalArgumentException("expected 0..100, got '" + text + "'");
        }
        return value;
    }

    List<Limit> limits(ProbeSettings probe) {
        if (!asks(Question.LIMIT)) {
            return List.of();
        }
        Section limit = section.child("limit", LimitReader.KEYS);
        Set<Profile> asked = profiles(limit, ALL);
        profiles.put(Question.LIMIT, asked);
        return new LimitReader(known, limit, asked, physics.under(Wire.best(known, probe)), Optional.of(probe)).read();
    }

    Optional<OutlierRule> outlier() {
        if (!asks(Question.CLASS)) {
            return Optional.empty();
        }
        Section rule = section.child("class", CLASS_KEYS);
        profiles.put(Question.CLASS, profiles(rule, ALL));
        Quantity floor = rule.orElse("floor", this::floor, known.isLatency() ? LATENCY_FLOOR : BANDWIDTH_FLOOR);
        boolean relative = floor.unit() == Unit.PARTS_PER_MILLION;
        return Optional.of(new OutlierRule(
                relative ? OptionalLong.empty() : OptionalLong.of(floor.value()),
                relative ? floor.value() : 0,
                rule.orElse("mad-sigmas", Amount.atLeast(1, Unit.COUNT), SIGMAS).intValue(),
                rule.orElse("minimum-members", Amount.atLeast(3, Unit.COUNT), MEMBERS)
                        .intValue()));
    }

    private Quantity floor(String text) {
        Quantity floor = Amount.parse(text);
        boolean known = floor.unit() == this.known.unit() || floor.unit() == Unit.PARTS_PER_MILLION;
        if (!known || floor.value() < 1) {
            throw new IllegalArgumentException(Amount.expected(this.known.unit())
                    + " or a share of the median, above 0: with values that are all equal the floor alone decides; got '"
                    + text + "'");
        }
        return floor;
    }

    Optional<DriftRule> drift() {
        if (!asks(Question.BASELINE)) {
            return Optional.empty();
        }
        Section rule = section.child("baseline", BASELINE_KEYS);
        profiles.put(Question.BASELINE, profiles(rule, AFTER_BRINGUP));
        long share =
                rule.orElse("tolerance", AskReader::share, known.isLatency() ? LATENCY_TOLERANCE : BANDWIDTH_TOLERANCE);
        long floor = rule.orElse("floor", Amount.of(known.unit()), floor());
        return Optional.of(new DriftRule(
                new Tolerance(share, floor),
                new Tolerance(rule.orElse("class-tolerance", AskReader::share, Math.min(2 * share, 999_999)), floor),
                Duration.ofNanos(rule.orElse("max-age", Amount.atLeast(1, Unit.NANOSECONDS), MAX_AGE)),
                !rule.has("tolerance")));
    }

    private long floor() {
        if (known.isShareOfCollective()) {
            return POINTS_FLOOR;
        }
        return known.isLatency() ? LATENCY_FLOOR.value() : 0;
    }

    private static Long share(String text) {
        long share = Amount.of(Unit.PARTS_PER_MILLION).read(text);
        if (share < 1 || share >= 1_000_000) {
            throw new IllegalArgumentException("expected a share above 0 % and below 100 %, got '" + text + "'");
        }
        return share;
    }

    /** Return in which profiles the questions are asked that were read so far. */
    Map<Question, Set<Profile>> profiles() {
        return profiles;
    }

    boolean asks(Question question) {
        boolean declared = section.has(question.text());
        if (declared && !known.questions().contains(question)) {
            section.problem(
                    question.text(),
                    "expected one of "
                            + known.inOrder().stream().map(Question::text).toList() + ": " + known.id()
                            + " has nothing else to ask");
            return false;
        }
        return declared;
    }

    static Set<Profile> profiles(Section section, Set<Profile> otherwise) {
        if (!section.has("profiles")) {
            return otherwise;
        }
        List<Profile> named = section.list("profiles", Profile::of);
        if (named.isEmpty()) {
            section.problem(
                    "profiles", "expected at least one profile; leave the question out where it is never asked");
            return otherwise;
        }
        return Set.copyOf(EnumSet.copyOf(named));
    }

    static Map<Question, String> notAsked(Section section, Set<String> keys) {
        Map<Question, String> reasons = new EnumMap<>(Question.class);
        Section declared = section.child("not-asked", keys);
        for (String key : declared.keys()) {
            if (keys.contains(key)) {
                reasons.put(Question.of(key), declared.required(key, Texts::some, ""));
            }
        }
        return reasons;
    }
}
