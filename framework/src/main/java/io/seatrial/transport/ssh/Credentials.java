package io.seatrial.transport.ssh;

import java.security.KeyPair;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a login can prove itself with, in the order in which it is tried.
 *
 * @param files key pairs of the named files
 * @param agent socket of the agent; empty where it is not asked
 * @param password tried last; empty where none is named
 */
record Credentials(List<KeyPair> files, Optional<String> agent, Optional<Password> password) {
    Credentials {
        files = List.copyOf(files);
    }

    /** Return what was offered, for a failure. */
    String shown() {
        String keys =
                files.stream().map(pair -> Fingerprint.of(pair.getPublic())).collect(Collectors.joining(", "));
        String fromAgent =
                agent.map(socket -> "the keys of the agent at " + socket).orElse("");
        String secret = password.map(Password::toString).orElse("");
        return Stream.of(keys, fromAgent, secret)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" and "));
    }
}
