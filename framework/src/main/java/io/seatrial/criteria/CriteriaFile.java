package io.seatrial.criteria;

import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.inventory.Cluster;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads {@code criteria.yaml}. Limits have no defaults; everything else has, and the schema for editors states them. */
public final class CriteriaFile {
    /** Name of the file in the folder of a cluster. */
    public static final String NAME = "criteria.yaml";

    static final Set<String> KEYS = Keys.of("version", "asks", "not-asked");
    private static final long VERSION = 1;

    private CriteriaFile() {}

    /**
     * Read the criteria of a cluster, without holding limits against its speeds.
     *
     * @param folder the folder of the cluster
     * @throws InvalidFileException with every problem at once, each with file, line and what was expected
     */
    public static Criteria read(Path folder) {
        return readFile(folder.resolve(NAME), Optional.empty());
    }

    /**
     * Read the criteria of a cluster and refuse limits that its links cannot keep.
     *
     * @throws InvalidFileException with every problem at once, each with file, line and what was expected
     */
    public static Criteria read(Path folder, Cluster cluster) {
        return readFile(folder.resolve(NAME), Optional.of(cluster));
    }

    /** Read criteria from a file of any name, as {@code judge --criteria} needs it. */
    public static Criteria readFile(Path file, Optional<Cluster> cluster) {
        return YamlFile.read(file, KEYS, root -> read(root, new Physics(cluster)));
    }

    private static Criteria read(Section root, Physics physics) {
        root.required("version", Versions.only(VERSION), VERSION);
        Map<String, Ask> asks = new TreeMap<>();
        Section declared = root.child("asks");
        for (String id : declared.keys()) {
            if (isKnown(declared, id)) {
                asks.put(id, ask(KnownAsk.of(id), declared, physics));
            }
        }
        if (declared.keys().isEmpty()) {
            root.problem("asks", "expected at least one ask: a cluster of which nothing is asked is never accepted");
        }
        return new Criteria(new TreeMap<>(asks), notAsked(root, asks.keySet()));
    }

    private static Ask ask(KnownAsk known, Section declared, Physics physics) {
        Optional<CounterRule> counts = CounterRule.of(known.id());
        if (counts.isPresent()) {
            return new CounterAskReader(known, counts.get(), declared.child(known.id(), CounterAskReader.KEYS), physics)
                    .read();
        }
        if (known.lasts()) {
            return new SteadyAskReader(known, declared.child(known.id(), SteadyAskReader.KEYS), physics).read();
        }
        if (known.collective().isPresent()) {
            Section section = declared.child(known.id(), CollectiveAskReader.KEYS);
            return new CollectiveAskReader(known, known.collective().get(), section, physics).read();
        }
        if (known.isShareOfCollective()) {
            return new CollectiveShareReader(
                            known, declared.child(known.id(), CollectiveShareReader.keys(known)), physics)
                    .read();
        }
        Optional<PortRule> ports = PortRule.of(known.id());
        if (ports.isPresent()) {
            return new PortAskReader(ports.get(), declared.child(known.id(), PortAskReader.KEYS), physics).read();
        }
        return SettingRule.of(known.id())
                .map(rule ->
                        new SettingAskReader(rule, declared.child(known.id(), SettingAskReader.KEYS), physics).read())
                .orElseGet(() -> new AskReader(known, declared.child(known.id(), AskReader.KEYS), physics).read());
    }

    private static Map<String, String> notAsked(Section root, Set<String> asked) {
        Map<String, String> reasons = new LinkedHashMap<>();
        Section section = root.child("not-asked");
        for (String id : section.keys()) {
            boolean group = isGroup(id);
            if (group || isKnown(section, id)) {
                reasons.put(id, section.required(id, Texts::some, ""));
            }
            if (group ? asked.stream().anyMatch(ask -> Criteria.isIn(ask, id)) : asked.contains(id)) {
                section.problem(id, "expected an ask that is not declared under asks");
            }
        }
        return reasons;
    }

    /** {@code congestion.*} stands for every ask that begins so. */
    private static boolean isGroup(String id) {
        return KnownAsk.ids().stream().anyMatch(ask -> Criteria.isIn(ask, id));
    }

    private static boolean isKnown(Section section, String id) {
        boolean known = KnownAsk.ids().contains(id);
        if (!known) {
            section.problem(id, Problems.expectedOneOf(id, KnownAsk.ids()));
        }
        return known;
    }
}
