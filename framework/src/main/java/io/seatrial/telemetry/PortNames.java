package io.seatrial.telemetry;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the ports of a cluster by what others call them: a host by its name, its name in a domain or the address of SSH; a port of it by
 * its RDMA device, with or without the number of the port, or by its network interface; GPU 0 as {@code gpu0}; a switch port by its name.
 */
public final class PortNames {
    private final Map<String, String> nodes = new HashMap<>();
    private final Map<String, SubjectId> ports = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();

    public PortNames(Cluster cluster) {
        cluster.hosts().forEach(this::host);
        cluster.switches().forEach(each -> {
            nodes.put(each.name(), each.name());
            nodes.putIfAbsent(each.address(), each.name());
        });
        Set<String> switches = new HashSet<>();
        cluster.switches().forEach(each -> switches.add(each.name()));
        for (Link link : cluster.links()) {
            if (switches.contains(link.a().node())) {
                add(link.a().toString(), port(link.a().toString()));
            }
            add(link.b().toString(), port(link.b().toString()));
        }
        ambiguous.forEach(ports::remove);
    }

    private static SubjectId port(String name) {
        return new SubjectId(SubjectId.Kind.PORT, name);
    }

    private void host(Host host) {
        nodes.put(host.name(), host.name());
        nodes.putIfAbsent(host.address(), host.name());
        for (RdmaPort each : host.ports()) {
            SubjectId port = port(each.id());
            add(each.id(), port);
            add(host.name() + "/" + each.device() + ":" + each.number(), port);
            if (!each.netdev().isEmpty()) {
                add(host.name() + "/" + each.netdev(), port);
            }
        }
        for (int gpu = 0; gpu < host.gpus(); gpu++) {
            add(host.name() + "/gpu" + gpu, port(host.name() + "/gpu" + gpu));
        }
    }

    private void add(String name, SubjectId port) {
        SubjectId before = ports.putIfAbsent(name, port);
        if (before != null && !before.equals(port)) {
            ambiguous.add(name);
        }
    }

    /** Return a node's name in the cluster. */
    public Optional<String> node(String name) {
        String known = nodes.get(name);
        int dot = name.indexOf('.');
        return known != null || dot < 0
                ? Optional.ofNullable(known)
                : Optional.ofNullable(nodes.get(name.substring(0, dot)));
    }

    /** Return a port by {@code NODE/PORT}; empty where the cluster has none of that name, or several. */
    public Optional<SubjectId> port(String node, String port) {
        return node(node).map(known -> ports.get(known + "/" + port));
    }
}
