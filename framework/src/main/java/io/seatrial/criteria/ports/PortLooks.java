package io.seatrial.criteria.ports;

import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a rule makes of every port of a fabric. */
public final class PortLooks {
    private final SortedMap<SubjectId, Look> looks = new TreeMap<>();

    private PortLooks() {}

    /**
     * Look at all ports.
     *
     * @param value what is declared; empty = what the rule takes
     * @param settings what was read, by port
     */
    public static PortLooks of(
            PortRule rule,
            FabricPorts fabric,
            Qos qos,
            Optional<String> value,
            Map<SubjectId, List<Setting>> settings) {
        Map<SubjectId, Readings> readings = settings.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> new Readings(entry.getValue())));
        Terms terms = new Terms(qos, value.or(() -> rule.expected().value()), mtuOfNics(fabric, readings));
        PortLooks all = new PortLooks();
        readings.forEach((port, read) -> all.looks.put(
                port,
                fabric.port(port)
                        .map(known -> rule.looking().look(known, read, terms))
                        .orElseGet(() -> new Look.Unknown(Message.of("setting.unknown-subject")))));
        return all;
    }

    /** Of several that as many have the largest counts: it is what a port has to carry. */
    private static OptionalLong mtuOfNics(FabricPorts fabric, Map<SubjectId, Readings> readings) {
        Map<Long, Long> counts = readings.entrySet().stream()
                .filter(entry ->
                        fabric.port(entry.getKey()).filter(FabricPort::isNic).isPresent())
                .flatMap(entry -> entry.getValue().text(Setting.MTU).flatMap(Numbers::of).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return counts.entrySet().stream()
                .max(Map.Entry.<Long, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
                .map(entry -> OptionalLong.of(entry.getKey()))
                .orElse(OptionalLong.empty());
    }

    /** Return what was made of a port of which nothing was asked, or read, as unknown. */
    public Look of(SubjectId port) {
        return looks.getOrDefault(port, new Look.Unknown(Message.of("evidence.none")));
    }

    /** Return all of them, by port. */
    public SortedMap<SubjectId, Look> all() {
        return looks;
    }
}
