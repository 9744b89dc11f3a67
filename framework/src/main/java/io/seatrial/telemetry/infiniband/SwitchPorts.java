package io.seatrial.telemetry.infiniband;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.Switch;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ports of the cluster's switches that cluster.yaml names, by {@code SWITCH/PORT}. */
final class SwitchPorts {
    private final Set<String> ports;

    SwitchPorts(Cluster cluster) {
        Set<String> switches = cluster.switches().stream().map(Switch::name).collect(Collectors.toSet());
        this.ports = cluster.links().stream()
                .flatMap((Link link) -> Stream.of(link.a(), link.b()))
                .filter(end -> switches.contains(end.node()))
                .map(Object::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    boolean has(String port) {
        return ports.contains(port);
    }

    static String key(Setting setting) {
        return setting.subject().name() + " " + setting.name();
    }

    /** Add width and rate of every port that is not among the settings, as unreadable. */
    void addUnreadable(String cause, Map<String, Setting> settings) {
        for (String port : ports) {
            SubjectId subject = new SubjectId(SubjectId.Kind.PORT, port);
            Message message = Message.of("reading.absent", "port", port, "cause", cause);
            for (String name : List.of(Setting.WIDTH, Setting.RATE)) {
                Setting unreadable = Setting.unreadable(subject, name, message);
                settings.putIfAbsent(key(unreadable), unreadable);
            }
        }
    }
}
