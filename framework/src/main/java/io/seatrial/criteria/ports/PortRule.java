package io.seatrial.criteria.ports;

import io.seatrial.inventory.CongestionControl;
import io.seatrial.measurement.Setting;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Something that is asked of the settings of ports. A new one is one line of {@link PortRules}, its looking, and the text that says why it
 * matters and what to do.
 *
 * @param ask id of the ask
 * @param of whose ports it is asked of
 * @param reads names of settings; one that ends in a dot stands for every name that begins so
 * @param sense under which congestion controls it means anything
 * @param alongPaths whether it has to be the same at every port of a path
 * @param expected where it takes from what is meant
 * @param failing key of the text of a failure
 * @param looking how readings become words
 */
public record PortRule(
        String ask,
        Set<Of> of,
        List<String> reads,
        Predicate<CongestionControl> sense,
        boolean alongPaths,
        Expected expected,
        String failing,
        Looking looking) {
    /** Whose ports are looked at. */
    public enum Of {
        NICS,
        SWITCHES
    }

    /** Makes words of readings. */
    @FunctionalInterface
    public interface Looking {
        /** Look at what was read of a port. */
        Look look(FabricPort port, Readings readings, Terms terms);
    }

    public PortRule {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(sense, "sense");
        Objects.requireNonNull(expected, "expected");
        Objects.requireNonNull(failing, "failing");
        Objects.requireNonNull(looking, "looking");
        of = Set.copyOf(of);
        reads = List.copyOf(reads);
    }

    /** Find the rule of an ask, empty for one that asks something else. */
    public static Optional<PortRule> of(String ask) {
        return PortRules.LIST.stream().filter(rule -> rule.ask.equals(ask)).findFirst();
    }

    /** Return every rule in the order in which they are shown. */
    public static List<PortRule> all() {
        return PortRules.LIST;
    }

    /** Tell whether a port is one that is asked. */
    public boolean asks(FabricPort port) {
        return of.contains(port.isNic() ? Of.NICS : Of.SWITCHES);
    }

    /** Tell whether a setting is one that it looks at. */
    public boolean reads(Setting setting) {
        return reads.stream().anyMatch(setting::isNamed);
    }

    /** Tell whether ports of a class have it alike; what is at the other end of a cable differs from port to port. */
    public boolean isAlikeInClass() {
        return !reads.contains(Setting.NEIGHBOUR);
    }

    /** Tell whether it is about classes of traffic, and means nothing where cluster.yaml declares none. */
    public boolean isOfTraffic() {
        return ask.startsWith("configuration.qos.");
    }

    /** Return what it is about, for people: the id without the room that it is in. */
    public String what() {
        return ask.substring(ask.indexOf('.') + 1);
    }
}
