package io.seatrial.transport.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.util.security.SecurityUtils;

/** Reads private keys: OpenSSH's own format and PEM, with a passphrase from an environment variable. */
final class KeyFiles {
    private final Optional<String> variable;
    private final UnaryOperator<String> environment;

    KeyFiles(Optional<String> variable, UnaryOperator<String> environment) {
        this.variable = variable;
        this.environment = environment;
    }

    /** Return the key pairs of the files in order; fail with one sentence that names the file and what to do. */
    List<KeyPair> read(List<Path> files) throws IOException {
        List<KeyPair> pairs = new ArrayList<>();
        for (Path file : files) {
            read(file).forEach(pairs::add);
        }
        return pairs;
    }

    private Iterable<KeyPair> read(Path file) throws IOException {
        boolean[] asked = {false};
        try (InputStream in = Files.newInputStream(file)) {
            Iterable<KeyPair> pairs = SecurityUtils.loadKeyPairIdentities(
                    null, NamedResource.ofName(file.toString()), in, (session, resource, attempt) -> {
                        asked[0] = true;
                        return passphrase(file);
                    });
            if (pairs == null) {
                throw new IOException(
                        "private key file " + file
                                + " holds no key that is understood; expected an ed25519, ecdsa or rsa key in OpenSSH or PEM format");
            }
            return pairs;
        } catch (NoPassphrase e) {
            throw e;
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw explained(file, asked[0], e);
        }
    }

    private String passphrase(Path file) throws IOException {
        if (variable.isEmpty()) {
            throw new NoPassphrase(
                    "private key file " + file
                            + " is encrypted and no variable is named for its passphrase; name one in the ssh settings, or use an agent");
        }
        String value = environment.apply(variable.get());
        if (value == null || value.isEmpty()) {
            throw new NoPassphrase("private key file " + file + " is encrypted and the environment variable "
                    + variable.get() + " is not set; set it to the passphrase, or use an agent");
        }
        return value;
    }

    private IOException explained(Path file, boolean encrypted, Exception cause) {
        if (!Files.isReadable(file)) {
            String what = Files.exists(file) ? " may not be read by this user" : " does not exist";
            return new IOException("private key file " + file + what + "; expected a readable private key", cause);
        }
        if (encrypted) {
            return new IOException(
                    "private key file " + file + " could not be decrypted with the passphrase in " + variable.orElse("")
                            + "; set it to the right passphrase",
                    cause);
        }
        return new IOException("private key file " + file + " could not be understood: " + cause.getMessage(), cause);
    }

    private static final class NoPassphrase extends IOException {
        private NoPassphrase(String message) {
            super(message);
        }
    }
}
