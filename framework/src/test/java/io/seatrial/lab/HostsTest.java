package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.SshSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.SshException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HostsTest {
    @TempDir
    private Path folder;

    private LabStand stand;

    private void start(String... faults) throws IOException {
        stand = new LabStand(folder, faults);
    }

    @AfterEach
    void close() throws Exception {
        if (stand != null) {
            stand.close();
        }
    }

    @Test
    void commands_run_in_the_place_of_their_own_host() throws IOException {
        start();
        LabClient.Result first = stand.client.run(
                stand.cluster, "gpu-01", "echo $HOME $TMPDIR $XDG_RUNTIME_DIR $SEATRIAL_ROOT; pwd; exit 3");
        Path host = folder.toRealPath().resolve("hosts/gpu-01");
        assertThat(first.out())
                .isEqualTo(host + "/home " + host + "/tmp " + host + "/run " + host + "/root\n" + host + "/home\n");
        assertThat(first.status()).isEqualTo(3);
        assertThat(stand.out("gpu-02", "pwd")).contains("hosts/gpu-02/home");
    }

    @Test
    void a_command_inherits_nothing_from_the_environment_of_the_lab() throws IOException {
        start();
        assertThat(stand.out("gpu-01", "env").lines().map(line -> line.replaceAll("=.*", "")))
                .containsOnly(
                        "HOME",
                        "TMPDIR",
                        "XDG_RUNTIME_DIR",
                        "USER",
                        "LOGNAME",
                        "SHELL",
                        "LC_ALL",
                        "PATH",
                        "SEATRIAL_ROOT",
                        "PWD");
    }

    @Test
    void output_error_output_and_input_are_kept_apart_and_flushed() throws IOException {
        start();
        LabClient.Standing echo = stand.stand("gpu-01", "while read line; do echo \"got $line\"; done");
        echo.say("one");
        assertThat(echo.line()).isEqualTo("got one");
        echo.say("two");
        assertThat(echo.line()).isEqualTo("got two");
        assertThat(stand.client.run(stand.cluster, "gpu-01", "echo out; echo err >&2"))
                .isEqualTo(new LabClient.Result(0, "out\n", "err\n"));
    }

    @Test
    void a_large_output_arrives_whole() throws IOException {
        start();
        assertThat(stand.out("gpu-01", "seq 1 200000")).hasSize(1288895).endsWith("\n200000\n");
    }

    @Test
    void a_killed_command_tells_its_signal() throws IOException {
        start();
        assertThat(stand.client.run(stand.cluster, "gpu-01", "kill -9 $$").status())
                .isEqualTo(128 + 9);
    }

    @Test
    void keys_and_state_are_readable_by_their_owner_alone() throws IOException {
        start();
        for (Path secret : List.of(stand.lab.access().key(), stand.lab.access().knownHosts())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("hosts/gpu-01/run"))))
                .isEqualTo("rwx------");
    }

    @Test
    void each_host_shows_a_key_of_its_own() throws IOException {
        start();
        stand.client.run(stand.cluster, "gpu-01", "true");
        Object first = stand.client.shown();
        stand.client.run(stand.cluster, "gpu-02", "true");
        assertThat(stand.client.shown()).isNotEqualTo(first);
    }

    @Test
    void another_key_or_user_may_not_log_in() throws IOException {
        start();
        Path stranger = Files.createDirectory(folder.resolve("stranger")).resolve("key");
        Keys.make(List.of()).writeClientKey(stranger);
        assertThatThrownBy(() -> stand.client.open(reached(HostServer.USER, stranger), "gpu-01"))
                .isInstanceOf(SshException.class)
                .hasMessageContaining("auth");
        assertThatThrownBy(() ->
                        stand.client.open(reached("root", stand.lab.access().key()), "gpu-01"))
                .isInstanceOf(SshException.class)
                .hasMessageContaining("auth");
    }

    private Cluster reached(String user, Path key) {
        return stand.cluster.reachedBy(host -> new SshSettings(
                user,
                stand.lab.access().port(),
                List.of(key),
                false,
                Optional.empty(),
                host.ssh().knownHosts(),
                Optional.empty()));
    }

    @Test
    void closing_a_channel_ends_the_input_of_its_process_at_once() throws IOException {
        start();
        LabClient.Standing process =
                stand.stand("gpu-01", "echo $$; cat; echo input ended > ended; sleep 0.1; touch survived");
        String pid = process.line();
        process.close();
        LabStand.awaitEnd(pid);
        assertThat(folder.resolve("hosts/gpu-01/home/ended")).exists();
        assertThat(folder.resolve("hosts/gpu-01/home/survived")).exists();
    }

    @Test
    void losing_the_connection_ends_a_process_that_does_not_care_and_its_children() throws IOException {
        start();
        ClientSession session = stand.client.open(stand.cluster, "gpu-01");
        LabClient.Standing process =
                LabClient.stand(session, "trap '' HUP TERM; sleep 600 & echo $!; echo $$; while :; do sleep 600; done");
        String child = process.line();
        String parent = process.line();
        session.close(true);
        LabStand.awaitEnd(parent);
        LabStand.awaitEnd(child);
    }
}
