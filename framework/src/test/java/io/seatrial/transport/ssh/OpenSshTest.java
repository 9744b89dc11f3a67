package io.seatrial.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.SshSettings.Bastion;
import io.seatrial.transport.Collected;
import io.seatrial.transport.Remote;
import io.seatrial.transport.RemoteContract;
import io.seatrial.transport.Running;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("services")
class OpenSshTest {
    private static final String ADDRESS = "127.0.0.2";

    @TempDir
    static Path settings;

    private static OpenSsh server;
    private static Path key;

    @TempDir
    Path folder;

    private Path known;

    @BeforeAll
    static void start() throws IOException {
        server = OpenSsh.start(settings, List.of(ADDRESS, "127.0.0.3"));
        key = OpenSsh.key(settings.resolve("id"), "-t", "ed25519", "-N", "");
        server.authorize(settings.resolve("id.pub"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() throws IOException {
        known = Files.createFile(folder.resolve("known_hosts"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "ecdsa", "rsa"})
    void the_key_type_that_is_listed_is_the_one_that_is_asked_for(String type) throws IOException {
        Files.writeString(known, server.known(ADDRESS, type));

        assertThat(greeting(settingsOf(key))).isEqualTo("hello");
    }

    @Test
    void a_hashed_line_is_found() throws IOException {
        Files.writeString(known, server.known("10.0.0.1", "rsa") + "\n" + server.known(ADDRESS, "ed25519") + "\n");
        OpenSsh.run(List.of("ssh-keygen", "-q", "-H", "-f", known.toString()));
        assertThat(known).content().startsWith("|1|").doesNotContain(ADDRESS);

        assertThat(greeting(settingsOf(key))).isEqualTo("hello");
    }

    @Test
    void a_hashed_line_with_another_key_is_a_changed_key() throws IOException {
        Path other = OpenSsh.key(folder.resolve("other"), "-t", "ed25519", "-N", "");
        Files.writeString(
                known, "[" + ADDRESS + "]:" + server.port() + " " + Files.readString(Path.of(other + ".pub")));
        OpenSsh.run(List.of("ssh-keygen", "-q", "-H", "-f", known.toString()));

        TransportException failure = failure(settingsOf(key));

        assertThat(failure.kind()).isEqualTo(Kind.CHANGED_HOST_KEY);
        assertThat(failure)
                .hasMessageContaining(known + ":1 lists ssh-ed25519")
                .hasMessageContaining(fingerprint("host_ed25519.pub"));
    }

    @Test
    void an_unknown_key_is_shown_with_the_fingerprint_that_ssh_keygen_prints() throws IOException {
        TransportException failure = failure(settingsOf(key));

        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN_HOST_KEY);
        assertThat(failure).hasMessageContaining(fingerprint("host_ed25519.pub"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "rsa"})
    void a_certificate_of_a_listed_authority_is_accepted(String authority) throws IOException {
        Path ca = OpenSsh.key(folder.resolve("ca"), "-t", authority, "-N", "");
        try (OpenSsh certified = certified(ca, ADDRESS + ",gpu-01")) {
            Files.writeString(known, "@cert-authority [127.0.0.*]:* " + Files.readString(Path.of(ca + ".pub")));

            assertThat(greeting(settingsOf(certified, key))).isEqualTo("hello");
        }
    }

    @Test
    void a_certificate_is_checked_against_the_name_where_the_authority_vouches_for_names() throws IOException {
        Path ca = OpenSsh.key(folder.resolve("ca"), "-t", "ed25519", "-N", "");
        try (OpenSsh certified = certified(ca, "real")) {
            Files.writeString(known, "@cert-authority re* " + Files.readString(Path.of(ca + ".pub")));

            assertThat(greeting(settingsOf(certified, key))).isEqualTo("hello");
        }
    }

    @Test
    void a_certificate_for_another_host_is_refused() throws IOException {
        Path ca = OpenSsh.key(folder.resolve("ca"), "-t", "ed25519", "-N", "");
        try (OpenSsh certified = certified(ca, "other")) {
            Files.writeString(known, "@cert-authority * " + Files.readString(Path.of(ca + ".pub")));

            TransportException failure = failure(settingsOf(certified, key));

            assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN_HOST_KEY);
            assertThat(failure).hasMessageContaining("host certificate refused").hasMessageContaining("other");
        }
    }

    @Test
    void a_certificate_of_an_authority_that_is_not_listed_is_unknown() throws IOException {
        Path ca = OpenSsh.key(folder.resolve("ca"), "-t", "ed25519", "-N", "");
        Path listed = OpenSsh.key(folder.resolve("listed"), "-t", "ed25519", "-N", "");
        try (OpenSsh certified = certified(ca, ADDRESS)) {
            Files.writeString(known, "@cert-authority * " + Files.readString(Path.of(listed + ".pub")));

            TransportException failure = failure(settingsOf(certified, key));

            assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN_HOST_KEY);
            assertThat(failure).hasMessageContaining("a certificate of the authority ssh-ed25519");
        }
    }

    @Test
    void a_host_with_a_certificate_is_known_by_its_plain_key_too() throws IOException {
        Path ca = OpenSsh.key(folder.resolve("ca"), "-t", "ed25519", "-N", "");
        try (OpenSsh certified = certified(ca, ADDRESS)) {
            Files.writeString(known, certified.known(ADDRESS, "ed25519"));

            assertThat(greeting(settingsOf(certified, key))).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @CsvSource({"ed25519,RFC4716", "ecdsa,RFC4716", "rsa,RFC4716", "ecdsa,PEM", "rsa,PEM", "ecdsa,PKCS8", "rsa,PKCS8"})
    void a_user_key_works_in_every_format_with_a_passphrase(String type, String format) throws IOException {
        Files.writeString(known, server.known(ADDRESS, "ed25519"));
        Path locked = OpenSsh.key(folder.resolve("locked"), "-t", type, "-m", format, "-N", "open sesame");
        server.authorize(Path.of(locked + ".pub"));

        assertThat(greeting(settingsOf(locked))).isEqualTo("hello");
    }

    @Test
    void a_key_of_an_agent_logs_in() throws IOException {
        Files.writeString(known, server.known(ADDRESS, "ed25519"));
        Path rsa = OpenSsh.key(folder.resolve("rsa"), "-t", "rsa", "-N", "");
        server.authorize(Path.of(rsa + ".pub"));
        try (Agent agent = Agent.start(folder)) {
            agent.add(rsa);

            assertThat(greeting(withAgent(List.of()), agent.socket())).isEqualTo("hello");
        }
    }

    @Test
    void an_agent_with_many_keys_does_not_use_up_the_tries_of_a_named_file() throws IOException {
        Files.writeString(known, server.known(ADDRESS, "ed25519"));
        try (Agent agent = Agent.start(folder)) {
            for (int i = 0; i < 8; i++) {
                agent.add(OpenSsh.key(folder.resolve("foreign" + i), "-t", "ed25519", "-N", ""));
            }

            assertThat(greeting(withAgent(List.of(key)), agent.socket())).isEqualTo("hello");
        }
    }

    @Test
    void an_agent_with_wrong_keys_alone_is_a_refused_login() throws IOException {
        Files.writeString(known, server.known(ADDRESS, "ed25519"));
        try (Agent agent = Agent.start(folder);
                SshTransport transport = SshTransport.open(Hosts.quick(), name -> agent.socket())) {
            for (int i = 0; i < 8; i++) {
                agent.add(OpenSsh.key(folder.resolve("foreign" + i), "-t", "ed25519", "-N", ""));
            }

            TransportException failure = (TransportException)
                    RemoteContract.failure(transport.open(OpenSsh.host("real", ADDRESS, withAgent(List.of()))));

            assertThat(failure.kind()).isEqualTo(Kind.AUTHENTICATION);
            assertThat(failure).hasMessageContaining("the keys of the agent at " + agent.socket());
        }
    }

    @Test
    void a_target_is_reached_through_a_bastion_and_checked_by_its_own_name() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        try (OpenSsh target = OpenSsh.start(inner, List.of("127.0.0.4", "127.0.0.5"))) {
            target.authorize(settings.resolve("id.pub"));
            Files.writeString(
                    known,
                    String.join(
                            "\n",
                            server.known(ADDRESS, "ed25519"),
                            target.known("127.0.0.4", "ecdsa"),
                            target.known("127.0.0.5", "rsa")));
            SshSettings behind = target.settings(
                    List.of(key), known, Optional.of(new Bastion(OpenSsh.USER, ADDRESS, server.port())));
            try (SshTransport transport = SshTransport.open(Hosts.quick(), name -> null)) {
                List<String> seen = List.of("127.0.0.4", "127.0.0.5").stream()
                        .map(address -> transport.open(OpenSsh.host("in-" + address, address, behind)))
                        .toList()
                        .stream()
                        .map(remote ->
                                output(remote.join(), "echo ${SSH_CONNECTION}").split(" ")[2])
                        .toList();

                assertThat(seen).containsExactly("127.0.0.4", "127.0.0.5");
            }
        }
    }

    @Test
    void a_bastion_that_cannot_reach_the_target_says_so() throws IOException {
        Files.writeString(known, server.known(ADDRESS, "ed25519"));
        SshSettings behind = new SshSettings(
                OpenSsh.USER,
                TestServer.freePort(),
                List.of(key),
                false,
                Optional.empty(),
                List.of(known),
                Optional.of(new Bastion(OpenSsh.USER, ADDRESS, server.port())));

        TransportException failure = failure(behind);

        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("through bastion " + ADDRESS).hasMessageContaining("3 tries");
    }

    @Test
    void a_session_that_the_server_drops_fails_the_command_that_runs() throws IOException {
        Path own = Files.createDirectory(folder.resolve("own"));
        try (OpenSsh fragile = OpenSsh.start(own, List.of("127.0.0.6"));
                SshTransport transport = SshTransport.open(Hosts.quick(), name -> null)) {
            fragile.authorize(settings.resolve("id.pub"));
            Files.writeString(known, fragile.known("127.0.0.6", "ed25519"));
            Remote remote = transport
                    .open(OpenSsh.host("real", "127.0.0.6", fragile.settings(List.of(key), known)))
                    .join();
            Collected lines = new Collected();
            Running running = remote.start("echo up; exec cat", lines);
            await().until(() -> lines.out().contains("up"));

            fragile.cutSessions();

            assertThat(RemoteContract.failure(running.exit()))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            lost -> assertThat(lost.kind()).isEqualTo(Kind.LOST));
        }
    }

    private OpenSsh certified(Path ca, String principals) throws IOException {
        Path own = Files.createDirectory(folder.resolve("certified"));
        Path hostKey = OpenSsh.key(own.resolve("host_ed25519"), "-t", "ed25519", "-N", "");
        OpenSsh.run(List.of(
                "ssh-keygen", "-q", "-s", ca.toString(), "-I", "test", "-h", "-n", principals, hostKey + ".pub"));
        OpenSsh started = OpenSsh.start(own, List.of(ADDRESS), "HostCertificate " + hostKey + "-cert.pub");
        started.authorize(settings.resolve("id.pub"));
        return started;
    }

    private SshSettings settingsOf(Path userKey) {
        return settingsOf(server, userKey);
    }

    private SshSettings settingsOf(OpenSsh of, Path userKey) {
        return of.settings(List.of(userKey), known);
    }

    private SshSettings withAgent(List<Path> files) {
        return new SshSettings(
                OpenSsh.USER, server.port(), files, true, Optional.empty(), List.of(known), Optional.empty());
    }

    private static String greeting(SshSettings ssh) {
        return greeting(ssh, "open sesame");
    }

    private static String greeting(SshSettings ssh, String variable) {
        try (SshTransport transport = SshTransport.open(Hosts.quick(), name -> variable)) {
            return output(transport.open(OpenSsh.host("real", ADDRESS, ssh)).join(), "echo hello");
        }
    }

    private static String output(Remote remote, String command) {
        Collected lines = new Collected();
        assertThat(remote.start(command, lines).exit().join()).isZero();
        return String.join("\n", lines.out());
    }

    private static TransportException failure(SshSettings ssh) {
        try (SshTransport transport = SshTransport.open(Hosts.quick(), name -> null)) {
            return (TransportException) RemoteContract.failure(transport.open(OpenSsh.host("real", ADDRESS, ssh)));
        }
    }

    private static String fingerprint(String file) throws IOException {
        return OpenSsh.run(List.of("ssh-keygen", "-lf", server.file(file).toString()))
                .split(" ")[1];
    }
}
