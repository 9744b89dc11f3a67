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
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
    void nothing_to_undo_is_said_even_while_a_run_is_under_way() {
        archive("r1");
        try (ClusterLock lock = ClusterLock.take(runs, CLUSTER.name(), "somebody")) {
            assertThat(List.of(cleanup().status(), cleanup().out().size())).containsExactly(0, 1);
        }
    }
}
