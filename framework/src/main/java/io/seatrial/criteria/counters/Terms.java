package io.seatrial.criteria.counters;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What formulas need beside counters.
 *
 * @param cluster the cluster
 * @param qos its classes of traffic
 * @param minimumPackets fewest packets of a window that make a ratio
 * @param settings what is configured at ports, by port and name
 * @param provenMarking switches that were seen to mark under a deliberate incast, in this run or in one that still counts: elsewhere no
 *     mark means nothing
 */
public record Terms(
        Cluster cluster,
        Qos qos,
        long minimumPackets,
        Map<SubjectId, Map<String, String>> settings,
        Set<String> provenMarking) {
    public Terms {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(qos, "qos");
        settings = Map.copyOf(settings);
        provenMarking = Set.copyOf(provenMarking);
    }

    /** Return settings by port and name; what could not be read is left out. */
    public static Map<SubjectId, Map<String, String>> byPort(List<Setting> settings) {
        Map<SubjectId, Map<String, String>> all = new HashMap<>();
        settings.forEach(setting -> setting.text()
                .ifPresent(text -> all.computeIfAbsent(setting.subject(), s -> new HashMap<>())
                        .put(setting.name(), text)));
        return all;
    }

    /** Return a setting of a port, where it was read. */
    public Optional<String> setting(SubjectId port, String name) {
        return Optional.ofNullable(settings.getOrDefault(port, Map.of()).get(name));
    }
}
