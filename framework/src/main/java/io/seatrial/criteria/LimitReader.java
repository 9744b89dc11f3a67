package io.seatrial.criteria;

import io.seatrial.criteria.Ask.ProbeSettings;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.PathClass;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the declared limits of one ask: rows of which the first that fits holds. */
final class LimitReader {
    static final Set<String> KEYS = Keys.of("profiles", "rows");
    static final Set<String> ROW_KEYS = Keys.of(
            "path-class",
            "rate",
            "platform",
            "fabric",
            "memory",
            "profiles",
            "warn",
            "fail",
            "source",
            "evidence",
            "warn-source",
            "warn-evidence",
            "approved",
            "from");
    /** What a row of an ask that counts may say: it is measured over links, and so over no path, fabric or memory. */
    static final Set<String> COUNTER_ROW_KEYS = Keys.of(
            "rate",
            "platform",
            "during",
            "profiles",
            "warn",
            "fail",
            "source",
            "evidence",
            "warn-source",
            "warn-evidence",
            "approved");
    /** What a row may say beside {@code from}. */
    private static final Set<String> FROM_KEYS = Keys.of("from", "profiles", "approved");

    static final List<String> FABRICS =
            List.of("infiniband", "roce2", "roce1", "iwarp", "soft-roce", "soft-iwarp", "tcp", "virtual-tcp");
    static final List<String> MEMORIES = List.of(Limit.Scope.HOST, Limit.Scope.GPU);
    private static final Pattern OF_WIRE = Pattern.compile("(.*\\S)\\s+of\\s+wire");
    static final Set<String> APPROVED_KEYS = Keys.of("by", "on");

    /** What stands in the example to copy where a name belongs. */
    private static final String PLACEHOLDER = "your name";

    private static final Bound UNREADABLE = new Bound(new Quantity(1, Unit.COUNT), "");

    private final KnownAsk known;
    private final Section section;
    private final Set<Profile> asked;
    private final Physics physics;
    private final Optional<ProbeSettings> probe;
    private final Reach reach;
    private final List<Limit> limits = new ArrayList<>();
    /** Which row of the file each limit stands in. */
    private final List<Integer> rows = new ArrayList<>();

    /** @param probe how the ask is measured; empty for the rows that come with the product */
    LimitReader(KnownAsk known, Section section, Set<Profile> asked, Physics physics, Optional<ProbeSettings> probe) {
        this.known = known;
        this.section = section;
        this.asked = asked;
        this.physics = physics;
        this.probe = probe;
        this.reach = new Reach(known, physics.cluster(), probe);
    }

    List<Limit> read() {
        boolean shipped = false;
        int number = 0;
        for (Section row : section.sections("rows", known.isCounter() ? COUNTER_ROW_KEYS : ROW_KEYS)) {
            List<Limit> read = row.has("from") ? shipped(row) : List.of(row(row));
            if (row.has("from") && !read.isEmpty() && read.stream().allMatch(limit -> coveredBy(limit) >= 0)) {
                refuseShadow(row, "from", read.get(0));
            }
            for (Limit limit : read) {
                add(row, number, limit);
            }
            shipped |= row.has("from");
            number++;
        }
        if (number == 0) {
            section.problem("rows", "expected at least one row: a limit has no default");
        } else if (probe.isPresent() && limits.stream().noneMatch(limit -> limit.fail() == UNREADABLE)) {
            requireRowsForEveryProfile(shipped && !limits.isEmpty());
        }
        return limits;
    }

    private void add(Section row, int number, Limit limit) {
        // Where fail itself cannot be read, that is the one thing to say about the row.
        if (limit.fail() != UNREADABLE) {
            check(row, limit);
            if (!row.has("from")) {
                refuseShadow(row, "fail", limit);
            }
        }
        limits.add(limit);
        rows.add(number);
    }

