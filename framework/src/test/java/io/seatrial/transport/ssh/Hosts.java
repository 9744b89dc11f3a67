package io.seatrial.transport.ssh;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.SshSettings.Bastion;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/** Hosts of a test with a user key and a file of known hosts in one folder. */
final class Hosts {
    private final Path knownHosts;
    private final Path keyFile;
    private final KeyPair userKey = TestServer.newKey();

    Hosts(Path folder) throws IOException {
        knownHosts = Files.createFile(folder.resolve("known_hosts"));
        keyFile = folder.resolve("id");
        write(userKey, keyFile);
    }

    static SshTransport.Options quick() {
        return new SshTransport.Options(
                Duration.ofSeconds(20), 64, 3, Duration.ofMillis(50), Duration.ofSeconds(15), 3);
    }

    static void write(KeyPair key, Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "test", null, out);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    KeyPair userKey() {
        return userKey;
    }

    Path knownHosts() {
        return knownHosts;
    }

    void know(String line) throws IOException {
        Files.writeString(knownHosts, line + "\n", StandardOpenOption.APPEND);
    }

    Host host(String name, String address, int port) {
        return host(name, address, settings(List.of(keyFile), port, Optional.empty()));
    }

    Host behind(Bastion bastion, String name, String address, int port) {
        return host(name, address, settings(List.of(keyFile), port, Optional.of(bastion)));
    }

    Host withKeys(List<Path> files, String name, String address, int port) {
        return host(name, address, settings(files, port, Optional.empty()));
    }

    static Host host(String name, String address, SshSettings ssh) {
        return new Host(name, address, ssh, List.of(), 0);
    }

    private SshSettings settings(List<Path> files, int port, Optional<Bastion> bastion) {
        return new SshSettings(TestServer.USER, port, files, false, Optional.empty(), List.of(knownHosts), bastion);
    }
}
