package io.seatrial.transport.ssh;

import io.seatrial.inventory.SshSettings;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Reads what a login needs from files; each file once, as hundreds of hosts share their settings. Blocking. */
final class Preparation {
    private final UnaryOperator<String> environment;
    private final Map<List<Path>, KnownHosts> known = new ConcurrentHashMap<>();
    private final Map<KeySource, List<KeyPair>> pairs = new ConcurrentHashMap<>();

    Preparation(UnaryOperator<String> environment) {
        this.environment = environment;
    }

    Attempt of(Endpoint server) {
        try {
            KnownHosts files = known.computeIfAbsent(server.settings().knownHosts(), KnownHosts::read);
            HostKeys keys = files.of(server.address(), server.port(), server.name());
            return new Attempt(server, keys, credentials(server));
        } catch (UncheckedIOException e) {
            Kind kind = e instanceof KeyUnusable ? Kind.AUTHENTICATION : Kind.UNKNOWN_HOST_KEY;
            throw new TransportException(server.name(), kind, e.getMessage(), e.getCause());
        }
    }

    private Credentials credentials(Endpoint server) {
        SshSettings ssh = server.settings();
        List<KeyPair> files =
                pairs.computeIfAbsent(new KeySource(ssh.keyFiles(), ssh.passphraseVariable()), this::readPairs);
        Optional<String> socket = Optional.of("SSH_AUTH_SOCK")
                .filter(variable -> ssh.agent())
                .map(environment)
                .filter(path -> !path.isBlank());
        Optional<Password> password = ssh.password().map(this::password);
        if (files.isEmpty() && socket.isEmpty() && password.isEmpty()) {
            throw new TransportException(
                    server.name(),
                    Kind.AUTHENTICATION,
                    "there is no key to log in with: no key file is named and "
                            + (ssh.agent() ? "SSH_AUTH_SOCK is not set" : "the agent is not asked")
                            + "; name a key file in the ssh settings, or start ssh-agent",
                    null);
        }
        return new Credentials(files, socket, password);
    }

    private Password password(SshSettings.Password place) {
        try {
            return new Passwords(environment).read(place);
        } catch (IOException e) {
            throw new KeyUnusable(e);
        }
    }

    private List<KeyPair> readPairs(KeySource source) {
        try {
            return new KeyFiles(source.variable(), environment).read(source.files());
        } catch (IOException e) {
            throw new KeyUnusable(e);
        }
    }

    private record KeySource(List<Path> files, Optional<String> variable) {}

    private static final class KeyUnusable extends UncheckedIOException {
        private KeyUnusable(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
