package io.seatrial.transport.ssh;

import io.seatrial.transport.TransportException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.session.Session;

/** One try to log in, and afterwards the memory of why its session ended. The library carries it from the connect to every callback. */
final class Attempt {
    /** How far a try came, in the words of a failure. */
    enum Stage {
        CONNECTING("no TCP connection"),
        CONNECTED("a TCP connection, but nothing that SSH servers say"),
        IDENTIFIED("an SSH server's greeting, but no key exchange"),
        KEYS_EXCHANGED("a key exchange, but no login"),
        LOGGED_IN("a login");

        private final String words;

        Stage(String words) {
            this.words = words;
        }
    }

    static final AttributeRepository.AttributeKey<Attempt> KEY = new AttributeRepository.AttributeKey<>();

    private final Endpoint server;
    private final HostKeys keys;
    private final Credentials credentials;
    private final List<String> principals;
    private final AtomicReference<Throwable> cause = new AtomicReference<>();
    private volatile boolean passwordTried;
    private volatile TransportException keyFailure;
    private volatile Stage stage = Stage.CONNECTING;

    Attempt(Endpoint server, HostKeys keys, Credentials credentials) {
        this(server, keys, credentials, keys.principals(server));
    }

    private Attempt(Endpoint server, HostKeys keys, Credentials credentials, List<String> principals) {
        this.principals = principals;
        this.server = server;
        this.keys = keys;
        this.credentials = credentials;
    }

    /** Return a fresh try of the same login. */
    Attempt anew() {
        return new Attempt(server, keys, credentials, principals);
    }

    /** Return a fresh try that expects a certificate for another of the host's names; empty where there is none. */
    Optional<Attempt> underNextName() {
        return principals.size() < 2
                ? Optional.empty()
                : Optional.of(new Attempt(server, keys, credentials, principals.subList(1, principals.size())));
    }

    static Attempt of(Session session) {
        AttributeRepository context = ((ClientSession) session).getConnectionContext();
        return context.getAttribute(KEY);
    }

    Endpoint server() {
        return server;
    }

    HostKeys keys() {
        return keys;
    }

    Credentials credentials() {
        return credentials;
    }

    /** Return the name that a certificate must list. */
    String principal() {
        return principals.isEmpty() ? server.address() : principals.get(0);
    }

    Stage stage() {
        return stage;
    }

    String reached() {
        return stage.words;
    }

    void reach(Stage next) {
        if (next.compareTo(stage) > 0) {
            stage = next;
        }
    }

    /** Remember the first reason for an end; what follows it is only its consequence. */
    void note(Throwable reason) {
        cause.compareAndSet(null, reason);
    }

    Throwable causeOr(Throwable other) {
        Throwable first = cause.get();
        return first == null ? other : first;
    }

    void tryPassword() {
        passwordTried = true;
    }

    boolean passwordTried() {
        return passwordTried;
    }

    void refuseKey(TransportException failure) {
        keyFailure = failure;
    }

    Optional<TransportException> keyFailure() {
        return Optional.ofNullable(keyFailure);
    }
}
