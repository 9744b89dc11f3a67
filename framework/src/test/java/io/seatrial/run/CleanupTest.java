package io.seatrial.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RunArchive;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.probe.Agent;
import io.seatrial.probe.Deployment;
import io.seatrial.probe.LocalHosts;
import io.seatrial.probe.ProbeProgram;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Transport;
import io.seatrial.transport.TransportException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that crashed: its agents still stand, and nobody but its journal knows. */
@Timeout(120)
class CleanupTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final Map<String, Host> HOSTS =
            CLUSTER.hosts().stream().collect(Collectors.toMap(Host::name, Function.identity()));

    @TempDir
    Path folder;

    private LocalHosts local;
    private RunArchive archive;
    private Agent agent;

    @BeforeEach
    void crash() throws IOException {
        local = new LocalHosts(folder.resolve("homes"));
        archive = Runs.archive(folder.resolve("runs"), CLUSTER);
        try (Journal journal = Journal.open(archive.journal(), archive.header().run())) {
            Deployment deployment = new Deployment(
                    ProbeProgram.packaged(), journal, archive.header().run(), "tests");
            agent = local.open(CLUSTER.hosts().get(0))
                    .thenCompose(deployment::deploy)
                    .join();
        }
    }

    @AfterEach
    void close() {
        local.close();
    }

    @Test
    void what_a_crashed_run_left_is_taken_back_and_is_not_needed_twice() throws IOException {
        assertThat(Cleanup.isNeeded(archive)).isTrue();

        assertThat(Cleanup.undo(archive, HOSTS, local)).containsExactly(new Cleanup.Result("gpu-01", true, "as found"));

        assertThat(agent.broken().join()).hasMessageContaining("host gpu-01");
        assertThat(local.home("gpu-01")).isEmptyDirectory();
        assertThat(Cleanup.isNeeded(archive)).isFalse();
        assertThat(Cleanup.undo(archive, HOSTS, local)).isEmpty();
    }

    @Test
    void a_run_that_changed_nothing_needs_no_cleanup() {
        RunArchive other = Runs.archive(folder.resolve("other"), CLUSTER);
        assertThat(Cleanup.isNeeded(other)).isFalse();
    }

    @Test
    void a_host_that_is_no_longer_in_the_inventory_is_named_with_the_journal() throws IOException {
        List<Cleanup.Result> results = Cleanup.undo(archive, Map.of(), local);
        assertThat(results).hasSize(1);
        assertThat(results.get(0).asFound()).isFalse();
        assertThat(results.get(0).text())
                .contains("no host of the cluster any more")
                .contains(archive.journal().toString());
        assertThat(Cleanup.isNeeded(archive)).isTrue();
    }

    /** @param opening what opening a host does */
    private record Failing(Function<Host, CompletableFuture<Remote>> opening) implements Transport {
        @Override
        public CompletableFuture<Remote> open(Host host) {
            return opening.apply(host);
        }

        @Override
        public void close() {}
    }

    @Test
    void a_host_that_cannot_be_reached_stays_in_the_journal() throws IOException {
        Transport unreachable = new Failing(host -> CompletableFuture.failedFuture(
                new TransportException(host.name(), TransportException.Kind.UNREACHABLE, "connection refused", null)));
        Transport throwing = new Failing(host -> {
            throw new IllegalStateException("no route");
        });
        assertThat(Cleanup.undo(archive, HOSTS, unreachable))
                .containsExactly(new Cleanup.Result("gpu-01", false, "not undone: host gpu-01: connection refused"));
        assertThat(Cleanup.undo(archive, HOSTS, throwing))
                .containsExactly(new Cleanup.Result("gpu-01", false, "not undone: no route"));
        assertThat(Cleanup.isNeeded(archive)).isTrue();
    }
}
