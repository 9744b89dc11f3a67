package io.seatrial.archive.signoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.archive.ArchiveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignersTest {
    private static final String KEY = Ed25519Key.make().publicLine();

    @TempDir
    private Path folder;

    private Signers read(String text) throws IOException {
        return Signers.read(Files.writeString(folder.resolve("signers"), text));
    }

    @Test
    void tells_a_list_of_names_from_a_bare_key() throws IOException {
        assertThat(read("# trusted\n\nada@example.com " + KEY + "\n").named()).isTrue();
        assertThat(read(KEY + " a comment\n").named()).isFalse();
        assertThat(read(KEY + "\n").lines()).containsExactly("bare-key " + KEY);
    }

    @ParameterizedTest
    @CsvSource({
        "'', no line with a key",
        "'# nobody yet', no line with a key",
        "-----BEGIN OPENSSH PRIVATE KEY-----, a private key",
    })
    void refuses_what_trusts_nobody(String text, String why) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("expected an allowed_signers file");
    }

    @Test
    void refuses_several_bare_keys() {
        assertThatThrownBy(() -> read(KEY + "\n" + KEY + "\n"))
                .hasMessageContaining("2 lines of which some begin with a key");
    }

    @Test
    void refuses_a_file_that_is_not_there() {
        assertThatThrownBy(() -> Signers.read(folder.resolve("none")))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void cannot_tell_without_ssh_keygen() throws IOException {
        Path bundle = new SmallBundle(folder).passed("small", Ed25519Key.make()::sign);
        SshKeygen missing = new SshKeygen("/no/such/ssh-keygen", Map.of(), Duration.ofSeconds(5));
        SignatureTrust trust = missing.trusting(read("ada@example.com " + KEY + "\n"));
        assertThatThrownBy(() -> BundleCheck.check(bundle, trust, Optional.empty(), Optional.empty()))
                .isInstanceOf(NoSshKeygenException.class)
                .hasMessageContaining("/no/such/ssh-keygen cannot be started")
                .hasMessageContaining("expected OpenSSH 8.1 or later on the PATH");
    }
}
