package io.seatrial.criteria;

import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Limits that come with the product, which a {@code criteria.yaml} may take by {@code from:}. Facts and their sources stand in {@code
 * shipped-limits.yaml} beside this class; a limit that a person did not approve for a cluster stays provisional whatever its evidence.
 *
 * @param platforms what is known of each platform class, by its name
 * @param sets rows by name of the set and ask
 */
record ShippedLimits(Map<String, Platform> platforms, Map<String, Map<String, List<Limit>>> sets) {
    private static final String FILE = "shipped-limits.yaml";
    private static final Set<String> KEYS = Keys.of("version", "platforms", "limits");
    private static final Set<String> PLATFORM_KEYS = Keys.of("gpus", "ports", "rate", "nvlink");
    private static final Set<String> SET_KEYS = Keys.of("from", "asks", "rows");

    /** Read once: the file is part of the program. */
    private static final ShippedLimits SHIPPED = YamlFile.shipped(FILE, KEYS, ShippedLimits::read);

    ShippedLimits {
        platforms = Collections.unmodifiableMap(new LinkedHashMap<>(platforms));
        sets = Collections.unmodifiableMap(new TreeMap<>(sets));
    }

    /**
     * A platform class.
     *
     * @param gpus GPUs of a host
     * @param ports RDMA ports of a host
     * @param rate of a port, bit/s
     * @param nvlink of a GPU in one direction, B/s: NVLink, or what joins GPUs in its place
     */
    record Platform(long gpus, long ports, long rate, long nvlink) {}

    /** Return what comes with this version. */
    static ShippedLimits get() {
        return SHIPPED;
    }

    private static ShippedLimits read(Section root) {
        root.required("version", Versions.only(1), 1L);
        Map<String, Platform> platforms = new LinkedHashMap<>();
        Section declared = root.child("platforms");
        for (String name : declared.keys()) {
            platforms.put(name, platform(declared.child(name, PLATFORM_KEYS)));
        }
        Map<String, Map<String, List<Limit>>> sets = new TreeMap<>();
        for (Section set : root.sections("limits", SET_KEYS)) {
            Map<String, List<Limit>> byAsk =
                    sets.computeIfAbsent(set.required("from", Texts::some, ""), from -> new TreeMap<>());
            for (KnownAsk ask : set.list("asks", KnownAsk::of)) {
                byAsk.put(ask.id(), rows(set, ask));
            }
        }
        return new ShippedLimits(platforms, sets);
    }

    private static Platform platform(Section section) {
        return new Platform(
                section.required("gpus", Amount.atLeast(1, Unit.COUNT), 1L),
                section.required("ports", Amount.atLeast(1, Unit.COUNT), 1L),
                section.required("rate", Amount.atLeast(1, Unit.BITS_PER_SECOND), 1L),
                section.required("nvlink", Amount.atLeast(1, Unit.BYTES_PER_SECOND), 1L));
    }

    private static List<Limit> rows(Section set, KnownAsk ask) {
        Physics anyCluster = new Physics(Optional.empty());
        return new LimitReader(ask, set, EnumSet.allOf(Profile.class), anyCluster, Optional.empty()).read();
    }

    /**
     * Return the rows of a set for an ask, in the order in which they hold.
     *
     * @throws IllegalArgumentException if there is no such set, or it has nothing for the ask
     */
    List<Limit> rows(String set, KnownAsk ask) {
        Map<String, List<Limit>> byAsk = sets.get(set);
        if (byAsk == null) {
            throw new IllegalArgumentException(Problems.expectedOneOf(set, sets.keySet()));
        }
        List<Limit> rows = byAsk.get(ask.id());
        if (rows == null) {
            throw new IllegalArgumentException(set + " has no limit of " + ask.id() + "; expected one of "
                    + String.join(", ", byAsk.keySet()) + ", or a row of your own");
        }
        return rows;
    }

    /** Return why a platform class is none, empty where it is known. */
    Optional<String> objection(String platform) {
        return platforms.containsKey(platform)
                ? Optional.empty()
                : Optional.of("platform of cluster.yaml: " + Problems.expectedOneOf(platform, platforms.keySet()));
    }

    /**
     * Return why a row may not name a platform class: neither the product knows it, nor is it the cluster's own.
     *
     * @param own the platform that the cluster itself names
     */
    Optional<String> objection(String platform, String own) {
        Set<String> known = new TreeSet<>(platforms.keySet());
        if (!own.isBlank()) {
            known.add(own);
        }
        return known.contains(platform) ? Optional.empty() : Optional.of(Problems.expectedOneOf(platform, known));
    }

    /** Narrow rows to profiles; a row that is left with none is dropped. */
    static List<Limit> within(List<Limit> rows, Set<Profile> profiles, Optional<Approval> approval) {
        List<Limit> narrowed = new ArrayList<>();
        for (Limit row : rows) {
            Limit.Scope scope = row.holdsFor().within(profiles);
            if (!scope.profiles().isEmpty()) {
                narrowed.add(row.within(scope).approvedBy(approval));
            }
        }
        return narrowed;
    }
}
