package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command does about the runs that lie beside the one it is asked about. */
class OtherRunsTest {
    private static final Path VIRTUAL = Path.of("..", "inventory", "virtual");
    private static final Cluster CLUSTER = ClusterFile.read(VIRTUAL);

    @TempDir
    Path runs;

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
        assertThat(report.out())
                .containsExactly(whole.folder().resolve("summary.html").toString());
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
    void a_report_of_a_run_that_did_not_end_says_so_and_that_its_inputs_were_changed() throws IOException {
        RunArchive open = archive("r1");
        Path cluster = open.inputs().resolve("cluster.yaml");
        Files.writeString(cluster, Files.readString(cluster) + "# later\n");
        assertThat(CommandLineRun.of("report", "r1", "--runs", runs.toString()).status())
                .isZero();
        assertThat(Files.readString(open.folder().resolve("summary.html")))
                .contains("run r1 did not come to its end")
                .contains("was changed after the run");
    }

    @Test
    void a_damaged_archive_keeps_its_last_report() throws IOException {
        RunArchive damaged = archive("r1");
        Files.writeString(damaged.folder().resolve("rounds.ndjson"), "garbage\n");
        Path result = damaged.folder().resolve("allure-results").resolve("a-result.json");
        Files.createDirectories(result.getParent());
        Files.writeString(result, "{}");
        CommandLineRun report = CommandLineRun.of("report", "r1", "--runs", runs.toString());
        assertThat(report.status()).isEqualTo(2);
        assertThat(report.err()).contains("rounds.ndjson:1");
        assertThat(report.err().lines()).hasSize(1);
        assertThat(result).exists();
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

    @Test
    void nothing_to_undo_is_said_even_while_a_run_is_under_way() {
        archive("r1");
        try (ClusterLock lock = ClusterLock.take(runs, CLUSTER.name(), "somebody")) {
            assertThat(List.of(cleanup().status(), cleanup().out().size())).containsExactly(0, 1);
        }
    }
}
