package io.seatrial.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.SshSettings.Password.InFile;
import io.seatrial.inventory.SshSettings.Password.InVariable;
import io.seatrial.inventory.Switch;
import io.seatrial.transport.Console;
import io.seatrial.transport.Exec;
import io.seatrial.transport.RemoteContract;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String PASSWORD = "open sesame";

    @TempDir
    Path folder;

    private final KeyPair hostKey = TestServer.newKey();
    private final AtomicInteger tries = new AtomicInteger();
    private final SshTransport transport =
            SshTransport.open(Hosts.quick(), name -> name.equals("SWITCH_PASSWORD") ? PASSWORD : null);
    private Hosts hosts;
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        hosts = new Hosts(folder);
        server = TestServer.start(hostKey, hosts.userKey());
        hosts.know(server.knownAs("127.0.0.1"));
    }

    @AfterEach
    void stop() throws IOException {
        transport.close();
        server.close();
    }

    @Test
    void a_switch_is_reached_by_a_key_like_a_host_and_answers_over_one_session() {
        Console console =
                console(hosts.host("leaf-1", "127.0.0.1", server.port()).ssh());

        assertThat(answer(console, "echo first")).isEqualTo("first\n");
        assertThat(answer(console, "echo second; cat")).as("no input").isEqualTo("second\n");
        assertThat(server.sessions()).isEqualTo(1);
    }

    @Test
    void an_unknown_key_of_a_switch_is_refused() throws IOException {
        Files.writeString(hosts.knownHosts(), "");

        assertThat(failure(by(Optional.of(new InVariable("SWITCH_PASSWORD")))).kind())
                .isEqualTo(Kind.UNKNOWN_HOST_KEY);
    }

    @Test
    void a_password_of_a_variable_lets_in() {
        server.withPassword(PASSWORD, false, tries);

        assertThat(answer(console(by(Optional.of(new InVariable("SWITCH_PASSWORD")))), "echo in"))
                .isEqualTo("in\n");
        assertThat(tries).hasValue(1);
    }

    @Test
    void a_password_of_a_file_is_given_as_the_answer_to_a_question() throws IOException {
        server.withPassword(PASSWORD, true, tries);

        assertThat(answer(console(by(Optional.of(new InFile(written(PASSWORD + "\n", "rw-------"))))), "echo in"))
                .isEqualTo("in\n");
        assertThat(tries).hasValue(1);
    }

    @Test
    void a_wrong_password_is_tried_once_and_never_shown() throws IOException {
        server.withPassword("another", false, tries);

        TransportException failure = failure(by(Optional.of(new InFile(written(PASSWORD, "rw-------")))));

        assertThat(failure.kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(failure)
                .hasMessageContaining("does not let user tester in with the password in file " + folder.resolve("pw"))
                .hasMessageContaining("see whether user and password are right");
        assertThat(failure.toString() + failure.getCause()).doesNotContain("sesame");
        assertThat(tries).hasValue(1);
    }

    @Test
    void no_password_is_tried_where_the_settings_name_none() throws IOException {
        server.withPassword(PASSWORD, false, tries);
        Hosts.write(TestServer.newKey(), folder.resolve("other"));

        Throwable failure = RemoteContract.failure(
                transport.open(hosts.withKeys(List.of(folder.resolve("other")), "near", "127.0.0.1", server.port())));

        assertThat(((TransportException) failure).kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(tries).hasValue(0);
    }

    @Test
    void a_password_file_that_others_may_read_is_refused() throws IOException {
        TransportException failure = failure(by(Optional.of(new InFile(written(PASSWORD, "rw-r-----")))));

        assertThat(failure.kind()).isEqualTo(Kind.AUTHENTICATION);
        assertThat(failure)
                .hasMessageContaining("is open to others (rw-r-----)")
                .hasMessageContaining("chmod 600 it");
        assertThat(server.sessions()).isZero();
    }

    @Test
    void a_password_that_is_missing_is_named_by_its_place() throws IOException {
        assertThat(failure(by(Optional.of(new InFile(folder.resolve("absent"))))))
                .hasMessageContaining("absent does not exist");
        assertThat(failure(by(Optional.of(new InFile(written("\n", "rw-------"))))))
                .hasMessageContaining("has no password");
        assertThat(failure(by(Optional.of(new InVariable("UNSET")))))
                .hasMessageContaining("environment variable UNSET is not set");
    }

    @Test
    void a_command_that_hangs_is_given_up_and_the_connection_is_kept() {
        Console console =
                console(hosts.host("leaf-1", "127.0.0.1", server.port()).ssh());

        Throwable failure = RemoteContract.failure(console.ask("sleep 60", 1000, Duration.ofMillis(200)));

        assertThat(((TransportException) failure).kind()).isEqualTo(Kind.TIMEOUT);
        assertThat(failure).hasMessageContaining("'sleep 60' gave no whole answer within 200 ms");
        assertThat(answer(console, "echo still")).isEqualTo("still\n");
        assertThat(server.sessions()).isEqualTo(1);
    }

    @Test
    void an_answer_beyond_its_limit_is_refused() {
        Console console =
                console(hosts.host("leaf-1", "127.0.0.1", server.port()).ssh());

        assertThat(RemoteContract.failure(console.ask("echo 0123456789", 5, SOON)))
                .hasMessageContaining("more than the 5 B expected");
    }

    @Test
    void a_connection_that_ends_is_told() {
        Console console =
                console(hosts.host("leaf-1", "127.0.0.1", server.port()).ssh());
        CompletableFuture<Exec.Finished> waiting = console.ask("sleep 60", 1000, SOON);
        server.cutSessions();

        assertThat(((TransportException) RemoteContract.failure(waiting)).kind())
                .isEqualTo(Kind.LOST);
        await().until(() -> !console.isOpen());
    }

    private Path written(String text, String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("pw"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    private SshSettings by(Optional<SshSettings.Password> password) {
        return new SshSettings(
                TestServer.USER,
                server.port(),
                List.of(),
                false,
                Optional.empty(),
                List.of(hosts.knownHosts()),
                Optional.empty(),
                password);
    }

    private static Switch leaf(SshSettings ssh) {
        return new Switch("leaf-1", "leaf", "127.0.0.1", "sonic", ssh);
    }

    private Console console(SshSettings ssh) {
        return transport.openConsole(leaf(ssh)).join();
    }

    private TransportException failure(SshSettings ssh) {
        return (TransportException) RemoteContract.failure(transport.openConsole(leaf(ssh)));
    }

    private static String answer(Console console, String command) {
        return new String(console.ask(command, 1000, SOON).join().output(), StandardCharsets.UTF_8);
    }
}
