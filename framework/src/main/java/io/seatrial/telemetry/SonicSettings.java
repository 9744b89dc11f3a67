package io.seatrial.telemetry;

import io.seatrial.formats.SonicConfigDb;
import io.seatrial.formats.SonicConfigDb.Port;
import io.seatrial.formats.SonicConfigDb.PriorityGroup;
import io.seatrial.formats.SonicConfigDb.Queue;
import io.seatrial.formats.SonicConfigDb.Watchdog;
import io.seatrial.measurement.DscpMap;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What CONFIG_DB says of each declared port. A table that is there and does not name a port says that nothing is on at it. */
final class SonicSettings {
    static final List<String> NAMES = List.of(
            Setting.MTU,
            Setting.PFC,
            Setting.TRUST,
            Setting.DSCP_MAP,
            Setting.QUEUE_MAP,
            Setting.ECN,
            Setting.XOFF,
            Setting.WATCHDOG);

    /** The dynamic buffer model computes the profile of such a group and does not write it down. */
    private static final String COMPUTED = "NULL";

    private final SwitchPorts ports;

    SonicSettings(SwitchPorts ports) {
        this.ports = ports;
    }

    List<Setting> of(SonicConfigDb.Report report) {
        Map<String, Port> known = report.ports().stream().collect(Collectors.toMap(Port::port, Function.identity()));
        List<Setting> settings = new ArrayList<>();
        for (String name : ports.names()) {
            SubjectId subject = ports.subject(name);
            if (known.containsKey(name)) {
                port(subject, known.get(name), settings);
            } else {
                Message cause = Message.of("telemetry.port-not-there", "port", name, "switch", ports.node());
                NAMES.forEach(each -> settings.add(Setting.unreadable(subject, each, cause)));
            }
        }
        return settings;
    }

    private static void port(SubjectId subject, Port port, List<Setting> settings) {
        settings.add(
                port.mtuBytes() == null
                        ? Setting.unreadable(subject, Setting.MTU, notTold("mtu"))
                        : Setting.of(subject, Setting.MTU, port.mtuBytes().toString()));
        settings.add(Setting.of(subject, Setting.PFC, priorities(port.pfcPriorities())));
        settings.add(Setting.of(subject, Setting.TRUST, trust(port)));
        settings.add(map(
                subject,
                Setting.DSCP_MAP,
                port.dscpMap(),
                port.dscpToTrafficClass(),
                map -> DscpMap.of(map).text()));
        settings.add(
                map(subject, Setting.QUEUE_MAP, port.queueMap(), port.trafficClassToQueue(), SonicSettings::queueMap));
        queues(subject, port, settings);
        groups(subject, port, settings);
        settings.add(Setting.of(subject, Setting.WATCHDOG, watchdog(port.watchdog())));
    }

    private static void queues(SubjectId subject, Port port, List<Setting> settings) {
        port.queues().forEach(queue -> settings.add(ecn(subject, queue)));
        List<Integer> configured = port.queues().stream().map(Queue::queue).toList();
        lossless(port, configured).forEach(q -> settings.add(Setting.of(subject, Setting.ECN + q, Setting.OFF)));
    }

    private static void groups(SubjectId subject, Port port, List<Setting> settings) {
        port.priorityGroups().forEach(group -> settings.add(xoff(subject, group)));
        List<Integer> configured =
                port.priorityGroups().stream().map(PriorityGroup::pg).toList();
        lossless(port, configured).forEach(g -> settings.add(Setting.of(subject, Setting.XOFF + g, Setting.OFF)));
    }

    /** A priority with PFC and without a queue or buffer of its own is a finding: it is said that nothing is on there. */
    private static List<Integer> lossless(Port port, List<Integer> configured) {
        return port.pfcPriorities().stream()
                .filter(p -> !configured.contains(p))
                .toList();
    }

    static String priorities(List<Integer> priorities) {
        return priorities.isEmpty()
                ? Setting.NONE
                : priorities.stream().map(Object::toString).collect(Collectors.joining(","));
    }

    /** IP packets are classified by DSCP where both maps are bound. */
    private static String trust(Port port) {
        if (port.dscpMap() != null) {
            return "dscp";
        }
        return port.dot1pMap() != null ? "pcp" : Setting.NONE;
    }

    private static Setting map(
            SubjectId subject,
            String setting,
            String name,
            SortedMap<Integer, Integer> map,
            Function<SortedMap<Integer, Integer>, String> text) {
        if (name == null) {
            return Setting.of(subject, setting, Setting.NONE);
        }
        return map == null || map.isEmpty()
                ? Setting.unreadable(subject, setting, notTold(name))
                : Setting.of(subject, setting, text.apply(map));
    }

    private static String queueMap(SortedMap<Integer, Integer> map) {
        return map.entrySet().stream().map(e -> e.getKey() + ":" + e.getValue()).collect(Collectors.joining(","));
    }

    private static Setting ecn(SubjectId subject, Queue queue) {
        String name = Setting.ECN + queue.queue();
        if (queue.profile() == null) {
            return Setting.of(subject, name, Setting.OFF);
        }
        if (queue.ecn() == null) {
            return Setting.unreadable(subject, name, notTold(queue.profile()));
        }
        boolean green = queue.ecn().equals("ecn_all") || queue.ecn().contains("green");
        if (!green || Boolean.FALSE.equals(queue.greenEnabled())) {
            return Setting.of(subject, name, Setting.OFF);
        }
        if (queue.kminBytes() == null || queue.kmaxBytes() == null || queue.pmaxPercent() == null) {
            return Setting.unreadable(subject, name, notTold(queue.profile()));
        }
        String pmax = queue.pmaxPercent().stripTrailingZeros().toPlainString();
        return Setting.of(subject, name, "kmin=" + queue.kminBytes() + " kmax=" + queue.kmaxBytes() + " pmax=" + pmax);
    }

    private static Setting xoff(SubjectId subject, PriorityGroup group) {
        String name = Setting.XOFF + group.pg();
        if (COMPUTED.equals(group.profile())) {
            return Setting.unreadable(subject, name, Message.of("telemetry.buffer-computed"));
        }
        if (group.profile() == null || group.sizeBytes() == null) {
            return Setting.unreadable(subject, name, notTold(group.profile() == null ? "profile" : group.profile()));
        }
        return Setting.of(subject, name, group.xoffBytes() == null ? Setting.OFF : headroom(group));
    }

    private static String headroom(PriorityGroup group) {
        StringJoiner text = new StringJoiner(" ");
        text.add("headroom=" + group.xoffBytes());
        add(text, "xon", group.xonBytes());
        add(text, "xon-offset", group.xonOffsetBytes());
        add(text, "size", group.sizeBytes());
        add(text, "dynamic-th", group.dynamicTh());
        add(text, "static-th", group.staticThBytes());
        return text.toString();
    }

    private static void add(StringJoiner text, String name, Object value) {
        if (value != null) {
            text.add(name + "=" + value);
        }
    }

    private static String watchdog(Watchdog watchdog) {
        if (watchdog == null) {
            return Setting.OFF;
        }
        StringJoiner text = new StringJoiner(" ");
        add(text, "action", watchdog.action());
        add(text, "detection", milliseconds(watchdog.detectionTimeMs()));
        add(text, "restoration", milliseconds(watchdog.restorationTimeMs()));
        return text.length() == 0 ? "on" : text.toString();
    }

    private static String milliseconds(Integer count) {
        return count == null ? null : count + "ms";
    }

    private static Message notTold(String what) {
        return Message.of("telemetry.not-told", "what", what);
    }
}
