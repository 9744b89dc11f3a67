package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.Closing;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.run.Cleanup;
import io.seatrial.run.ClusterLock;
import io.seatrial.transport.Change;
import io.seatrial.transport.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command does about the runs that lie beside the one it is asked about. */
class OtherRunsTest {
    private static final Path VIRTUAL = Path.of("..", "inventory", "virtual");
    private static final Cluster CLUSTER = ClusterFile.read(VIRTUAL);

    @TempDir
    Path folder;

    private Path runs;

    @BeforeEach
    void nameRuns() {
        runs = folder.resolve("runs");
    }

    private RunArchive archive(String run) {
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                run,
                CLUSTER.name(),
                CLUSTER.hash(),
                "bringup",
                1,
                Instant.EPOCH,
                CLUSTER.hosts().stream().map(host -> host.name()).toList(),
                Map.of(),
                "test");
        return RunArchive.create(runs, header, VIRTUAL);
    }

    private CommandLineRun cleanup() {
        return CommandLineRun.of("cleanup", "--cluster", VIRTUAL.toString(), "--runs", runs.toString());
    }

    @Test
    void what_a_run_under_way_has_put_on_hosts_is_left_alone() throws IOException {
        RunArchive running = archive("r1");
        try (Journal journal = Journal.open(running.journal(), "r1")) {
            journal.before("gpu-01", Change.Kind.DIRECTORY, "/tmp/seatrial-r1", Change.Before.ABSENT)
                    .join();
        }
        try (ClusterLock lock = ClusterLock.take(runs, CLUSTER.name(), "process 7 of somebody")) {
            CommandLineRun cleanup = cleanup();
            assertThat(cleanup.status()).isEqualTo(4);
            assertThat(cleanup.err()).contains("another run is under way").contains("process 7 of somebody");
        }
        assertThat(Cleanup.isNeeded(running)).isTrue();
    }

    @Test
    void a_run_whose_header_is_damaged_does_not_hide_the_others() throws IOException {
        Files.writeString(archive("r1").folder().resolve("run.json"), "{");
        RunArchive whole = archive("r2");
        CommandLineRun report = CommandLineRun.of("report", "r2", "--runs", runs.toString());
        assertThat(report.status()).as(report.text()).isZero();
        Path made = folder.resolve("again").resolve(CLUSTER.name()).resolve("r2-1");
        assertThat(report.out()).containsExactly(made.resolve("summary.html").toString());
        assertThat(made.resolve("index.html")).isNotEmptyFile();
        assertThat(whole.folder().resolve("summary.html")).doesNotExist();
        assertThat(cleanup().status()).isZero();
    }

    @Test
    void what_a_damaged_run_left_on_hosts_is_not_called_clean() throws IOException {
        RunArchive damaged = archive("r1");
        try (Journal journal = Journal.open(damaged.journal(), "r1")) {
            journal.before("gpu-01", Change.Kind.DIRECTORY, "/tmp/seatrial-r1", Change.Before.ABSENT)
                    .join();
        }
        Files.writeString(damaged.folder().resolve("run.json"), "{");
        CommandLineRun cleanup = cleanup();
        assertThat(cleanup.status()).isEqualTo(3);
        assertThat(cleanup.out())
                .singleElement()
                .asString()
                .contains(damaged.journal().toString());
    }

    @Test
    void a_report_of_a_run_that_did_not_end_says_so_and_that_its_inputs_were_changed(@TempDir Path out)
            throws IOException {
        RunArchive open = archive("r1");
        Path cluster = open.inputs().resolve("cluster.yaml");
        Files.writeString(cluster, Files.readString(cluster) + "# later\n");
        assertThat(report("r1", out).status()).isZero();
        assertThat(Files.readString(out.resolve("summary.html")))
                .contains("run r1 did not come to its end")
                .contains("was changed after the run");
    }

    @Test
    void a_damaged_archive_keeps_its_last_report(@TempDir Path out) throws IOException {
        RunArchive damaged = archive("r1");
        Files.writeString(damaged.folder().resolve("rounds.ndjson.gz"), "garbage that is no line\n");
        Path result = out.resolve("allure-results").resolve("a-result.json");
        Files.createDirectories(result.getParent());
        Files.writeString(result, "{}");
        CommandLineRun report = report("r1", out);
        assertThat(report.status()).isEqualTo(2);
        assertThat(report.err()).contains("rounds.ndjson.gz: after line 0 the append at byte 0 is damaged");
        assertThat(report.err().lines()).hasSize(1);
        assertThat(result).exists();
    }

    private CommandLineRun report(String run, Path out) {
        return CommandLineRun.of("report", run, "--runs", runs.toString(), "--out", out.toString());
    }

    @Test
    void nothing_is_written_into_the_folder_of_a_run() {
        Path within = archive("r1").folder().resolve("more").resolve("report");
        archive("r2");
        CommandLineRun report = report("r2", within);
        CommandLineRun judged =
                CommandLineRun.of("judge", "r2", "--runs", runs.toString(), "--results", within.toString());
        assertThat(List.of(report.status(), judged.status())).containsExactly(2, 2);
        assertThat(report.err()).contains("--out: ").contains("is in the folder of run r1, which is never changed");
        assertThat(judged.err()).contains("--results: ").contains("is in the folder of run r1");
        assertThat(within.getParent()).doesNotExist();
    }

    @Test
    void what_is_undone_after_a_run_was_closed_is_noted_beside_it() throws IOException {
        RunArchive closed = archive("r1");
        try (Journal journal = Journal.open(closed.journal(), "r1")) {
            journal.before("gpu-99", Change.Kind.DIRECTORY, "/tmp/seatrial-r1", Change.Before.ABSENT)
                    .join();
        }
        closed.close(new Closing("ACCEPTED", 0, Instant.EPOCH, true, List.of()));
        CommandLineRun cleanup = cleanup();
        assertThat(cleanup.status()).isEqualTo(1);
        assertThat(cleanup.out()).singleElement().asString().contains("gpu-99: is no host of the cluster any more");
        assertThat(closed.manifest().orElseThrow().check(closed.folder())).isEmpty();
        assertThat(closed.journal()).isEqualTo(closed.folder().resolveSibling("r1.journal.ndjson"));
    }

    @Test
    void a_run_that_was_changed_after_it_was_closed_is_judged_with_a_remark() throws IOException {
        RunArchive closed = archive("r1");
        closed.close(new Closing("ACCEPTED", 0, Instant.EPOCH, true, List.of()));
        Files.writeString(closed.folder().resolve("transcript.txt"), "more");
        CommandLineRun judged = CommandLineRun.of("judge", "r1", "--runs", runs.toString());
        assertThat(judged.text())
                .contains("run r1 was changed after it was closed: transcript.txt is there and not listed");
    }

    @Test
    void a_second_judgement_in_the_same_folder_replaces_the_first(@TempDir Path results) throws IOException {
        archive("r1");
        String[] words = {"judge", "r1", "--runs", runs.toString(), "--results", results.toString()};
        CommandLineRun.of(words);
        long first = count(results);
        CommandLineRun.of(words);
        assertThat(count(results)).isEqualTo(first).isPositive();
    }

    private static long count(Path results) throws IOException {
        try (Stream<Path> files = Files.list(results.resolve("allure-results"))) {
            return files.filter(file -> file.toString().endsWith("-result.json"))
                    .count();
        }
    }

    @Test
    void an_interrupted_run_is_resumed_with_the_same_questions_and_faults() {
        archive("r1");
        CommandLineRun resumed = CommandLineRun.of(
                "run",
                "--cluster",
                VIRTUAL.toString(),
                "--profile",
                "bringup",
                "--runs",
                runs.toString(),
                "--resume",
                "r1",
                "--only",
                "links");
        assertThat(resumed.status()).isEqualTo(2);
        assertThat(resumed.err()).contains("--only was not given").contains("now it is links");
    }

    private CommandLineRun run(Path into) {
        return CommandLineRun.of(
                "run", "--cluster", VIRTUAL.toString(), "--profile", "bringup", "--runs", into.toString());
    }

    @Test
    void a_second_run_on_the_cluster_is_refused_with_who_has_it_and_since_when() {
        try (ClusterLock lock = ClusterLock.take(runs, CLUSTER.name(), ClusterLock.owner())) {
            CommandLineRun second = run(runs);
            assertThat(second.status()).isEqualTo(4);
            assertThat(second.err().lines())
                    .singleElement()
                    .asString()
                    .contains("another run is under way (process "
                            + ProcessHandle.current().pid())
                    .containsPattern(", since [0-9-]{10}T[0-9:]{8}Z\\); wait for it, or end it first");
        }
        assertThat(RunArchive.all(runs)).isEmpty();
    }

    @Test
    void a_folder_of_runs_that_cannot_be_written_is_refused_before_anything_is_touched() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "a file in the place of a folder");
        CommandLineRun refused = run(file);
        assertThat(refused.status()).isEqualTo(4);
        assertThat(refused.err().lines())
                .singleElement()
                .asString()
                .contains("cannot lock cluster virtual by " + file.resolve("virtual"))
                .contains("expected a folder of runs that this user may write");
        assertThat(file).hasContent("a file in the place of a folder");
    }

    @Test
    void a_report_that_cannot_be_written_says_where_and_leaves_the_run_as_it_is() throws IOException {
        RunArchive whole = archive("r1");
        Path file = Files.writeString(folder.resolve("file"), "a file in the place of a folder");
        CommandLineRun report = report("r1", file);
        assertThat(report.status()).isEqualTo(4);
        assertThat(report.err().lines()).singleElement().asString().contains(file.toString());
        try (Stream<Path> files = Files.list(whole.folder())) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("inputs", "run.json");
        }
    }

    @Test
    void nothing_to_undo_is_said_even_while_a_run_is_under_way() {
        archive("r1");
        try (ClusterLock lock = ClusterLock.take(runs, CLUSTER.name(), "somebody")) {
            assertThat(List.of(cleanup().status(), cleanup().out().size())).containsExactly(0, 1);
        }
    }
}
