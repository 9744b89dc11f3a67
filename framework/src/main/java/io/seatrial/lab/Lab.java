package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.LabSettings;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * A virtual cluster on loopback addresses of this machine: SSH hosts whose commands are real processes, and a fabric between them. Everything
 * that it started ends with it. Several may run side by side, each with a folder of its own.
 */
public final class Lab implements AutoCloseable {
    private final List<AutoCloseable> parts;
    private final LabAccess access;
    private final Path folder;
    private final CountDownLatch stopped = new CountDownLatch(1);

    private Lab(List<AutoCloseable> parts, LabAccess access, Path folder) {
        this.parts = parts;
        this.access = access;
        this.folder = folder;
    }

    /**
     * Start a virtual cluster.
     *
     * @param cluster must have lab settings, and loopback addresses alone
     * @param faults what shall be wrong with it
     * @param folder where its keys, its state file and its hosts' folders are made; it is created where it is missing
     * @throws IOException if a file or a listener cannot be made, or a lab already runs in that folder
     * @throws IllegalArgumentException if the cluster is not virtual
     */
    public static Lab start(Cluster cluster, List<Fault> faults, Path folder) throws IOException {
        LabSettings settings = cluster.lab()
                .orElseThrow(() -> new IllegalArgumentException("cluster " + cluster.name()
                        + ": expected a lab: block in cluster.yaml; faults and labs are for virtual clusters only"));
        Addresses.check(cluster);
        Path place = Files.createDirectories(folder).toRealPath();
        refuseSecond(place);
        return new Builder(cluster, settings, List.copyOf(faults), place).build();
    }

    private static void refuseSecond(Path folder) throws IOException {
        LabState before = LabState.read(folder).filter(LabState::alive).orElse(null);
        if (before != null) {
            throw new IOException("lab in " + folder + ": process "
                    + before.access().pid() + " already runs one there; stop it, or use another folder");
        }
    }

    /** Return how its hosts are reached. */
    public LabAccess access() {
        return access;
    }

    /** Wait until it is closed, by another thread or a shutdown hook. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** End everything that it started: connections, processes, listeners, threads; and remove the state file. */
    @Override
    public void close() throws IOException {
        try {
            closeAll(parts);
            Files.deleteIfExists(folder.resolve(LabState.FILE));
        } finally {
            stopped.countDown();
        }
    }

    private static void closeAll(List<AutoCloseable> parts) throws IOException {
        IOException failure = null;
        for (int i = parts.size() - 1; i >= 0; i--) {
            try {
                parts.get(i).close();
            } catch (Exception e) {
                failure = failure == null ? new IOException("lab: a part did not close", e) : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Puts the parts together, and takes them apart again when one cannot be made. */
    private record Builder(Cluster cluster, LabSettings settings, List<Fault> faults, Path folder) {
        Lab build() throws IOException {
            List<AutoCloseable> parts = new ArrayList<>();
            try {
                Topology topology = new Topology(cluster, settings, faults);
                Map<String, VirtualHost> hosts = hosts();
                parts.add(new NicCounters(trees(hosts, topology)));
                Fabric fabric = new Fabric(cluster.ports(), topology);
                parts.add(fabric);
                LabAccess access = serve(hosts, fabric, parts);
                LabState.write(folder, access);
                return new Lab(parts, access, folder);
            } catch (IOException | RuntimeException e) {
                closeAll(parts);
                throw e;
            }
        }

        private LabAccess serve(Map<String, VirtualHost> hosts, Fabric fabric, List<AutoCloseable> parts)
                throws IOException {
            Keys keys = Keys.make(List.copyOf(hosts.keySet()));
            HostServer server = new HostServer(hosts, addressesWith(Fault.Kind.DEAD_HOST), keys, fabric);
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
                    cluster.links().stream().filter(link -> touches(link, port)).toList();
            NicTree tree = new NicTree(host.root(), port);
            tree.write(links.stream().anyMatch(topology::isUp));
            return new NicCounters.Counted(
                    tree,
                    links.stream()
                            .map(link -> topology.side(end(link, port), other(link, port)))
                            .toList(),
                    links.stream()
                            .map(link -> topology.side(other(link, port), end(link, port)))
                            .toList());
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
}
