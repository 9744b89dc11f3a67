package io.seatrial.criteria;

import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.CollectiveBound;
import io.seatrial.criteria.collectives.Figures;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the rows of {@code limit:} of an ask of collectives. A share above the whole bound is refused, and an amount above five quarters of
 * what the narrowest group could reach; an amount between the bound and that edge is remarked on where it is judged.
 */
final class CollectiveLimitReader {
    static final Set<String> KEYS = Keys.of("profiles", "rows");
    static final Set<String> ROW_KEYS =
            Keys.of("size", "fail", "warn", "source", "evidence", "approved", "profiles", "platform");

    private static final Pattern OF_BOUND = Pattern.compile("(.*\\S)\\s+of\\s+bound");
    /** A share above the whole is never meant. */
    private static final long WHOLE = 1_000_000;

    private static final Bound UNREADABLE = new Bound(new Quantity(1, Unit.COUNT), "");

    private final List<Long> sizes;
    private final Section section;
    private final Set<Profile> asked;
    private final Physics physics;
    private final Optional<CollectiveBound> narrowest;
    private final List<SizeLimit> limits = new ArrayList<>();

    /**
     * @param section what stands under {@code limit:}
     * @param asked profiles in which it is asked
     * @param physics knows the cluster, empty where the file is read by itself
     * @param algorithm which one is declared
     * @param layouts those of the groups of the ask; empty where the file is read by itself
     * @param sizes which are run, rising, bytes; empty where they cannot be read, so that no row is held against them
     */
    CollectiveLimitReader(
            Section section,
            Set<Profile> asked,
            Physics physics,
            Collective collective,
            Optional<Algorithm> algorithm,
            Collection<Layout> layouts,
            List<Long> sizes) {
        this.sizes = List.copyOf(sizes);
        this.section = section;
        this.asked = asked;
        this.physics = physics;
        narrowest = layouts.stream()
                .flatMap(layout -> CollectiveBound.of(collective, layout, algorithm).stream())
                .min(Comparator.comparingLong(CollectiveBound::value));
    }

    List<SizeLimit> read() {
        for (Section row : section.sections("rows", ROW_KEYS)) {
            SizeLimit limit = row(row);
            if (limit.fail() != UNREADABLE) {
                check(row, limit);
            }
            limits.add(limit);
        }
        if (limits.isEmpty()) {
            section.problem("rows", "expected at least one row with its size: a limit has no default");
        }
        asked.stream().sorted().filter(profile -> !holds(profile)).forEach(this::missing);
        return limits;
    }

    private boolean holds(Profile profile) {
        return limits.isEmpty()
                || limits.stream()
                        .anyMatch(limit -> physics.cluster()
                                .map(cluster -> limit.holdsIn(cluster, profile))
                                .orElse(limit.profiles().contains(profile)));
    }

    private void missing(Profile profile) {
        section.problem(
                "rows",
                "expected a row that can hold here in profile " + profile.text()
                        + ": add one, correct its platform, or leave the profile out of profiles");
    }

    private SizeLimit row(Section row) {
        List<Profile> profiles = row.list("profiles", Profile::of);
        return new SizeLimit(
                row.required("size", this::size, 1L),
                row.optional("platform", this::platform),
                profiles.isEmpty() ? asked : EnumSet.copyOf(profiles),
                row.required("fail", CollectiveLimitReader::bound, UNREADABLE),
                row.optional("warn", CollectiveLimitReader::bound),
                row.required("source", Texts::some, ""),
                row.required("evidence", EvidenceGrade::of, EvidenceGrade.D),
                LimitReader.approval(row));
    }

    /** A row for a size that is not run would be not proven for ever. */
    private Long size(String text) {
        long size = Amount.atLeast(1, Unit.BYTES).read(text);
        if (!sizes.isEmpty() && !sizes.contains(size)) {
            throw new IllegalArgumentException("expected one of the sizes that are run ("
                    + String.join(", ", sizes.stream().map(Figures::size).toList()) + "), got '" + text + "'");
        }
        return size;
    }

    private String platform(String text) {
        String platform = Texts.some(text);
        physics.unknownPlatform(platform).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return platform;
    }

    private static Bound bound(String text) {
        Matcher share = OF_BOUND.matcher(text.strip());
        Unit expected = share.matches() ? Unit.PARTS_PER_MILLION : Unit.BYTES_PER_SECOND;
        Quantity quantity;
        try {
            quantity = new Quantity(Amount.of(expected).read(share.matches() ? share.group(1) : text), expected);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    Amount.expected(Unit.BYTES_PER_SECOND) + " or a share of the bound, such as 80% of bound, got '"
                            + text + "'",
                    e);
        }
        if (quantity.value() < 1) {
            throw new IllegalArgumentException("expected a limit above 0, got '" + text + "': nothing could fail it");
        }
        return new Bound(quantity, text.strip());
    }

    private void check(Section row, SizeLimit limit) {
        refuseAboveBound(row, "fail", limit, limit.fail());
        limit.warn().ifPresent(warn -> {
            if (warn.isRelative() != limit.fail().isRelative()) {
                row.problem("warn", "expected the same kind of amount as fail, so that the two can be compared");
            } else if (warn.declared().value() < limit.fail().declared().value()) {
                row.problem(
                        "warn",
                        "expected an edge on the better side of fail ("
                                + limit.fail().text() + "), got '" + warn.text() + "'");
            } else {
                refuseAboveBound(row, "warn", limit, warn);
            }
        });
        if (limits.stream().anyMatch(earlier -> earlier.covers(limit))) {
            row.problem(
                    "size", "this row never holds, because one before it has the same size and fits wherever it fits");
        }
    }

    private void refuseAboveBound(Section row, String key, SizeLimit limit, Bound edge) {
        if (edge.isRelative()) {
            if (edge.declared().value() > WHOLE) {
                row.problem(
                        key,
                        "expected at most 100% of bound, got '" + edge.text()
                                + "': no fabric gives more than its bound");
            }
            return;
        }
        boolean here = physics.cluster()
                .map(cluster -> limit.platform().map(cluster.platform()::equals).orElse(true))
                .orElse(false);
        narrowest
                .filter(most -> here && most.refuses(edge.declared().value()))
                .ifPresent(most -> row.problem(
                        key,
                        "expected at most " + CollectiveBound.REFUSED_PERCENT + " % of " + most.told() + ", got '"
                                + edge.text()
                                + "': no cluster keeps a limit that far above the bound; correct the limit, the algorithm or"
                                + " cluster.yaml"));
    }
}
