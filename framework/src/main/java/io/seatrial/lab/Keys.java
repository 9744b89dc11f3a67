package io.seatrial.lab;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;

/**
 * The keys of a lab, made fresh at every start and never used elsewhere.
 *
 * @param client the one key that may log in
 * @param hosts host keys by SSH address
 */
record Keys(KeyPair client, Map<String, KeyPair> hosts) {
    private static final int ED25519_BITS = 256;

    static Keys make(List<String> addresses) throws IOException {
        try {
            Map<String, KeyPair> hosts = new TreeMap<>();
            for (String address : addresses) {
                hosts.put(address, KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, ED25519_BITS));
            }
            return new Keys(KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, ED25519_BITS), Map.copyOf(hosts));
        } catch (GeneralSecurityException e) {
            throw new IOException("lab: cannot make ed25519 keys", e);
        }
    }

    /** Write the client's private key in OpenSSH's format, readable by its owner alone. */
    void writeClientKey(Path file) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(client, "seatrial lab", null, text);
        } catch (GeneralSecurityException e) {
            throw new IOException("lab: cannot write the client key", e);
        }
        writePrivately(file, text.toByteArray());
    }

    /** Write the lines of known_hosts, but for the hosts that are to stay unknown. */
    void writeKnownHosts(Path file, int port, Set<String> unknown) throws IOException {
        StringBuilder lines = new StringBuilder();
        new TreeMap<>(hosts).forEach((address, key) -> {
            if (!unknown.contains(address)) {
                lines.append('[')
                        .append(address)
                        .append("]:")
                        .append(port)
                        .append(' ')
                        .append(PublicKeyEntry.toString(key.getPublic()))
                        .append('\n');
            }
        });
        writePrivately(file, lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static void writePrivately(Path file, byte[] content) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file, content, StandardOpenOption.WRITE);
    }
}
