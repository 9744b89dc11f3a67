package io.seatrial.probe;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.Switch;
import io.seatrial.inventory.Tier;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Paths;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import io.seatrial.transport.Transport;
import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Hosts of one leaf that are all this machine: each has an address of its own on loopback, and a runtime directory of its own, since the
 * lease of a host lies there.
 */
public final class LocalHosts implements Transport {
    private static final SshSettings SSH =
            new SshSettings("user", 22, List.of(), false, Optional.empty(), List.of(), Optional.empty());
    private static final long RATE = 1_000_000_000;

    private final LocalTransport transport = new LocalTransport();
    private final Path homes;
    private final UnaryOperator<Lines> hearing;
    private final UnaryOperator<String> environment;
    private final List<String> uploads = new CopyOnWriteArrayList<>();
    private final List<String> commands = new CopyOnWriteArrayList<>();

    /** @param homes a folder of the test */
    public LocalHosts(Path homes) {
        this(homes, UnaryOperator.identity());
    }

    /** @param hearing stands between the commands of the hosts and those who read them */
    public LocalHosts(Path homes, UnaryOperator<Lines> hearing) {
        this(homes, hearing, host -> "");
    }

    /** @param environment shell commands before every other command */
    LocalHosts(Path homes, UnaryOperator<Lines> hearing, String environment) {
        this(homes, hearing, host -> environment);
    }

    /** @param environment shell commands before every other command, by host */
    public LocalHosts(Path homes, UnaryOperator<Lines> hearing, UnaryOperator<String> environment) {
        this.homes = homes;
        this.hearing = hearing;
        this.environment = environment;
    }

    /** Make a cluster of so many hosts, {@code gpu-01} at 127.0.0.2 and so on, each with one port. */
    public static Cluster cluster(int number) {
        List<Host> hosts = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (int n = 1; n <= number; n++) {
            Link link = link(n, "leaf-1");
            links.add(link);
            hosts.add(host(n, List.of(link.id())));
        }
        return new Cluster(
                "local",
                Path.of("."),
                "cafe",
                "",
                hosts,
                List.of(new Switch("leaf-1", "leaf", "", "")),
                List.of(new Tier(Link.HOST_LEAF, 1.0)),
                links,
                List.of(),
                List.of(),
                Optional.empty());
    }

    /** Make the same with so many GPUs in each host, and so many ports, the last on rails of their own. */
    public static Cluster cluster(int number, int gpus, int ports) {
        Cluster plain = cluster(number);
        List<Host> hosts = plain.hosts().stream()
                .map(host -> new Host(host.name(), host.address(), SSH, ports(host, ports), gpus))
                .toList();
        return new Cluster(
                plain.name(),
                plain.folder(),
                plain.hash(),
                plain.platform(),
                hosts,
                plain.switches(),
                plain.tiers(),
                plain.links(),
                plain.cables(),
                plain.nvlinkDomains(),
                plain.lab());
    }

    private static List<RdmaPort> ports(Host host, int number) {
        RdmaPort first = host.ports().get(0);
        List<RdmaPort> ports = new ArrayList<>(List.of(first));
        for (int rail = 1; rail < number; rail++) {
            ports.add(new RdmaPort(
                    host.name(),
                    "mlx5_" + rail,
                    1,
                    "eth" + rail,
                    first.address(),
                    OptionalInt.of(rail),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Optional.empty(),
                    RATE,
                    List.of()));
        }
        return ports;
    }

    /** Make a host whose port hangs on two leaves. */
    static Host bonded() {
        return host(1, List.of(link(1, "leaf-1").id(), link(1, "leaf-2").id()));
    }

    private static Link link(int n, String leaf) {
        return new Link(
                new End("gpu-0" + n, "mlx5_0"), new End(leaf, "Ethernet" + n), Link.HOST_LEAF, RATE, "cable-" + n);
    }

    private static Host host(int n, List<String> links) {
        RdmaPort port = new RdmaPort(
                "gpu-0" + n,
                "mlx5_0",
                1,
                "eth0",
                "127.0.0." + (n + 1),
                OptionalInt.of(0),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                RATE,
                links);
        return new Host("gpu-0" + n, "127.0.0." + (n + 1), SSH, List.of(port), 0);
    }

    /** Return the flow between two hosts, numbered from 1. */
    public static Flow flow(Cluster cluster, int from, int to) {
        return Paths.of(cluster)
                .flow(cluster.ports().get(from - 1), cluster.ports().get(to - 1));
    }

    /** Return the paths of all uploads. */
    public List<String> uploads() {
        return List.copyOf(uploads);
    }

    /** Return all commands that were started. */
    public List<String> commands() {
        return List.copyOf(commands);
    }

    /** Return the runtime directory of a host. */
    public Path home(String host) {
        return homes.resolve(host);
    }

    @Override
    public CompletableFuture<Remote> open(Host host) {
        try {
            Files.createDirectories(home(host.name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return transport.open(host).thenApply(Home::new);
    }

    @Override
    public void close() {
        transport.close();
    }

    private final class Home implements Remote {
        private final Remote remote;

        Home(Remote remote) {
            this.remote = remote;
        }

        @Override
        public String host() {
            return remote.host();
        }

        @Override
        public Running start(String command, Lines lines) {
            commands.add(command);
            String home = Shell.quote(home(host()).toString());
            return remote.start(
                    environment.apply(host()) + "export XDG_RUNTIME_DIR=" + home + "; " + command,
                    hearing.apply(lines));
        }

        @Override
        public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
            uploads.add(path);
            return remote.upload(content, path, mode);
        }

        @Override
        public CompletableFuture<byte[]> download(String path, int limit) {
            return remote.download(path, limit);
        }

        @Override
        public void close() {
            remote.close();
        }
    }
}
