package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.Switch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.channel.ClientChannelEvent;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.keyverifier.KnownHostsServerKeyVerifier;
import org.apache.sshd.client.keyverifier.RejectAllServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.keyprovider.FileKeyPairProvider;

/** An SSH client with the strictness that the product has: known keys only, one key file, no password. */
final class LabClient implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** What a command left. */
    record Result(int status, String out, String err) {}

    private final SshClient client = SshClient.setUpDefaultClient();
    private final AtomicReference<PublicKey> shown = new AtomicReference<>();

    LabClient() {
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.start();
    }

    ClientSession open(Cluster cluster, String name) throws IOException {
        Host host = cluster.hosts().stream()
                .filter(h -> h.name().equals(name))
                .findFirst()
                .orElseThrow();
        return open(host.ssh(), host.address());
    }

    private ClientSession open(SshSettings ssh, String address) throws IOException {
        client.setKeyIdentityProvider(new FileKeyPairProvider(ssh.keyFiles()));
        KnownHostsServerKeyVerifier known = new KnownHostsServerKeyVerifier(
                RejectAllServerKeyVerifier.INSTANCE, ssh.knownHosts().get(0));
        client.setServerKeyVerifier((session, at, key) -> {
            shown.set(key);
            return known.verifyServerKey(session, at, key);
        });
        ClientSession session =
                client.connect(ssh.user(), address, ssh.port()).verify(PATIENCE).getSession();
        session.auth().verify(PATIENCE);
        return session;
    }

    /** Return the key that the last host showed. */
    PublicKey shown() {
        return shown.get();
    }

    Result run(Cluster cluster, String host, String command) throws IOException {
        try (ClientSession session = open(cluster, host)) {
            return run(session, command);
        }
    }

    static Result run(ClientSession session, String command) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (ChannelExec channel = session.createExecChannel(command)) {
            channel.setIn(InputStream.nullInputStream());
            channel.setOut(out);
            channel.setErr(err);
            channel.open().verify(PATIENCE);
            channel.waitFor(EnumSet.of(ClientChannelEvent.CLOSED), PATIENCE);
            return new Result(
                    channel.getExitStatus() == null ? -1 : channel.getExitStatus(),
                    out.toString(StandardCharsets.UTF_8),
                    err.toString(StandardCharsets.UTF_8));
        }
    }

    /** Run a command on a switch. */
    Result runOnSwitch(Cluster cluster, String name, String command) throws IOException {
        Switch node = cluster.switches().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        try (ClientSession session = open(node.ssh(), node.address())) {
            return run(session, command);
        }
    }

    /** Start a command that stays, and read the first line that it says. */
    static Standing stand(ClientSession session, String command) throws IOException {
        ChannelExec channel = session.createExecChannel(command);
        channel.open().verify(PATIENCE);
        return new Standing(channel, channel.getInvertedOut(), channel.getInvertedIn());
    }

    /** A command that runs. */
    record Standing(ChannelExec channel, InputStream out, OutputStream in) implements AutoCloseable {
        String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = out.read(); c >= 0 && c != '\n'; c = out.read()) {
                line.append((char) c);
            }
            return line.toString();
        }

        void say(String line) throws IOException {
            in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        }

        @Override
        public void close() {
            // The closing that tells the other side; close() alone only forgets the channel here.
            channel.close(false);
        }
    }

    @Override
    public void close() {
        client.stop();
    }
}
