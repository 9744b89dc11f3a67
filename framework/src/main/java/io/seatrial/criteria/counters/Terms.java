package io.seatrial.criteria.counters;

import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What formulas need beside counters.
 *
 * @param qos its classes of traffic
 * @param minimumPackets fewest packets of a window that make a ratio
 * @param settings what is configured at ports, by port and name
 * @param ports what every linked port of a node counted
 * @param provenMarking switches that were seen to mark under a deliberate incast, each with the run that saw it, this one or an earlier
 *     one that still counts: elsewhere no mark means nothing
 */
public record Terms(
        Qos qos,
        long minimumPackets,
        Map<SubjectId, Map<String, String>> settings,
        Function<String, List<PortCounters>> ports,
        Map<String, String> provenMarking) {
    public Terms {
        Objects.requireNonNull(qos, "qos");
        Objects.requireNonNull(ports, "ports");
        settings = Map.copyOf(settings);
        provenMarking = Map.copyOf(provenMarking);
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

    /** Tell whether a switch is known to have paused one of its neighbours in a lossless priority during a window. */
    public boolean pausedBy(String node, TimeWindow window) {
        return ports.apply(node).stream()
                .anyMatch(port -> qos.lossless().stream().anyMatch(priority -> paused(port, priority, window)));
    }

    private static boolean paused(PortCounters port, int priority, TimeWindow window) {
        return port.change(Counter.Kind.TX_PAUSE_FRAMES.of(priority), window)
                .known()
                .filter(known -> known.amount() > 0)
                .isPresent();
    }
}
