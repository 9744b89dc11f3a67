package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds flows again by their names, as an archive keeps them. */
public final class Flows {
    private final Paths paths;
    private final Map<String, RdmaPort> ports = new HashMap<>();
    private final Map<String, Optional<Flow>> known = new HashMap<>();

    /** @param cluster the cluster whose ports the names speak of */
    public Flows(Cluster cluster) {
        this.paths = Paths.of(cluster);
        cluster.ports().forEach(port -> ports.put(port.id(), port));
    }

    /** Return the flow {@code from>to}; empty where a port or a path between them is not there. */
    public Optional<Flow> named(String name) {
        return known.computeIfAbsent(name, this::find);
    }

    private Optional<Flow> find(String name) {
        int arrow = name.indexOf('>');
        RdmaPort from = arrow < 0 ? null : ports.get(name.substring(0, arrow));
        RdmaPort to = arrow < 0 ? null : ports.get(name.substring(arrow + 1));
        return from == null || to == null ? Optional.empty() : paths.find(from, to);
    }
}
