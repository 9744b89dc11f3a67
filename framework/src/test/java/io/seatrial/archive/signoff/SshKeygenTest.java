package io.seatrial.archive.signoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.archive.ArchiveException;
import io.seatrial.archive.Manifest;
import io.seatrial.transport.local.LocalCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With the ssh-keygen of this machine. */
@Tag("services")
class SshKeygenTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final SshKeygen KEYGEN = SshKeygen.installed(LONG);
    private static final int SAMPLE = 150;
    private static final long SEED = 7;

    @TempDir
    private Path folder;

    private SmallBundle small;

    @BeforeEach
    void begin() {
        small = new SmallBundle(folder);
    }

    private Path key(String name, String... options) throws IOException {
        Path file = folder.resolve(name);
        List<String> words = new ArrayList<>(List.of("ssh-keygen", "-q", "-f", file.toString()));
        words.addAll(List.of(options));
        assertThat(new LocalCommand(words, Map.of(), LONG)
                        .run(Optional.of(Path.of("/dev/null")))
                        .good())
                .as("ssh-keygen makes a key")
                .isTrue();
        return file;
    }

    private Path ed25519(String name) throws IOException {
        return key(name, "-t", "ed25519", "-N", "");
    }

    private SignatureTrust trusting(String... lines) throws IOException {
        return KEYGEN.trusting(Signers.read(Files.write(folder.resolve("allowed_signers"), List.of(lines))));
    }

    private static String line(String names, Path key) throws IOException {
        return names + " " + Files.readString(Path.of(key + ".pub")).strip();
    }

    private static BundleCheck.Checked check(Path bundle, SignatureTrust trust) {
        return BundleCheck.check(bundle, trust, Optional.empty(), Optional.empty());
    }

    private static String objection(Path bundle, SignatureTrust trust) {
        return check(bundle, trust).objection().map(m -> m.key()).orElse("holds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "rsa", "ecdsa"})
    void signs_and_checks_with_keys_of_every_type(String type) throws IOException {
        Path key = key(type, "-t", type, "-N", "");
        Path bundle = small.passed("by-" + type, file -> KEYGEN.sign(key, file));
        BundleCheck.Checked checked = check(bundle, trusting(line("ada@example.com", key)));
        assertThat(checked.objection()).isEmpty();
        assertThat(checked.held().orElseThrow().principal()).contains("ada@example.com");
        assertThat(checked.held().orElseThrow().keyType()).contains(type.equals("ecdsa") ? "ecdsa-sha2" : type);
        assertThat(objection(bundle, KEYGEN.trusting(Signers.read(Path.of(key + ".pub")))))
                .isEqualTo("holds");
        assertThat(objection(bundle, trusting(line("ada@example.com", ed25519("other")))))
                .isEqualTo("signoff.untrusted");
    }

    @Test
    void agrees_with_the_check_within_this_program_on_flipped_bits() throws IOException {
        Ed25519Key key = Ed25519Key.make();
        Path bundle = small.passed("small", key::sign);
        SignatureTrust real = trusting("ada@example.com " + key.publicLine());
        assertThat(objection(bundle, real)).isEqualTo("holds");
        Random random = new Random(SEED);
        int asked = 0;
        for (String name : List.of(Manifest.NAME, Bundle.SIGNATURE)) {
            Path file = bundle.resolve(name);
            byte[] good = Files.readAllBytes(file);
            for (int i = 0; i < SAMPLE; i++) {
                byte[] bad = good.clone();
                int bit = random.nextInt(good.length * Byte.SIZE);
                bad[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                Files.write(file, bad);
                String said = objection(bundle, real);
                assertThat(said)
                        .as("%s bit %d", name, bit)
                        .isNotEqualTo("holds")
                        .isEqualTo(objection(bundle, key));
                asked += said.equals("signoff.untrusted") ? 1 : 0;
            }
            Files.write(file, good);
        }
        assertThat(asked).as("flips that ssh-keygen itself refused").isGreaterThan(SAMPLE);
    }

    @Test
    void takes_the_days_of_allowed_signers_from_ssh_keygen() throws IOException {
        Path key = ed25519("key-dated");
        Path bundle = small.passed("dated", file -> KEYGEN.sign(key, file));
        String pub = Files.readString(Path.of(key + ".pub")).strip();
        String ada = "ada@example.com ";
        assertThat(objection(bundle, trusting(ada + "valid-before=\"20200101\" " + pub)))
                .isEqualTo("signoff.untrusted");
        assertThat(objection(bundle, trusting(ada + "valid-after=\"20990101\" " + pub)))
                .isEqualTo("signoff.untrusted");
        assertThat(objection(bundle, trusting(ada + "valid-after=\"20200101\",valid-before=\"20990101\" " + pub)))
                .isEqualTo("holds");
        assertThat(objection(bundle, trusting(ada + "namespaces=\"git\" " + pub)))
                .isEqualTo("signoff.untrusted");
        assertThat(objection(bundle, trusting(ada + "namespaces=\"seatrial-signoff\" " + pub)))
                .isEqualTo("holds");
    }

    @Test
    void holds_the_name_in_the_record_against_the_names_of_the_key() throws IOException {
        Path key = ed25519("key-named");
        Path bundle = small.passed("named", file -> KEYGEN.sign(key, file));
        assertThat(objection(bundle, trusting(line("bob@example.com", key)))).isEqualTo("signoff.other-signer");
        assertThat(objection(bundle, trusting(line("bob@example.com,ada@example.com", key))))
                .isEqualTo("holds");
        assertThat(objection(bundle, trusting(line("*@example.com", key)))).isEqualTo("holds");
    }

    @Test
    void says_that_a_passphrase_was_not_given() throws IOException {
        Path key = key("locked", "-t", "ed25519", "-N", "a secret of the test");
        assertThatThrownBy(() ->
                        small.passed("locked-bundle", file -> noTerminal(LONG).sign(key, file)))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("key " + key + ": ssh-keygen did not sign")
                .hasMessageContaining("passphrase");
        assertThat(folder.resolve("locked-bundle")).doesNotExist();
    }

    @Test
    void does_not_wait_for_ever_for_a_passphrase() throws IOException {
        Path key = key("waiting", "-t", "ed25519", "-N", "a secret of the test");
        Path asks = Files.writeString(folder.resolve("asks"), "#!/bin/sh\nexec tail -f /dev/null\n");
        Files.setPosixFilePermissions(asks, PosixFilePermissions.fromString("rwx------"));
        SshKeygen waiting = new SshKeygen(
                "ssh-keygen",
                Map.of("SSH_ASKPASS", asks.toString(), "SSH_ASKPASS_REQUIRE", "force", "SSH_AUTH_SOCK", ""),
                Duration.ofSeconds(2));
        assertThatThrownBy(() -> small.passed("late", file -> waiting.sign(key, file)))
                .isInstanceOf(NoSshKeygenException.class)
                .hasMessageContaining("did not come to its end within 2 s");
        assertThat(folder.resolve("late")).doesNotExist();
    }

    private static SshKeygen noTerminal(Duration deadline) {
        return new SshKeygen(
                "ssh-keygen",
                Map.of("SSH_ASKPASS", "/bin/false", "SSH_ASKPASS_REQUIRE", "force", "SSH_AUTH_SOCK", "", "LC_ALL", "C"),
                deadline);
    }

    @Test
    void refuses_a_key_that_others_may_read_and_what_is_no_key() throws IOException {
        Path open = ed25519("open");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        Path junk = Files.writeString(folder.resolve("junk"), "junk\n");
        for (Path key : List.of(open, junk, folder.resolve("none"), folder)) {
            assertThatThrownBy(() -> small.passed("by-" + key.getFileName(), file -> KEYGEN.sign(key, file)))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("key " + key);
            assertThat(folder.resolve("by-" + key.getFileName())).doesNotExist();
        }
    }
}
