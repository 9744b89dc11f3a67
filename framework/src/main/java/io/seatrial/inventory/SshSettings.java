package io.seatrial.inventory;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How SSH reaches a group of hosts or switches. Secrets never stand here: a key is named by its file, an agent by its socket, a passphrase by
 * an environment variable, a switch's password by a file or an environment variable.
 *
 * @param user login name
 * @param port TCP port
 * @param keyFiles private key files, tried in order; empty = the agent alone
 * @param agent whether the agent at {@code SSH_AUTH_SOCK} is asked
 * @param passphraseVariable name of the environment variable that holds the passphrase of the key files
 * @param knownHosts files of known host keys; a host that none of them names is refused
 * @param bastion host through which these hosts are reached
 * @param password where the password is; empty where none is tried. It is never tried on the bastion
 */
public record SshSettings(
        String user,
        int port,
        List<Path> keyFiles,
        boolean agent,
        Optional<String> passphraseVariable,
        List<Path> knownHosts,
        Optional<Bastion> bastion,
        Optional<Password> password) {
    public SshSettings {
        Objects.requireNonNull(user, "user");
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("ssh port: expected 1..65535, got " + port);
        }
        keyFiles = List.copyOf(keyFiles);
        knownHosts = List.copyOf(knownHosts);
        Objects.requireNonNull(password, "password");
    }

    /** Make settings without a password. */
    public SshSettings(
            String user,
            int port,
            List<Path> keyFiles,
            boolean agent,
            Optional<String> passphraseVariable,
            List<Path> knownHosts,
            Optional<Bastion> bastion) {
        this(user, port, keyFiles, agent, passphraseVariable, knownHosts, bastion, Optional.empty());
    }

    /** Where a password is, which itself never stands in an inventory. */
    public sealed interface Password {
        /** In the first line of a file that nobody else may read. */
        record InFile(Path file) implements Password {
            public InFile {
                Objects.requireNonNull(file, "file");
            }
        }

        /** In an environment variable. */
        record InVariable(String name) implements Password {
            public InVariable {
                Objects.requireNonNull(name, "name");
            }
        }
    }

    /**
     * A host that forwards connections; its own key is checked like any other.
     *
     * @param user login name on the bastion
     * @param address name or numeric address
     * @param port TCP port
     */
    public record Bastion(String user, String address, int port) {
        public Bastion {
            Objects.requireNonNull(user, "user");
            Objects.requireNonNull(address, "address");
        }
    }
}
