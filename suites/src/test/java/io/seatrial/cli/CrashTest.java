package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.lab.LabState;
import io.seatrial.run.Cleanup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The controller is killed in the middle of a round, with the lab in a process of its own. */
class CrashTest {
    @TempDir
    Path folder;

    private Path cluster;
    private Path runs;
    private Process lab;

    @BeforeEach
    void startLab() throws IOException {
        cluster = Files.createDirectory(folder.resolve("virtual"));
        runs = folder.resolve("runs");
        for (String file : List.of("criteria.yaml", "waivers.yaml")) {
            Files.copy(Path.of("..", "inventory", "virtual", file), cluster.resolve(file));
        }
        // a name of its own, so that a lab that somebody keeps up by hand is left alone
        String text = Files.readString(Path.of("..", "inventory", "virtual", "cluster.yaml"));
        Files.writeString(cluster.resolve("cluster.yaml"), text.replace("name: virtual", "name: crash-test"));
        lab = start("lab", "start", "--cluster", cluster.toString());
        await("lab up").atMost(Duration.ofSeconds(60)).until(this::labIsUp);
    }

    @AfterEach
    void stopLab() throws InterruptedException {
        lab.destroy();
        lab.waitFor();
    }

    private boolean labIsUp() throws IOException {
        Cluster read = ClusterFile.read(cluster);
        return LabState.read(LabFolders.standing(read)).filter(LabState::alive).isPresent();
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.seatrial.cli.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(arguments[0] + ".log").toFile())
                .start();
    }

    private List<RoundRecord> rounds() {
        List<Path> all = RunArchive.all(runs);
        return all.isEmpty() ? List.of() : RunArchive.open(all.get(0)).rounds();
    }

    /** Processes of the probe whose command line carries the token of this run. */
    private static long probes(String run) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(arguments -> Stream.of(arguments).anyMatch(a -> a.startsWith("--token=" + run)))
                        .orElse(false))
                .count();
    }

    @Test
    void nothing_is_left_running_and_cleanup_and_resume_finish_the_work() throws Exception {
        Process controller =
                start("run", "--cluster", cluster.toString(), "--profile", "bringup", "--runs", runs.toString());
        await("rounds").atMost(Duration.ofSeconds(90)).until(() -> rounds().size() >= 4);
        RunArchive archive = RunArchive.open(RunArchive.all(runs).get(0));
        String run = archive.header().run();
        assertThat(probes(run)).isEqualTo(4);
        controller.destroyForcibly().waitFor();
        await("no probe").atMost(Duration.ofSeconds(5)).until(() -> probes(run) == 0);
        List<RoundRecord> before = archive.rounds();

        assertThat(Cleanup.isNeeded(archive)).isTrue();
        assertThat(leftOnHosts()).isNotEmpty();
        CommandLineRun cleanup =
                CommandLineRun.of("cleanup", "--cluster", cluster.toString(), "--runs", runs.toString());
        assertThat(cleanup.status()).as(cleanup.text()).isZero();
        assertThat(cleanup.out()).hasSize(4).allMatch(line -> line.endsWith(": as found"));
        assertThat(leftOnHosts()).isEmpty();

        CommandLineRun resumed = CommandLineRun.of(
                "run",
                "--cluster",
                cluster.toString(),
                "--profile",
                "bringup",
                "--runs",
                runs.toString(),
                "--resume",
                run);
        assertThat(resumed.status()).as(resumed.text()).isZero();
        assertThat(archive.rounds()).startsWith(before.toArray(RoundRecord[]::new));
        assertThat(archive.rounds().stream().map(r -> r.ask() + r.round() + "#" + r.attempt()))
                .doesNotHaveDuplicates();
        assertThat(leftOnHosts()).isEmpty();
    }

    /** Everything that a run leaves on a host carries the product's name. */
    private List<String> leftOnHosts() throws IOException {
        Path hosts = LabFolders.standing(ClusterFile.read(cluster)).resolve("hosts");
        try (Stream<Path> all = Files.walk(hosts)) {
            return all.map(Path::toString)
                    .filter(path -> path.contains("/seatrial-"))
                    .filter(path -> path.substring(hosts.toString().length()).contains("/seatrial-"))
                    .toList();
        }
    }
}
