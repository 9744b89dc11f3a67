package io.seatrial.telemetry;

import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.Switch;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/** An SSH server inside the test that stands for switches, one on each loopback address, and answers commands from a function. */
final class SwitchServer implements AutoCloseable {
    private static final String USER = "reader";
    private static final String PASSWORD = "let-me-read";

    /**
     * What a command gives.
     *
     * @param text standard output
     * @param errors standard error
     * @param status exit status; negative: it never ends
     */
    record Reply(byte[] text, String errors, int status) {
        static Reply of(String text) {
            return new Reply(text.getBytes(StandardCharsets.UTF_8), "", 0);
        }

        static Reply failed(int status, String errors) {
            return new Reply(new byte[0], errors, status);
        }

        static Reply hanging() {
            return new Reply(new byte[0], "", -1);
        }
    }

    private final SshServer server = SshServer.setUpDefaultServer();
    private final KeyPair hostKey = newKey();
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final Path knownHosts;
    private final Path password;
    private volatile Function<String, Reply> replies;
    private volatile boolean terminalAsked;

    private SwitchServer(Path folder, int number, Function<String, Reply> replies) throws IOException {
        this.replies = replies;
        server.setHost(addresses(number).collect(Collectors.joining(",")));
        server.setPort(freePort());
        server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
        server.setPasswordAuthenticator((name, given, session) -> name.equals(USER) && given.equals(PASSWORD));
        server.setCommandFactory((channel, command) -> new Answering(command));
        server.start();
        String key = PublicKeyEntry.toString(hostKey.getPublic());
        knownHosts = Files.write(
                folder.resolve("known_hosts"),
                addresses(number)
                        .map(a -> "[" + a + "]:" + server.getPort() + " " + key)
                        .toList());
        password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    }

    static SwitchServer start(Path folder, int number, Function<String, Reply> replies) {
        try {
            return new SwitchServer(folder, number, replies);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static java.util.stream.Stream<String> addresses(int number) {
        return IntStream.rangeClosed(1, number).mapToObj(i -> "127.0.3." + i);
    }

    Switch node(int number, String system) {
        return new Switch("leaf-" + number, "leaf", "127.0.3." + number, system, settings(password));
    }

    SshSettings settings(Path passwordFile) {
        return new SshSettings(
                USER,
                server.getPort(),
                List.of(),
                false,
                Optional.empty(),
                List.of(knownHosts),
                Optional.empty(),
                Optional.of(new SshSettings.Password.InFile(passwordFile)));
    }

    void reply(Function<String, Reply> other) {
        replies = other;
    }

    List<String> commands() {
        return commands;
    }

    boolean wasTerminalAsked() {
        return terminalAsked;
    }

    int sessions() {
        return server.getActiveSessions().size();
    }

    /** End every session as a crash would. */
    void cutSessions() {
        new ArrayList<>(server.getActiveSessions())
                .forEach(session -> session.getIoSession().close(true));
    }

    @Override
    public void close() {
        try {
            server.stop(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress("127.0.3.1", 0));
            return socket.getLocalPort();
        }
    }

    private static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private final class Answering implements Command {
        private final String command;
        private OutputStream out;
        private OutputStream err;
        private ExitCallback exit;

        private Answering(String command) {
            this.command = command;
        }

        @Override
        public void setInputStream(InputStream in) {
            // nothing is ever read: no command asks
        }

        @Override
        public void setOutputStream(OutputStream stream) {
            out = stream;
        }

        @Override
        public void setErrorStream(OutputStream stream) {
            err = stream;
        }

        @Override
        public void setExitCallback(ExitCallback callback) {
            exit = callback;
        }

        @Override
        public void start(ChannelSession channel, Environment environment) {
            commands.add(command);
            terminalAsked |= environment.getEnv().containsKey(Environment.ENV_TERM);
            Thread thread = new Thread(this::answer, "switch-server");
            thread.setDaemon(true);
            thread.start();
        }

        private void answer() {
            Reply reply = replies.apply(command);
            if (reply.status() < 0) {
                return;
            }
            try {
                out.write(reply.text());
                out.flush();
                err.write(reply.errors().getBytes(StandardCharsets.UTF_8));
                err.flush();
                exit.onExit(reply.status());
            } catch (IOException e) {
                // the client is gone: the test is over
            }
        }

        @Override
        public void destroy(ChannelSession channel) {
            // the thread ends by itself
        }
    }
}
