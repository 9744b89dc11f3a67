package io.seatrial.criteria.collectives;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a job was to use, as the inventory declares it. Without it a log is held against itself: the NICs that the library lists, the number
 * of ranks that the communicator says, and the same index of the NIC on both ends in place of a rail.
 *
 * @param hosts that take part, by name; empty where nothing is declared
 * @param channelsPerNic fewest channels that each NIC carries, 1 or more
 */
public record LogDemands(Map<String, Declared> hosts, int channelsPerNic) {
    /** Fewer do not fill a NIC: one channel is one thread block and one queue pair. */
    public static final int CHANNELS_PER_NIC = 2;

    public LogDemands {
        hosts = Map.copyOf(hosts);
        if (channelsPerNic < 1) {
            throw new IllegalArgumentException("channels per NIC: expected 1 or more, got " + channelsPerNic);
        }
    }

    /**
     * One host.
     *
     * @param gpus how many it has; 0 where none is declared
     * @param rails of its NICs, by name of the port; empty for one without rail
     */
    public record Declared(int gpus, Map<String, OptionalInt> rails) {
        public Declared {
            rails = Map.copyOf(rails);
        }
    }

    /** Hold logs against themselves. */
    public static LogDemands none(int channelsPerNic) {
        return new LogDemands(Map.of(), channelsPerNic);
    }

    /** Hold logs against a cluster all of whose hosts take part. */
    public static LogDemands of(Cluster cluster, int channelsPerNic) {
        Map<String, Declared> hosts = new LinkedHashMap<>();
        cluster.hosts().forEach(host -> hosts.put(host.name(), declared(host)));
        return new LogDemands(hosts, channelsPerNic);
    }

    private static Declared declared(Host host) {
        Map<String, OptionalInt> rails = new LinkedHashMap<>();
        for (RdmaPort port : host.ports()) {
            rails.put(port.name(), port.rail());
        }
        return new Declared(host.gpus(), rails);
    }

    boolean isDeclared() {
        return !hosts.isEmpty();
    }

    /** Return the name in the inventory of a host that a log names, perhaps with or without its domain. */
    Optional<String> nameOf(String logged) {
        return hosts.containsKey(logged)
                ? Optional.of(logged)
                : hosts.keySet().stream()
                        .filter(name -> bare(name).equals(bare(logged)))
                        .filter(name -> name.indexOf('.') < 0 || logged.indexOf('.') < 0)
                        .findFirst();
    }

    private static String bare(String host) {
        int dot = host.indexOf('.');
        return dot < 0 ? host : host.substring(0, dot);
    }

    Optional<Declared> of(String logged) {
        return nameOf(logged).map(hosts::get);
    }
}