    /** Take rows that come with the product, in place of this one. */
    private List<Limit> shipped(Section row) {
        row.keys().stream()
                .filter(key -> ROW_KEYS.contains(key) && !FROM_KEYS.contains(key))
                .forEach(key -> row.problem(
                        key, "expected nothing but profiles and approved beside from: its rows have their own values"));
        requireFirstStatistic(row);
        List<Limit> all = row.optional("from", set -> ShippedLimits.get().rows(set, known))
                .orElse(List.of());
        if (all.stream().anyMatch(limit -> limit.holdsFor().platform().isPresent())) {
            physics.unknownPlatform().ifPresent(text -> row.problem("from", text));
        }
        List<Profile> profiles = row.list("profiles", Profile::of);
        List<Limit> narrowed =
                ShippedLimits.within(all, profiles.isEmpty() ? asked : EnumSet.copyOf(profiles), approval(row));
        return narrowed.stream()
                .filter(limit -> physics.isOfThisPlatform(limit.holdsFor()))
                .toList();
    }

    private void requireFirstStatistic(Section row) {
        String of = known.statistics().get(0).name();
        String statistic = probe.map(ProbeSettings::statistic).orElse(of);
        if (!statistic.equals(of)) {
            row.problem(
                    "from",
                    "expected the statistic " + of + ", of which these limits speak; the ask judges " + statistic);
        }
    }

    /**
     * A profile in which no row can hold would be not proven for ever. Rows of one's own may leave out a profile knowingly; shipped ones do it
     * without a word in the file.
     */
    private void requireRowsForEveryProfile(boolean shipped) {
        for (Profile profile : asked) {
            List<Limit.Scope> rows = limits.stream()
                    .map(Limit::holdsFor)
                    .filter(scope -> scope.profiles().contains(profile))
                    .toList();
            if (rows.isEmpty() && shipped) {
                section.problem(
                        "rows",
                        "expected a row that holds in profile " + profile.text() + ", which the rows of " + known.id()
                                + " do not speak of: add a row, or leave the profile out of profiles");
            } else if (!rows.isEmpty()
                    && physics.cluster().isPresent()
                    && rows.stream().noneMatch(reach::canHold)) {
                section.problem(
                        "rows",
                        "expected a row that can hold here in profile " + profile.text() + " (" + reach.text()
                                + "), got none of which everything fits: add a row, or correct platform, rate, fabric or"
                                + " memory of one");
            }
        }
    }

    private Limit row(Section row) {
        return new Limit(
                scope(row),
                row.required("fail", this::bound, UNREADABLE),
                row.optional("warn", this::bound),
                row.required("source", Texts::some, ""),
                row.required("evidence", EvidenceGrade::of, EvidenceGrade.D),
                approval(row),
                warnFounding(row));
    }

    private static Optional<Limit.Founding> warnFounding(Section row) {
        if (!row.has("warn-source") && !row.has("warn-evidence")) {
            return Optional.empty();
        }
        if (!row.has("warn")) {
            row.problem("warn", "expected a warn edge beside warn-source and warn-evidence");
        }
        return Optional.of(new Limit.Founding(
                row.required("warn-source", Texts::some, ""),
                row.required("warn-evidence", EvidenceGrade::of, EvidenceGrade.D)));
    }

    /** Read who approved; the placeholder of the example to copy is nobody. */
    static Optional<Approval> approval(Section row) {
        return row.has("approved")
                ? Optional.of(approved(row.child("approved", APPROVED_KEYS)))
                        .filter(approval -> !approval.by().strip().equalsIgnoreCase(PLACEHOLDER))
                : Optional.empty();
    }

