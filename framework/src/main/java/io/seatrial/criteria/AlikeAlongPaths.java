package io.seatrial.criteria;

import io.seatrial.criteria.ports.FabricPort;
import io.seatrial.criteria.ports.FabricPorts;
import io.seatrial.criteria.ports.Look;
import io.seatrial.criteria.ports.PortLooks;
import io.seatrial.criteria.ports.PortRule;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Is a setting the same at every port that a packet passes, NIC, leaf, spine, leaf and NIC? It is where both ends of every cable agree, and
 * every switch port agrees with what most ports of its switch have: so every path is held, whichever is taken. Of two ports that differ the
 * one that is as it is meant to be passes with a remark; where neither is, or nobody said what is meant, both fail.
 *
 * @param rule what is looked at
 * @param value what is declared, where it is
 * @param fabric the ports of the cluster
 * @param qos its classes of traffic
 */
record AlikeAlongPaths(PortRule rule, Optional<String> value, FabricPorts fabric, Qos qos) implements Criterion {
    AlikeAlongPaths {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(fabric, "fabric");
        Objects.requireNonNull(qos, "qos");
    }

    /** Another port, and whether it is at the other end of a cable or on the same switch. */
    private record Other(SubjectId port, Look.Known look, boolean farEnd) {}

    @Override
    public String id() {
        return rule.ask() + "." + Question.PATH.text();
    }

    @Override
    public SortedMap<SubjectId, Verdict> judge(Survey survey) {
        PortLooks looks = PortLooks.of(rule, fabric, qos, value, survey.settings());
        Map<String, Map<String, List<FabricPort>>> switches = new HashMap<>();
        SortedMap<SubjectId, Verdict> verdicts = new TreeMap<>();
        looks.all().forEach((port, look) -> verdicts.put(port, verdict(port, look, looks, switches)));
        return verdicts;
    }

    private Verdict verdict(
            SubjectId id, Look look, PortLooks looks, Map<String, Map<String, List<FabricPort>>> switches) {
        if (look instanceof Look.Unknown unknown) {
            return Ruling.notProven(id, unknown.why());
        }
        Look.Known own = (Look.Known) look;
        FabricPort port = fabric.port(id).orElseThrow();
        Optional<Other> differs = farEnd(port, own, looks).or(() -> onSwitch(port, own, looks, switches));
        if (differs.isPresent()) {
            return differing(id, own, differs.get());
        }
        return port.farEnds().stream()
                .filter(end -> looks.of(end) instanceof Look.Unknown)
                .findFirst()
                .map(end -> Ruling.notProven(id, Message.of("setting.path-unknown", "other", end.name())))
                .orElseGet(() -> new Verdict.Pass(alike(id, own), Optional.empty(), Optional.empty()));
    }

    private Optional<Other> farEnd(FabricPort port, Look.Known own, PortLooks looks) {
        for (SubjectId end : port.farEnds()) {
            if (looks.of(end) instanceof Look.Known other && !other.alike().equals(own.alike())) {
                return Optional.of(new Other(end, other, true));
            }
        }
        return Optional.empty();
    }

    /** The ports of a switch by how they are set: counted once, since a switch may have hundreds. */
    private Optional<Other> onSwitch(
            FabricPort port, Look.Known own, PortLooks looks, Map<String, Map<String, List<FabricPort>>> switches) {
        if (port.isNic()) {
            return Optional.empty();
        }
        Map<String, List<FabricPort>> groups = switches.computeIfAbsent(port.node(), node -> groups(node, looks));
        int same = groups.getOrDefault(own.alike(), List.of()).size();
        return groups.entrySet().stream()
                .filter(group ->
                        !group.getKey().equals(own.alike()) && group.getValue().size() >= same)
                .map(group -> group.getValue().get(0).id())
                .findFirst()
                .map(other -> new Other(other, (Look.Known) looks.of(other), false));
    }

    private Map<String, List<FabricPort>> groups(String node, PortLooks looks) {
        Map<String, List<FabricPort>> groups = new TreeMap<>();
        for (FabricPort port : fabric.of(node)) {
            if (looks.of(port.id()) instanceof Look.Known known) {
                groups.computeIfAbsent(known.alike(), alike -> new ArrayList<>())
                        .add(port);
            }
        }
        return groups;
    }

    private Verdict differing(SubjectId id, Look.Known own, Other other) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("subject", id.name());
        values.put("what", rule.what());
        values.put("seen", own.seen());
        values.put("other", other.port().name());
        values.put("other-seen", other.look().seen());
        if (own.surelyFits() && !other.look().fits()) {
            Message remark = new Message("watch.path-differs", values);
            return new Verdict.Pass(alike(id, own), Optional.empty(), Optional.of(remark));
        }
        String key = other.farEnd() ? "setting.path-differs" : "setting.switch-differs";
        return new Verdict.Fail(new Message(key, values), Optional.empty());
    }

    private Message alike(SubjectId id, Look.Known own) {
        return Message.of("setting.path-alike", "subject", id.name(), "what", rule.what(), "seen", own.seen());
    }
}
