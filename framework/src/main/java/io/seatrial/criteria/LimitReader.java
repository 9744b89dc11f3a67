package io.seatrial.criteria;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.PathClass;
import java.time.LocalDate;
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
            "approved");
    static final List<String> FABRICS =
            List.of("infiniband", "roce2", "roce1", "iwarp", "soft-roce", "soft-iwarp", "tcp", "virtual-tcp");
    static final List<String> MEMORIES = List.of(Limit.Scope.HOST, Limit.Scope.GPU);
    private static final Pattern OF_WIRE = Pattern.compile("(.*\\S)\\s+of\\s+wire");
    static final Set<String> APPROVED_KEYS = Keys.of("by", "on");

    private static final Bound UNREADABLE = new Bound(new Quantity(1, Unit.COUNT), "");

    private final KnownAsk known;
    private final Section section;
    private final Set<Profile> asked;
    private final Physics physics;

    LimitReader(KnownAsk known, Section section, Set<Profile> asked, Physics physics) {
        this.known = known;
        this.section = section;
        this.asked = asked;
        this.physics = physics;
    }

    List<Limit> read() {
        List<Limit> limits = new ArrayList<>();
        for (Section row : section.sections("rows", ROW_KEYS)) {
            Limit limit = row(row);
            // Where fail itself cannot be read, that is the one thing to say about the row.
            if (limit.fail() != UNREADABLE) {
                check(row, limit);
                refuseShadow(row, limit, limits);
            }
            limits.add(limit);
        }
        if (limits.isEmpty()) {
            section.problem("rows", "expected at least one row: a limit has no default");
        }
        return limits;
    }

    private Limit row(Section row) {
        return new Limit(
                scope(row),
                row.required("fail", this::bound, UNREADABLE),
                row.optional("warn", this::bound),
                row.required("source", Texts::some, ""),
                row.required("evidence", EvidenceGrade::of, EvidenceGrade.D),
                row.has("approved") ? Optional.of(approval(row.child("approved", APPROVED_KEYS))) : Optional.empty());
    }

    private Limit.Scope scope(Section row) {
        List<Profile> profiles = row.list("profiles", Profile::of);
        return new Limit.Scope(
                row.optional("path-class", LimitReader::pathClass),
                row.optional("rate", Amount.atLeast(1, Unit.BITS_PER_SECOND))
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()),
                row.optional("platform", Texts::some),
                profiles.isEmpty() ? asked : EnumSet.copyOf(profiles),
                row.optional("fabric", text -> oneOf(FABRICS, text)),
                row.optional("memory", text -> oneOf(MEMORIES, text)));
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

    private static Approval approval(Section section) {
        return new Approval(
                section.required("by", Texts::some, "-"), section.required("on", LimitReader::date, LocalDate.EPOCH));
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

    private static void refuseShadow(Section row, Limit limit, List<Limit> before) {
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).holdsFor().covers(limit.holdsFor())) {
                row.problem(
                        "fail",
                        "this row never holds, because rows[" + i
                                + "] before it fits wherever it fits; put the more special row first");
                return;
            }
        }
    }
}
