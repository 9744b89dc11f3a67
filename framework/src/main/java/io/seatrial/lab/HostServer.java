package io.seatrial.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/**
 * One SSH server on the addresses of all virtual hosts and switches: which one a session means is told by the address that it came in on.
 * Every command of a host is a real process; no process outlives its channel by more than two seconds.
 */
final class HostServer implements AutoCloseable {
    /** Login name on every virtual host. */
    static final String USER = "lab";

    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);
    private static final int ATTEMPTS = 20;

    private final Map<String, VirtualHost> hosts;
    private final Map<String, VirtualSwitch> switches;
    private final Keys keys;
    private final Fabric fabric;
    private final Set<HostProcess> processes = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService reaper =
            Executors.newSingleThreadScheduledExecutor(HostServer::reaperThread);
    private final SshServer server;
    private final int port;

    /**
     * @param hosts by SSH address
     * @param switches by SSH address
     * @param dead addresses on which nothing shall listen
     * @throws IOException if no port is free on all addresses
     */
    HostServer(
            Map<String, VirtualHost> hosts,
            Map<String, VirtualSwitch> switches,
            Set<String> dead,
            Keys keys,
            Fabric fabric)
            throws IOException {
        this.hosts = hosts;
        this.switches = switches;
        this.keys = keys;
        this.fabric = fabric;
        List<String> addresses = Stream.of(hosts, switches)
                .flatMap(nodes -> nodes.keySet().stream())
                .filter(address -> !dead.contains(address))
                .sorted()
                .toList();
        this.server = addresses.isEmpty() ? null : listen(addresses);
        this.port = server == null ? freePort("127.0.0.1") : server.getPort();
    }

    private static Thread reaperThread(Runnable work) {
        Thread thread = new Thread(work, "lab-reaper");
        thread.setDaemon(true);
        return thread;
    }

    /** Return the SSH port, the same on every address. */
    int port() {
        return port;
    }

    private SshServer listen(List<String> addresses) throws IOException {
        IOException last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            SshServer candidate = configured();
            candidate.setHost(String.join(",", addresses));
            candidate.setPort(freePort(addresses.get(0)));
            try {
                candidate.start();
                return candidate;
            } catch (IOException e) {
                last = e;
                candidate.close(true);
            }
        }
        throw new IOException(
                "lab: no TCP port is free on all of " + addresses + "; are they addresses of this machine?", last);
    }

    private static int freePort(String address) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
            return probe.getLocalPort();
        }
    }

    private SshServer configured() {
        SshServer made = SshServer.setUpDefaultServer();
        made.setKeyPairProvider(session -> List.of(keys.hosts().get(addressOf(session))));
        made.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        made.setPublickeyAuthenticator((user, key, session) ->
                user.equals(USER) && KeyUtils.compareKeys(key, keys.client().getPublic()));
        // Elliptic curves alone: with Bouncy Castle on the class path the default is a post-quantum exchange in pure
        // Java, which costs 0.1 s.
        made.setKeyExchangeFactories(ServerBuilder.setUpDefaultKeyExchanges(false).stream()
                .filter(kex -> kex.getName().startsWith(BuiltinDHFactories.curve25519.getName())
                        || kex.getName().startsWith("ecdh"))
                .toList());
        made.setCommandFactory(this::command);
        made.setShellFactory(this::shell);
        CoreModuleProperties.TCP_NODELAY.set(made, true);
        CoreModuleProperties.IDLE_TIMEOUT.set(made, Duration.ZERO);
        // Destroy a command as soon as its channel is closed; the grace that it has then is this class's own.
        CoreModuleProperties.COMMAND_EXIT_TIMEOUT.set(made, Duration.ofMillis(1));
        return made;
    }

    private static String addressOf(SessionContext session) {
        return ((InetSocketAddress) session.getLocalAddress()).getAddress().getHostAddress();
    }

    /** A switch has no shell: what is typed there would be one of its commands or nothing. */
    private Command shell(ChannelSession channel) {
        return command(
                channel, switches.containsKey(addressOf(channel.getSession())) ? SwitchCommand.SHELL : "exec /bin/sh");
    }

    private Command command(ChannelSession channel, String command) {
        VirtualSwitch node = switches.get(addressOf(channel.getSession()));
        if (node != null) {
            return new SwitchCommand(node, command);
        }
        VirtualHost host = hosts.get(addressOf(channel.getSession()));
        if (host.hung()) {
            return new HungCommand();
        }
        HostProcess process = new HostProcess(host, USER, List.of("/bin/sh", "-c", command), fabric, this::abandon);
        processes.add(process);
        return process;
    }

    private void abandon(HostProcess process) {
        if (!process.alive()) {
            processes.remove(process);
        } else if (!reaper.isShutdown()) {
            reaper.schedule(() -> end(process), GRACE, TimeUnit.NANOSECONDS);
        }
    }

    private void end(HostProcess process) {
        process.kill();
        processes.remove(process);
    }

    /** Close every connection, give the processes their grace, and end those that remain. */
    @Override
    public void close() throws IOException {
        if (server != null) {
            server.stop(true);
        }
        long deadline = System.nanoTime() + GRACE;
        try {
            for (HostProcess process : new ArrayList<>(processes)) {
                process.awaitEnd(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        reaper.shutdownNow();
        processes.forEach(HostProcess::kill);
        Strays.of(hosts.values().stream().map(VirtualHost::root).toList()).forEach(ProcessHandle::destroyForcibly);
    }
}