    private Limit.Scope scope(Section row) {
        List<Profile> profiles = row.list("profiles", Profile::of);
        return new Limit.Scope(
                row.optional("path-class", LimitReader::pathClass),
                row.optional("rate", Amount.atLeast(1, Unit.BITS_PER_SECOND))
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()),
                row.optional("platform", this::platform),
                profiles.isEmpty() ? asked : EnumSet.copyOf(profiles),
                row.optional("fabric", text -> oneOf(FABRICS, text)),
                row.optional("memory", text -> oneOf(MEMORIES, text)),
                row.optional("during", KnownAsk::flows));
    }

    private String platform(String text) {
        String platform = Texts.some(text);
        physics.unknownPlatform(platform).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return platform;
    }

    private static String oneOf(List<String> known, String text) {
        return Texts.find(known.toArray(String[]::new), Function.identity(), text);
    }

    private static String pathClass(String text) {
        return Texts.find(PathClass.values(), PathClass::text, text).text();
    }

    private Bound bound(String text) {
        Matcher ofWire = OF_WIRE.matcher(text.strip());
        if (ofWire.matches()) {
            return ofWire(ofWire.group(1), text);
        }
        Quantity quantity = Amount.parse(text);
        boolean relative = quantity.unit() == Unit.PARTS_PER_MILLION && known.unit() == Unit.BITS_PER_SECOND;
        if (quantity.unit() != known.unit() && !relative) {
            String share = known.unit() == Unit.BITS_PER_SECOND ? " or a share of the rated speed, such as 90%" : "";
            throw new IllegalArgumentException(Amount.expected(known.unit()) + share + ", got '" + text + "'");
        }
        return new Bound(quantity, text);
    }

    private Bound ofWire(String share, String text) {
        Quantity quantity = Amount.parse(share);
        if (!known.isRdma() || known.unit() != Unit.BITS_PER_SECOND || quantity.unit() != Unit.PARTS_PER_MILLION) {
            throw new IllegalArgumentException(
                    "expected a share of the wire, such as 92% of wire, of an RDMA bandwidth only; got '" + text + "'");
        }
        return new Bound(quantity, true, text);
    }

    private static Approval approved(Section section) {
        return new Approval(
                section.required("by", Texts::some, "-"), section.required("on", LimitReader::past, LocalDate.EPOCH));
    }

    /** Nobody approves tomorrow; today is what it is where it begins first. */
    private static LocalDate past(String text) {
        LocalDate date = date(text);
        if (date.isAfter(LocalDate.now(ZoneOffset.MAX))) {
            throw new IllegalArgumentException("expected the day of the approval, not one to come, got '" + text + "'");
        }
        return date;
    }

    static LocalDate date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("expected a date such as 2026-01-31, got '" + text + "'", e);
        }
    }

    private void check(Section row, Limit limit) {
        physics.objection(known, limit, limit.fail()).ifPresent(text -> row.problem("fail", text));
        limit.warn().ifPresent(warn -> {
            if (warn.isRelative() != limit.fail().isRelative()
                    || warn.ofWire() != limit.fail().ofWire()) {
                row.problem("warn", "expected the same kind of amount as fail, so that the two can be compared");
            } else if (better().isWorse(
                            warn.declared().value(), limit.fail().declared().value())) {
                row.problem(
                        "warn",
                        "expected an edge on the better side of fail ("
                                + limit.fail().text() + "), got '" + warn.text() + "'");
            } else {
                physics.objection(known, limit, warn).ifPresent(text -> row.problem("warn", text));
            }
        });
    }

    private Direction better() {
        return known.statistics().get(0).metric().better();
    }

    private void refuseShadow(Section row, String key, Limit limit) {
        int earlier = coveredBy(limit);
        if (earlier >= 0) {
            row.problem(
                    key,
                    "this row never holds, because rows[" + earlier
                            + "] before it fits wherever it fits; put the more special row first");
        }
    }

    /** Return the number of a row that leaves nothing to a limit, -1 where there is none. Several rows may do it together, each in its profiles. */
    private int coveredBy(Limit limit) {
        int last = -1;
        for (Profile profile : limit.holdsFor().profiles()) {
            int earlier = coveredBy(limit.holdsFor(), profile);
            if (earlier < 0) {
                return -1;
            }
            last = Math.max(last, earlier);
        }
        return last;
    }

    private int coveredBy(Limit.Scope scope, Profile profile) {
        boolean here = physics.cluster().isPresent() && physics.isOfThisPlatform(scope);
        for (int i = 0; i < limits.size(); i++) {
            Limit.Scope earlier = limits.get(i).holdsFor();
            boolean holds = earlier.profiles().contains(profile) && (!here || physics.isOfThisPlatform(earlier));
            if (holds && in(earlier, profile, here).covers(in(scope, profile, here))) {
                return rows.get(i);
            }
        }
        return -1;
    }

    /** In the cluster at hand its platform tells no scopes apart. */
    private static Limit.Scope in(Limit.Scope scope, Profile profile, boolean here) {
        return here ? scope.inPlatformOf(profile) : scope.within(Set.of(profile));
    }
}
