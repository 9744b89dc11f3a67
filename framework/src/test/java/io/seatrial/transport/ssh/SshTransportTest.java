package io.seatrial.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.SshSettings.Bastion;
import io.seatrial.transport.Collected;
import io.seatrial.transport.Remote;
import io.seatrial.transport.RemoteContract;
import io.seatrial.transport.Running;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SshTransportTest {
    @TempDir
    Path folder;

    private final KeyPair hostKey = TestServer.newKey();
    private final SshTransport transport = SshTransport.open(Hosts.quick(), name -> null);
    private Hosts hosts;
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        hosts = new Hosts(folder);
        server = TestServer.start(hostKey, hosts.userKey());
    }

    @AfterEach
    void stop() throws IOException {
        transport.close();
        server.close();
    }

    @Test
    void an_unknown_key_is_refused_with_its_fingerprint_and_the_line_to_add() {
        TransportException failure = failure(near());

        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN_HOST_KEY);
        assertThat(failure)
                .hasMessageContaining("host near: unknown host key: 127.0.0.1 port " + server.port())
                .hasMessageContaining("ecdsa-sha2-nistp256 " + Fingerprint.of(hostKey.getPublic()))
                .hasMessageContaining("none of " + hosts.knownHosts())
                .hasMessageContaining("add the line: " + server.knownAs("127.0.0.1"));
        assertThat(server.sessions()).isZero();
    }

    @Test
    void a_changed_key_is_another_failure_and_names_the_line() throws IOException {
        KeyPair old = TestServer.newKey();
        hosts.know("# comment");
        hosts.know("[127.0.0.1]:" + server.port() + " " + PublicKeyEntry.toString(old.getPublic()));

        TransportException failure = failure(near());

        assertThat(failure.kind()).isEqualTo(Kind.CHANGED_HOST_KEY);
        assertThat(failure)
                .hasMessageContaining("presented ecdsa-sha2-nistp256 " + Fingerprint.of(hostKey.getPublic()))
                .hasMessageContaining(
                        hosts.knownHosts() + ":2 lists ecdsa-sha2-nistp256 " + Fingerprint.of(old.getPublic()));
    }

    @Test
    void a_revoked_key_is_refused_though_it_is_listed() throws IOException {
        hosts.know(server.knownAs("127.0.0.1"));
        hosts.know("@revoked * " + PublicKeyEntry.toString(hostKey.getPublic()));

        assertThat(failure(near()))
                .hasMessageContaining("revoked host key")
                .hasMessageContaining(hosts.knownHosts() + ":2");
    }

    @Test
    void a_host_that_is_listed_under_its_name_is_known() throws IOException {
        hosts.know("near " + PublicKeyEntry.toString(hostKey.getPublic()));

        assertThat(open(near()).host()).isEqualTo("near");
    }

    @Test
    void a_file_of_known_hosts_that_is_missing_is_named() throws IOException {
        Files.delete(hosts.knownHosts());

        assertThat(failure(near()))
                .hasMessageContaining("file of known hosts " + hosts.knownHosts() + " could not be read");
    }

    @Test
    void a_user_key_that_the_server_does_not_know_is_told_apart() throws IOException {
        hosts.know(server.knownAs("127.0.0.1"));
        KeyPair other = TestServer.newKey();
        Hosts.write(other, folder.resolve("other"));

        TransportException failure =
                failure(hosts.withKeys(List.of(folder.resolve("other")), "near", "127.0.0.1", server.port()));

        assertThat(failure.kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(failure)
                .hasMessageContaining("does not let user tester in")
                .hasMessageContaining(Fingerprint.of(other.getPublic()))
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void the_second_key_file_is_tried_after_the_first() throws IOException {
        hosts.know(server.knownAs("127.0.0.1"));
        Hosts.write(TestServer.newKey(), folder.resolve("other"));

        assertThat(open(hosts.withKeys(
                        List.of(folder.resolve("other"), folder.resolve("id")), "near", "127.0.0.1", server.port())))
                .isNotNull();
    }

    @Test
    void without_any_key_nothing_is_tried() {
        TransportException failure = failure(hosts.withKeys(List.of(), "near", "127.0.0.1", server.port()));

        assertThat(failure.kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(failure).hasMessageContaining("no key file is named and the agent is not asked");
    }

    @Test
    void a_refused_connection_is_tried_again_and_then_told() throws IOException {
        int closed = TestServer.freePort();

        TransportException failure = failure(hosts.host("near", "127.0.0.1", closed));

        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure)
                .hasMessageContaining("127.0.0.1 port " + closed)
                .hasMessageContaining("3 tries")
                .hasMessageContaining("Connection refused");
    }

    @Test
    void a_name_without_an_address_is_told() {
        assertThat(failure(hosts.host("near", "no-such-host.invalid", 22)))
                .hasMessageContaining("no address is known for the name no-such-host.invalid");
    }

    @Test
    void a_connection_that_is_dropped_at_first_succeeds_at_the_next_try() throws IOException {
        try (DroppingRelay relay = DroppingRelay.start(server.port(), 2)) {
            hosts.know("[127.0.0.1]:" + relay.port() + " " + PublicKeyEntry.toString(hostKey.getPublic()));

            open(hosts.host("near", "127.0.0.1", relay.port()));

            assertThat(relay.accepted()).isEqualTo(3);
        }
    }

    @Test
    void a_wrong_key_is_tried_once() throws IOException {
        try (DroppingRelay relay = DroppingRelay.start(server.port(), 0)) {
            failure(hosts.host("near", "127.0.0.1", relay.port()));

            assertThat(relay.accepted()).isEqualTo(1);
        }
    }

    @Test
    void a_host_that_accepts_and_never_speaks_fails_at_the_deadline() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
                SshTransport hasty =
                        SshTransport.open(Hosts.quick().withDeadline(Duration.ofSeconds(1)), name -> null)) {
            TransportException failure = (TransportException)
                    RemoteContract.failure(hasty.open(hosts.host("mute", "127.0.0.1", silent.getLocalPort())));

            assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
            assertThat(failure).hasMessageContaining("a TCP connection, but nothing that SSH servers say within 1 s");
        }
    }

    @Test
    void a_connection_that_is_lost_fails_the_command_that_runs() throws IOException {
        hosts.know(server.knownAs("127.0.0.1"));
        Collected lines = new Collected();
        Remote remote = open(near());
        Running running = remote.start("echo up; exec cat", lines);
        await().until(() -> lines.out().contains("up"));

        server.cutSessions();

        TransportException failure = (TransportException) RemoteContract.failure(running.exit());
        assertThat(failure.kind()).isEqualTo(Kind.LOST);
        assertThat(failure).hasMessageContaining("host near").hasMessageContaining("was lost while a command ran");
        assertThat(running.send("late")).isFalse();
        assertThat(RemoteContract.failure(remote.start("true", lines).exit())).isInstanceOf(TransportException.class);
    }

    @Test
    void sixty_four_hosts_are_served_at_the_same_time() throws IOException {
        try (TestServer many = TestServer.startMany(hostKey, hosts.userKey(), 64)) {
            hosts.know(
                    "127.0.1.* " + PublicKeyEntry.toString(TestServer.newKey().getPublic()));
            hosts.know("[127.0.1.*]:" + many.port() + " " + PublicKeyEntry.toString(hostKey.getPublic()));
            List<CompletableFuture<Collected>> runs = IntStream.rangeClosed(1, 64)
                    .mapToObj(i -> transport
                            .open(hosts.host("gpu-" + i, "127.0.1." + i, many.port()))
                            .thenCompose(remote -> echo(remote)))
                    .toList();

            assertThat(runs)
                    .extracting(run -> run.join().out())
                    .hasSize(64)
                    .allSatisfy(out -> assertThat(out).containsExactly("hello"));
            assertThat(many.sessions()).isEqualTo(64);
        }
    }

    @Test
    void no_more_hosts_are_logged_in_to_at_once_than_allowed() throws IOException {
        SshTransport.Options narrow = new SshTransport.Options(
                Duration.ofSeconds(20), 2, 1, Duration.ofMillis(50), Duration.ofSeconds(15), 3);
        hosts.know(server.knownAs("127.0.0.1"));
        try (SshTransport limited = SshTransport.open(narrow, name -> null)) {
            List<CompletableFuture<Remote>> all =
                    IntStream.range(0, 10).mapToObj(i -> limited.open(near())).toList();

            all.forEach(CompletableFuture::join);
            assertThat(server.sessions()).isEqualTo(10);
        }
    }

    @Test
    void hosts_behind_a_bastion_share_one_session_on_it() throws IOException {
        KeyPair targetKey = TestServer.newKey();
        try (TestServer target =
                TestServer.start(targetKey, hosts.userKey(), "127.0.2.1,127.0.2.2", TestServer.freePort())) {
            hosts.know(server.knownAs("127.0.0.1"));
            hosts.know(target.knownAs("127.0.2.1"));
            hosts.know(target.knownAs("127.0.2.2"));
            Bastion bastion = new Bastion(TestServer.USER, "127.0.0.1", server.port());

            List<Remote> remotes = IntStream.rangeClosed(1, 2)
                    .mapToObj(i -> transport.open(hosts.behind(bastion, "inner-" + i, "127.0.2." + i, target.port())))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();

            assertThat(remotes)
                    .allSatisfy(remote -> assertThat(echo(remote).join().out()).containsExactly("hello"));
            assertThat(server.sessions()).isEqualTo(1);
            assertThat(target.sessions()).isEqualTo(2);
        }
    }

    @Test
    void a_target_behind_a_bastion_is_looked_up_under_its_own_address() throws IOException {
        try (TestServer target = TestServer.start(TestServer.newKey(), hosts.userKey())) {
            hosts.know(server.knownAs("127.0.0.1"));
            Bastion bastion = new Bastion(TestServer.USER, "127.0.0.1", server.port());

            TransportException failure = failure(hosts.behind(bastion, "inner", "127.0.0.1", target.port()));

            assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN_HOST_KEY);
            assertThat(failure)
                    .hasMessageContaining(
                            "127.0.0.1 port " + target.port() + " through bastion 127.0.0.1 port " + server.port())
                    .hasMessageContaining("add the line: " + target.knownAs("127.0.0.1"));
        }
    }

    @Test
    void a_bastion_with_an_unknown_key_fails_its_targets() {
        Bastion bastion = new Bastion(TestServer.USER, "127.0.0.1", server.port());

        TransportException failure = failure(hosts.behind(bastion, "inner", "10.9.9.9", 22));

        assertThat(failure.host()).isEqualTo("inner");
        assertThat(failure.kind()).isEqualTo(Kind.UNKNOWN_HOST_KEY);
        assertThat(failure).hasMessageContaining("its bastion failed: host 127.0.0.1: unknown host key");
    }

    @Test
    void an_agent_that_does_not_answer_is_named() throws IOException {
        hosts.know(server.knownAs("127.0.0.1"));
        SshSettings agentOnly = new SshSettings(
                TestServer.USER,
                server.port(),
                List.of(),
                true,
                Optional.empty(),
                List.of(hosts.knownHosts()),
                Optional.empty());
        String socket = folder.resolve("no-agent").toString();
        try (SshTransport withAgent = SshTransport.open(Hosts.quick(), name -> socket)) {
            TransportException failure = (TransportException)
                    RemoteContract.failure(withAgent.open(Hosts.host("near", "127.0.0.1", agentOnly)));

            assertThat(failure.kind()).isEqualTo(Kind.AUTHENTICATION);
            assertThat(failure).hasMessageContaining("the agent at " + socket + " (SSH_AUTH_SOCK) does not answer");
        }
    }

    @Test
    void a_closed_transport_opens_nothing() throws IOException {
        hosts.know(server.knownAs("127.0.0.1"));
        transport.close();

        assertThat(failure(near())).hasMessageContaining("the transport is closed");
    }

    private static CompletableFuture<Collected> echo(Remote remote) {
        Collected lines = new Collected();
        Running running = remote.start("read -r l; echo $l", lines);
        running.send("hello");
        return running.exit().thenApply(status -> lines);
    }

    private Host near() {
        return hosts.host("near", "127.0.0.1", server.port());
    }

    private Remote open(Host host) {
        return transport.open(host).join();
    }

    private TransportException failure(Host host) {
        Throwable failure = RemoteContract.failure(transport.open(host));
        assertThat(failure).isInstanceOf(TransportException.class);
        return (TransportException) failure;
    }
}
