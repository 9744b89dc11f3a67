package io.seatrial.transport.ssh;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.forward.DefaultForwarderFactory;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.keyboard.DefaultKeyboardInteractiveAuthenticator;
import org.apache.sshd.server.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.server.auth.password.PasswordAuthenticator;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;

/** A small SSH server inside the test, on loopback addresses, that runs commands under /bin/sh and lets one key in. */
final class TestServer implements AutoCloseable {
    static final String USER = "tester";

    private final SshServer server = SshServer.setUpDefaultServer();
    private final KeyPair hostKey;

    private TestServer(KeyPair hostKey, KeyPair user, String addresses, int port) {
        this.hostKey = hostKey;
        server.setHost(addresses);
        server.setPort(port);
        server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
        server.setPublickeyAuthenticator(
                (name, key, session) -> name.equals(USER) && KeyUtils.compareKeys(key, user.getPublic()));
        server.setCommandFactory((channel, command) -> new ShellCommand(command));
        server.setForwarderFactory(DefaultForwarderFactory.INSTANCE);
        server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
    }

    static TestServer start(KeyPair hostKey, KeyPair user) throws IOException {
        return start(hostKey, user, "127.0.0.1", 0);
    }

    static TestServer start(KeyPair hostKey, KeyPair user, String addresses, int port) throws IOException {
        TestServer started = new TestServer(hostKey, user, addresses, port);
        started.server.start();
        return started;
    }

    /** Start on many addresses, 127.0.1.1 and following, and one port. */
    static TestServer startMany(KeyPair hostKey, KeyPair user, int number) throws IOException {
        String addresses =
                IntStream.rangeClosed(1, number).mapToObj(i -> "127.0.1." + i).collect(Collectors.joining(","));
        return start(hostKey, user, addresses, freePort());
    }

    /** Let the user in by a password too, as the plain method or as the answer to a question. */
    TestServer withPassword(String password, boolean asked, AtomicInteger tries) {
        PasswordAuthenticator check = (name, given, session) -> {
            tries.incrementAndGet();
            return name.equals(USER) && given.equals(password);
        };
        if (asked) {
            server.setKeyboardInteractiveAuthenticator(new DefaultKeyboardInteractiveAuthenticator());
            server.setUserAuthFactories(
                    List.of(UserAuthPublicKeyFactory.INSTANCE, UserAuthKeyboardInteractiveFactory.INSTANCE));
        }
        server.setPasswordAuthenticator(check);
        return this;
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress("127.0.0.1", 0));
            return socket.getLocalPort();
        }
    }

    static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return server.getPort();
    }

    /** Return the known_hosts line for one of its addresses. */
    String knownAs(String address) {
        return "[" + address + "]:" + port() + " " + PublicKeyEntry.toString(hostKey.getPublic());
    }

    int sessions() {
        return server.getActiveSessions().size();
    }

    /** End every session as a crash would: no message, only the end of the TCP connection. */
    void cutSessions() {
        new ArrayList<>(server.getActiveSessions())
                .forEach(session -> session.getIoSession().close(true));
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }
}
