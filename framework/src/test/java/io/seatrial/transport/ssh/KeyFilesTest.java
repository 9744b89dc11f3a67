package io.seatrial.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFilesTest {
    @TempDir
    Path folder;

    private final KeyPair key = TestServer.newKey();
    private Path locked;

    @BeforeEach
    void lock() throws IOException, GeneralSecurityException {
        locked = folder.resolve("locked");
        OpenSSHKeyEncryptionContext encryption = new OpenSSHKeyEncryptionContext();
        encryption.setCipherType("256");
        encryption.setPassword("open sesame");
        try (OutputStream out = Files.newOutputStream(locked)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "test", encryption, out);
        }
    }

    @Test
    void an_encrypted_key_opens_with_the_passphrase_of_the_variable() throws IOException {
        List<KeyPair> pairs =
                files(Optional.of("PASS"), Map.of("PASS", "open sesame")).read(List.of(locked));

        assertThat(pairs)
                .singleElement()
                .satisfies(pair -> assertThat(pair.getPublic()).isEqualTo(key.getPublic()));
    }

    @Test
    void a_variable_that_is_not_named_is_asked_for() {
        assertThatThrownBy(() -> files(Optional.empty(), Map.of()).read(List.of(locked)))
                .hasMessageContaining(locked + " is encrypted and no variable is named for its passphrase");
    }

    @Test
    void a_variable_that_is_not_set_is_named() {
        assertThatThrownBy(() -> files(Optional.of("PASS"), Map.of()).read(List.of(locked)))
                .hasMessageContaining(locked + " is encrypted and the environment variable PASS is not set");
    }

    @Test
    void a_wrong_passphrase_is_told_and_not_shown() {
        assertThatThrownBy(() -> files(Optional.of("PASS"), Map.of("PASS", "sesame open"))
                        .read(List.of(locked)))
                .hasMessageContaining("could not be decrypted with the passphrase in PASS")
                .hasMessageNotContaining("sesame");
    }

    @Test
    void a_missing_file_is_named() {
        assertThatThrownBy(() -> files(Optional.empty(), Map.of()).read(List.of(folder.resolve("absent"))))
                .hasMessageContaining("absent does not exist");
    }

    @Test
    void a_file_that_is_no_key_is_told() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "hello\n");

        assertThatThrownBy(() -> files(Optional.empty(), Map.of()).read(List.of(text)))
                .hasMessageContaining("private key file " + text)
                .hasMessageContaining("expected an ed25519, ecdsa or rsa key");
    }

    private static KeyFiles files(Optional<String> variable, Map<String, String> environment) {
        return new KeyFiles(variable, environment::get);
    }
}
