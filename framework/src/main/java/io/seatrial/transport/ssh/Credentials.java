package io.seatrial.transport.ssh;

import java.security.KeyPair;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a login can prove itself with, in the order in which it is tried.
 *
 * @param files key pairs of the named files
 * @param agent socket of the agent; empty where it is not asked
 */
record Credentials(List<KeyPair> files, Optional<String> agent) {
    Credentials {
        files = List.copyOf(files);
    }

    /** Return what was offered, for a failure. */
    String shown() {
        String keys =
                files.stream().map(pair -> Fingerprint.of(pair.getPublic())).collect(Collectors.joining(", "));
        String fromAgent =
                agent.map(socket -> "the keys of the agent at " + socket).orElse("");
        return keys + (keys.isEmpty() || fromAgent.isEmpty() ? "" : " and ") + fromAgent;
    }
}
