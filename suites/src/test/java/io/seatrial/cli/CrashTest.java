package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.seatrial.archive.Manifest;
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

/** The controller is killed in the middle of a round, or its disk becomes full, with the lab in a process of its own. */
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

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.seatrial.cli.Main"));
        command.addAll(List.of(arguments));
        return command;
    }

    private Process start(String... arguments) throws IOException {
        return start(folder.resolve(arguments[0] + ".log"), command(arguments));
    }

    private static Process start(Path log, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private String[] run(Path into, String... more) {
        List<String> words = new ArrayList<>(
                List.of("run", "--cluster", cluster.toString(), "--profile", "bringup", "--runs", into.toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    private CommandLineRun cleanup() {
        return CommandLineRun.of("cleanup", "--cluster", cluster.toString(), "--runs", runs.toString());
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
        Process controller = start(run(runs));
        await("rounds").atMost(Duration.ofSeconds(90)).until(() -> rounds().size() >= 4);
        RunArchive archive = RunArchive.open(RunArchive.all(runs).get(0));
        String run = archive.header().run();
        assertThat(probes(run)).isEqualTo(4);
        controller.destroyForcibly().waitFor();
        await("no probe").atMost(Duration.ofSeconds(5)).until(() -> probes(run) == 0);
        List<RoundRecord> before = archive.rounds();

        assertThat(Cleanup.isNeeded(archive)).isTrue();
        assertThat(leftOnHosts()).isNotEmpty();
        CommandLineRun cleanup = cleanup();
        assertThat(cleanup.status()).as(cleanup.text()).isZero();
        assertThat(cleanup.out()).hasSize(4).allMatch(line -> line.endsWith(": as found"));
        assertThat(leftOnHosts()).isEmpty();

        assertGoesOn(run, before);
        assertIsSealedAfterACrashWhileClosing(run);
    }

    private void assertGoesOn(String run, List<RoundRecord> before) throws IOException {
        CommandLineRun resumed = CommandLineRun.of(run(runs, "--resume", run));
        RunArchive archive = RunArchive.open(RunArchive.find(runs, run));
        assertThat(resumed.status()).as(resumed.text()).isZero();
        assertThat(archive.rounds()).startsWith(before.toArray(RoundRecord[]::new));
        assertThat(archive.rounds().stream().map(r -> r.ask() + r.round() + "#" + r.attempt()))
                .doesNotHaveDuplicates();
        assertThat(archive.closing().orElseThrow().results()).hasSize(88);
        assertThat(archive.manifest().orElseThrow().check(archive.folder())).isEmpty();
        assertThat(leftOnHosts()).isEmpty();
    }

    private void assertIsSealedAfterACrashWhileClosing(String run) throws IOException {
        RunArchive archive = RunArchive.open(RunArchive.find(runs, run));
        Files.delete(archive.folder().resolve(Manifest.NAME));
        assertThat(CommandLineRun.of("judge", run, "--runs", runs.toString()).text())
                .contains("run " + run + " crashed while it was closed");
        CommandLineRun sealed = CommandLineRun.of(run(runs, "--resume", run));
        assertThat(sealed.status()).as(sealed.text()).isZero();
        assertThat(sealed.lastLine()).isEqualTo("ACCEPTED");
        assertThat(archive.folder().resolve("summary.html")).content().contains("nothing was measured");
        assertThat(archive.manifest().orElseThrow().check(archive.folder())).isEmpty();
    }

    /** A file system of its own, as small as it takes; what is on it is copied before it goes away with the namespace. */
    private static final String ON_A_SMALL_DISK =
            "mount -t tmpfs -o size=$1 none \"$2\" || exit 77; disk=$2; copy=$3; shift 3; \"$@\"; status=$?;"
                    + " cp -a \"$disk/.\" \"$copy\"; exit $status";

    @Test
    void a_full_disk_ends_the_run_with_its_cause_and_resume_finishes_the_work() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        List<String> small = List.of("unshare", "-rm", "sh", "-c", ON_A_SMALL_DISK, "sh");
        Path log = folder.resolve("full.log");
        assumeTrue(
                end(log, small, List.of("64k", disk.toString(), disk.toString(), "true")) == 0,
                "no file system of its own could be mounted (unshare -rm): a full disk was not tried");
        Files.createDirectories(runs);

        List<String> words = new ArrayList<>(List.of(size(), disk.toString(), runs.toString()));
        words.addAll(command(run(disk)));
        assertThat(end(log, small, words)).isEqualTo(4);
        RunArchive archive = RunArchive.open(RunArchive.all(runs).get(0));
        String run = archive.header().run();
        assertThat(Files.readString(log))
                .contains("the run itself failed: cannot write " + disk)
                .contains(": No space left on device; expected a folder that this user may write, on a disk with room")
                .contains("go on with --resume " + run)
                .doesNotContain("\tat ");
        assertThat(leftOnHosts()).isEmpty();
        assertThat(archive.closing()).isEmpty();
        List<RoundRecord> before = archive.rounds();
        assertThat(before).isNotEmpty();
        // what was undone could perhaps not be noted any more: it is undone twice then, which does no harm
        CommandLineRun cleanup = cleanup();
        assertThat(cleanup.status()).as(cleanup.text()).isZero();
        assertGoesOn(run, before);
    }

    /** Room for the inputs, each in pages of 4 KiB, and for about a third of the rounds of this cluster. */
    private String size() throws IOException {
        long pages = 0;
        try (Stream<Path> inputs = Files.list(cluster)) {
            for (Path input : inputs.toList()) {
                pages += (Files.size(input) + 4095) / 4096;
            }
        }
        return (pages * 4 + 28) + "k";
    }

    private static int end(Path log, List<String> small, List<String> words) throws Exception {
        List<String> command = new ArrayList<>(small);
        command.addAll(words);
        try {
            return start(log, command).waitFor();
        } catch (IOException e) {
            return 77; // there is no such program
        }
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
