package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.LabSettings;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts the parts of a lab together, and takes them apart again when one cannot be made. */
record LabBuilder(Cluster cluster, LabSettings settings, List<Fault> faults, Path folder) {
    Lab build() throws IOException {
        List<AutoCloseable> parts = new ArrayList<>();
        try {
            Topology topology = new Topology(cluster, settings, faults);
            Map<String, VirtualHost> hosts = hosts();
            parts.add(new NicCounters(trees(hosts, topology)));
            Map<String, VirtualSwitch> switches = new SwitchBuilder(cluster, topology).switches();
            parts.add(new SwitchClock(List.copyOf(switches.values())));
            Fabric fabric = new Fabric(cluster.ports(), topology);
            parts.add(fabric);
            LabAccess access = serve(hosts, switches, fabric, parts);
            LabState.write(folder, access);
            return new Lab(parts, access, folder);
        } catch (IOException | RuntimeException e) {
            Lab.closeAll(parts);
            throw e;
        }
    }

    private LabAccess serve(
            Map<String, VirtualHost> hosts,
            Map<String, VirtualSwitch> switches,
            Fabric fabric,
            List<AutoCloseable> parts)
            throws IOException {
        Keys keys = Keys.make(Stream.of(hosts, switches)
                .flatMap(nodes -> nodes.keySet().stream())
                .toList());
        HostServer server = new HostServer(hosts, switches, unreachable(), keys, fabric);
        parts.add(server);
        Path key = folder.resolve("client_key");
        Path knownHosts = folder.resolve("known_hosts");
        keys.writeClientKey(key);
        keys.writeKnownHosts(knownHosts, server.port(), addressesWith(Fault.Kind.UNKNOWN_HOST_KEY));
        return new LabAccess(
                server.port(),
                HostServer.USER,
                key,
                knownHosts,
                ProcessHandle.current().pid(),
                cluster.hash(),
                faults.stream().map(Fault::toString).toList());
    }

    private Set<String> unreachable() {
        Stream<String> switches = cluster.switches().stream()
                .filter(node -> Fault.has(faults, Fault.Kind.SWITCH_UNREACHABLE, node.name()))
                .map(node -> node.address());
        return Stream.concat(addressesWith(Fault.Kind.DEAD_HOST).stream(), switches)
                .collect(Collectors.toSet());
    }

    private Set<String> addressesWith(Fault.Kind kind) {
        return cluster.hosts().stream()
                .filter(host -> Fault.has(faults, kind, host.name()))
                .map(Host::address)
                .collect(Collectors.toSet());
    }

    private Map<String, VirtualHost> hosts() throws IOException {
        Map<String, VirtualHost> hosts = new LinkedHashMap<>();
        for (Host host : cluster.hosts()) {
            VirtualHost made = new VirtualHost(
                    host,
                    folder.resolve("hosts").resolve(host.name()),
                    Fault.has(faults, Fault.Kind.HUNG_HOST, host.name()),
                    Fault.has(faults, Fault.Kind.GARBAGE_AGENT, host.name()));
            made.makeFolders();
            if (settings.qos().isPresent()) {
                HostTools.write(made.programs());
            }
            hosts.put(host.address(), made);
        }
        return hosts;
    }

    private List<NicCounters.Counted> trees(Map<String, VirtualHost> hosts, Topology topology) throws IOException {
        List<NicCounters.Counted> counted = new ArrayList<>();
        for (VirtualHost host : hosts.values()) {
            ProcTree.write(host.root(), host.host().name());
            for (RdmaPort port : host.host().ports()) {
                counted.add(tree(host, port, topology));
            }
        }
        return counted;
    }

    private NicCounters.Counted tree(VirtualHost host, RdmaPort port, Topology topology) throws IOException {
        List<Link> links =
                topology.links().stream().filter(link -> touches(link, port)).toList();
        NicTree tree = new NicTree(host.root(), port);
        tree.write(links.stream().anyMatch(topology::isUp));
        List<LinkSide> out = links.stream()
                .map(link -> topology.side(end(link, port), other(link, port)))
                .toList();
        List<LinkSide> in = links.stream()
                .map(link -> topology.side(other(link, port), end(link, port)))
                .toList();
        return new NicCounters.Counted(tree, out, in, statistics(tree, port, out, in, topology.quality()));
    }

    private Optional<NicStatistics> statistics(
            NicTree tree, RdmaPort port, List<LinkSide> out, List<LinkSide> in, Quality quality) throws IOException {
        if (settings.qos().isEmpty()) {
            return Optional.empty();
        }
        boolean pfc = !quality.has(Fault.Kind.PFC_MISMATCH, port.id());
        NicStatistics statistics = new NicStatistics(out, in, port.rate(), pfc, quality.start());
        NicSettings set = new NicSettings(pfc, !quality.has(Fault.Kind.DSCP_MISMATCH, port.id()));
        tree.write(set, statistics, System.nanoTime());
        return Optional.of(statistics);
    }

    private static boolean touches(Link link, RdmaPort port) {
        return link.a().toString().equals(port.id()) || link.b().toString().equals(port.id());
    }

    private static End end(Link link, RdmaPort port) {
        return link.a().toString().equals(port.id()) ? link.a() : link.b();
    }

    private static End other(Link link, RdmaPort port) {
        return end(link, port).equals(link.a()) ? link.b() : link.a();
    }
}
