package io.seatrial.telemetry;

import io.seatrial.formats.LldpctlJson;
import io.seatrial.formats.LldpctlJson.Neighbor;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who announces itself at the declared ports. */
final class Neighbours {
    private Neighbours() {}

    static List<Setting> of(SwitchPorts ports, LldpctlJson.Report report) {
        Map<String, SortedSet<String>> found = new TreeMap<>();
        report.neighbors()
                .forEach(neighbour -> found.computeIfAbsent(neighbour.interfaceName(), name -> new TreeSet<>())
                        .add(text(neighbour)));
        List<Setting> settings = new ArrayList<>();
        for (String port : ports.names()) {
            settings.add(
                    found.containsKey(port)
                            ? Setting.of(ports.subject(port), Setting.NEIGHBOUR, String.join(", ", found.get(port)))
                            : Setting.unreadable(
                                    ports.subject(port),
                                    Setting.NEIGHBOUR,
                                    Message.of("telemetry.no-neighbour", "port", port)));
        }
        return settings;
    }

    private static String text(Neighbor neighbour) {
        String node =
                Objects.requireNonNullElse(neighbour.system(), Objects.requireNonNullElse(neighbour.chassisMac(), "?"));
        return node + "/" + port(neighbour);
    }

    /** Hosts often name their port by its MAC address and put the name of the device into the description. */
    private static String port(Neighbor neighbour) {
        boolean mac = "mac".equals(neighbour.portIdType());
        String name = mac && neighbour.portDescription() != null ? neighbour.portDescription() : neighbour.portId();
        return Objects.requireNonNullElse(name, "?");
    }
}
