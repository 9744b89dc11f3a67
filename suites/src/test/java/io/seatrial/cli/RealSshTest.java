package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.Measurement;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hosts that a real OpenSSH server serves on 127.0.0.2 and 127.0.0.3: not virtual, real TCP between them. */
@Tag("services")
class RealSshTest {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    @TempDir
    Path folder;

    private Process sshd;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        assertThat(SSHD)
                .as("install the packages openssh-server and openssh-client")
                .isExecutable();
        Files.createDirectories(Path.of("/run/sshd"));
        int port = freePort();
        for (String key : List.of("host", "user")) {
            new ProcessBuilder(
                            "ssh-keygen",
                            "-q",
                            "-t",
                            "ed25519",
                            "-N",
                            "",
                            "-f",
                            folder.resolve(key).toString())
                    .start()
                    .waitFor();
        }
        Files.writeString(folder.resolve("sshd_config"), config(port));
        Files.writeString(folder.resolve("cluster.yaml"), cluster(port));
        Files.writeString(folder.resolve("criteria.yaml"), criteria("20ms"));
        sshd = new ProcessBuilder(
                        SSHD.toString(),
                        "-D",
                        "-e",
                        "-f",
                        folder.resolve("sshd_config").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("sshd.log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(20)).failFast(() -> !sshd.isAlive()).until(() -> accepts(port));
        String hostKey = Files.readString(folder.resolve("host.pub")).strip();
        Files.writeString(
                folder.resolve("known_hosts"), "[127.0.0.2]:" + port + ",[127.0.0.3]:" + port + " " + hostKey + "\n");
    }

    @AfterEach
    void stop() {
        sshd.descendants().forEach(ProcessHandle::destroy);
        sshd.destroy();
    }

    private String config(int port) {
        return String.join(
                "\n",
                "Port " + port,
                "ListenAddress 127.0.0.2",
                "ListenAddress 127.0.0.3",
                "HostKey " + folder.resolve("host"),
                "AuthorizedKeysFile " + folder.resolve("user.pub"),
                "PidFile none",
                "UsePAM no",
                "StrictModes no",
                "PermitRootLogin yes",
                "PasswordAuthentication no",
                // the start-up files of the user's own shell are none of the test's business
                "SetEnv HOME=" + folder,
                "");
    }

    private static String cluster(int port) {
        return """
                format: 1
                name: two-hosts
                ssh: {user: %s, port: %d, keys: [user], known-hosts: [known_hosts]}
                tiers: [{name: host-leaf}]
                switches: [{names: leaf-1, role: leaf}]
                hosts:
                  - names: node-[2-3]
                    address: 127.0.0.{n}
                    ports: [{device: rxe0, netdev: lo, rail: 0, address: "127.0.0.{n}", rate: 10Gb/s, link: "leaf-1/Ethernet{n}"}]
                """.formatted(System.getProperty("user.name"), port);
    }

    private static String criteria(String most) {
        return """
                version: 1
                asks:
                  latency.within-rail:
                    probe: {size: 64B, count: 500, duration: 3s, statistic: p50}
                    minimum-samples: 100
                    limit:
                      rows: [{fail: %s, evidence: D, source: a test, approved: {by: a test, on: 2026-11-29}}]
                  bandwidth.alone:
                    probe: {duration: 300ms, streams: 1}
                    gap-max: 1s
                    limit:
                      rows: [{fail: 50Mb/s, evidence: D, source: a test, approved: {by: a test, on: 2026-11-29}}]
                not-asked:
                  links.state: loopback has no link
                  links.speed: loopback has no link
                  latency.across-leaves: there is one leaf
                  bandwidth.together: both hosts are one machine
                """.formatted(most);
    }

    @Test
    void two_real_hosts_are_accepted_with_real_tcp_numbers() {
        CommandLineRun run = run();
        assertThat(run.status()).as(run.text()).isZero();
        assertThat(run.lastLine()).isEqualTo("ACCEPTED");
        assertThat(run.text()).doesNotContain("virtual");
        RunArchive archive = RunArchive.open(RunArchive.find(folder.resolve("runs"), "latest"));
        List<Measurement> all = archive.rounds().stream()
                .map(RoundRecord::measurements)
                .flatMap(List::stream)
                .toList();
        assertThat(all)
                .hasSize(3)
                .allMatch(m -> m.value().isPresent() && m.value().getAsLong() > 0);
        assertThat(all).allMatch(m -> m.conditions().get("fabric").equals("tcp"));
        assertThat(archive.hosts().stream().filter(host -> host.phase().equals("close")))
                .allMatch(host -> host.text().equals("as found"));
    }

    @Test
    void a_limit_that_they_cannot_keep_rejects_them() throws IOException {
        Files.writeString(folder.resolve("criteria.yaml"), criteria("1us"));
        CommandLineRun run = run();
        assertThat(run.status()).as(run.text()).isEqualTo(1);
        assertThat(run.lastLine()).isEqualTo("REJECTED");
    }

    private CommandLineRun run() {
        return CommandLineRun.of(
                "run",
                "--cluster",
                folder.toString(),
                "--profile",
                "bringup",
                "--runs",
                folder.resolve("runs").toString());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.3", port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
