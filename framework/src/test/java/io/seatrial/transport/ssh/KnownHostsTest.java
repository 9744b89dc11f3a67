package io.seatrial.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownHostsTest {
    private static final String A = entry();
    private static final String B = entry();

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "10.0.0.1; 10.0.0.1; 22; true",
                "10.0.0.1; 10.0.0.1; 2222; false",
                "[10.0.0.1]:2222; 10.0.0.1; 2222; true",
                "[10.0.0.1]:2222; 10.0.0.1; 22; false",
                "other,10.0.0.1; 10.0.0.1; 22; true",
                "GPU.Cluster; gpu.cluster; 22; true",
                "gpu.cluster; GPU.cluster; 22; true",
                "10.0.0.*; 10.0.0.17; 22; true",
                "10.0.0.?; 10.0.0.17; 22; false",
                "10.0.*.1*; 10.0.77.17; 22; true",
                "*,!10.0.0.1; 10.0.0.1; 22; false",
                "!10.0.0.1,*; 10.0.0.1; 22; false",
                "*,!10.0.0.1; 10.0.0.2; 22; true",
                "!10.0.0.1; 10.0.0.2; 22; false",
                "[*]:2222; 10.0.0.2; 2222; true",
                "gpu-01; 10.0.0.9; 22; true",
                "gpu-01; 10.0.0.9; 2222; true",
                "[gpu-01]:2222; 10.0.0.9; 2222; true",
                "10.0.0; 10.0.0.1; 22; false"
            })
    void a_pattern_matches(String patterns, String address, int port, boolean expected) throws IOException {
        KnownHosts known = read(patterns + " " + A);

        assertThat(known.of(address, port, "gpu-01").lines()).hasSize(expected ? 1 : 0);
    }

    @Test
    void a_hashed_name_matches_that_name_alone() throws IOException {
        KnownHosts known = read(hashed("[10.0.0.1]:2222") + " " + A, hashed("10.0.0.3") + " " + B);

        assertThat(known.of("10.0.0.1", 2222, "n").lines())
                .extracting(KnownHostsLine::number)
                .containsExactly(1);
        assertThat(known.of("10.0.0.3", 22, "n").lines())
                .extracting(KnownHostsLine::number)
                .containsExactly(2);
        assertThat(known.of("10.0.0.1", 22, "n").lines()).isEmpty();
    }

    @Test
    void the_name_is_looked_up_only_where_the_address_is_not_listed() throws IOException {
        KnownHosts known = read("10.0.0.1 " + A, "gpu-01 " + B);

        assertThat(known.of("10.0.0.1", 22, "gpu-01").lines())
                .extracting(KnownHostsLine::number)
                .containsExactly(1);
        assertThat(known.of("10.0.0.2", 22, "gpu-01").lines())
                .extracting(KnownHostsLine::number)
                .containsExactly(2);
    }

    @Test
    void a_revoked_key_counts_under_every_name() throws IOException {
        KnownHosts known = read("10.0.0.1 " + A, "@revoked gpu-01 " + A);

        assertThat(known.of("10.0.0.1", 22, "gpu-01").revoked()).hasSize(1);
    }

    @Test
    void several_keys_and_several_files_are_joined() throws IOException {
        Path second = Files.writeString(folder.resolve("second"), "h " + B + " comment words\n");
        Path first = Files.writeString(folder.resolve("first"), "# c\n\nh " + A + "\r\n");

        HostKeys keys = KnownHosts.read(List.of(first, second)).of("h", 22, "h");

        assertThat(keys.lines()).extracting(KnownHostsLine::where).containsExactly(first + ":3", second + ":1");
    }

    @Test
    void an_authority_is_no_key_of_the_host() throws IOException {
        HostKeys keys = read("@cert-authority *.cluster " + A).of("gpu.cluster", 22, "n");

        assertThat(keys.hasAuthority()).isTrue();
        assertThat(keys.types()).isEmpty();
    }

    @Test
    void a_line_that_is_not_understood_is_skipped_and_told() throws IOException {
        HostKeys keys = read("h ssh-ed25519", "h 1024 35 12345", "h ssh-rsa " + A.split(" ")[1], "h " + A)
                .of("h", 22, "h");

        assertThat(keys.lines()).extracting(KnownHostsLine::number).containsExactly(4);
        assertThat(keys.notUnderstood()).containsExactly(file() + ":1", file() + ":2", file() + ":3");
    }

    @Test
    void a_revoked_line_that_is_not_understood_is_refused() {
        assertThatThrownBy(() -> read("@revoked * ssh-ed25519 AAAA"))
                .hasMessageContaining("could not be read")
                .hasRootCauseMessage("expected a key of type ssh-ed25519")
                .cause()
                .hasMessageContaining(file() + ":1");
    }

    @Test
    void listed_types_are_asked_for_first_and_certificates_only_with_an_authority() throws IOException {
        String offered = "ssh-ed25519,ecdsa-sha2-nistp256,rsa-sha2-512,ssh-ed25519-cert-v01@openssh.com";

        assertThat(HostKeyTypes.order(offered, read("h " + A).of("h", 22, "h")))
                .isEqualTo("ecdsa-sha2-nistp256,ssh-ed25519,rsa-sha2-512");
        assertThat(HostKeyTypes.order(offered, read("@cert-authority h " + A).of("h", 22, "h")))
                .isEqualTo("ssh-ed25519-cert-v01@openssh.com,ssh-ed25519,ecdsa-sha2-nistp256,rsa-sha2-512");
    }

    private KnownHosts read(String... lines) throws IOException {
        Files.write(file(), List.of(lines));
        return KnownHosts.read(List.of(file()));
    }

    private Path file() {
        return folder.resolve("known_hosts");
    }

    private static String entry() {
        return PublicKeyEntry.toString(TestServer.newKey().getPublic());
    }

    private static String hashed(String name) {
        try {
            byte[] salt = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(salt, "HmacSHA1"));
            Base64.Encoder encoder = Base64.getEncoder();
            return "|1|" + encoder.encodeToString(salt) + "|"
                    + encoder.encodeToString(mac.doFinal(name.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
