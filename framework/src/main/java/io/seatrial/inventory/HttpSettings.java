package io.seatrial.inventory;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a server is asked over HTTP. Secrets never stand here: they are named by a file or an environment variable.
 *
 * @param url where the server is, with a path where it has one; {@code http} only without a credential or on this machine
 * @param credential who asks; empty where the server asks nobody
 * @param authority file of certificates (PEM) that are trusted instead of Java's own; empty for Java's own
 * @param deadline of every request, from connecting to the last byte
 */
public record HttpSettings(URI url, Optional<Credential> credential, Optional<Path> authority, Duration deadline) {
    public HttpSettings {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(credential, "credential");
        Objects.requireNonNull(authority, "authority");
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("deadline of " + url + ": expected more than 0, got " + deadline);
        }
    }

    /**
     * A bearer token, or a name with its password.
     *
     * @param user name; empty for a bearer token
     * @param file the secret is its first line
     * @param variable environment variable that holds the secret; exactly one of both is there
     */
    public record Credential(Optional<String> user, Optional<Path> file, Optional<String> variable) {
        public Credential {
            Objects.requireNonNull(user, "user");
            if (file.isPresent() == variable.isPresent()) {
                throw new IllegalArgumentException("credential: expected a file or a variable, and not both");
            }
        }
    }
}
