package io.seatrial.probe.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seatrial.measurement.Collective;
import io.seatrial.probe.ProbeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ran is not what was asked, or does not end: a cause in place of a measurement. */
@Timeout(120)
class CollectiveToolRefusalTest {
    private static final List<String> TWO = List.of("gpu-01", "gpu-02");

    @TempDir
    private Path folder;

    private ToolSite site;

    @BeforeEach
    void open() throws IOException {
        site = new ToolSite(folder);
    }

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void one_rank_alone_is_refused_before_and_after() throws IOException {
        site.refused(ToolSite.run(List.of("gpu-01"), 1, null), "has 1 rank", "2 or more");
        site.installPrinting("mpirun", Printed.run(List.of("gpu-01"), 1), 0);
        site.refused(ToolSite.run(TWO, 1, null), "one rank ran alone", "expected 2 ranks, 1 on each of gpu-01, gpu-02");
    }

    @Test
    void several_jobs_of_one_rank_are_refused_with_their_cause() throws IOException {
        String one = Printed.run(List.of("gpu-01"), 1);
        site.installPrinting("mpirun", one + one.replace("gpu-01", "gpu-02"), 0);
        site.refused(
                ToolSite.run(TWO, 1, null), "2 jobs ran beside each other", "built without MPI; build it with MPI=1");
    }

    @Test
    void ranks_and_hosts_must_be_those_that_were_asked() throws IOException {
        site.installPrinting("mpirun", Printed.run(TWO, 2), 0);
        site.refused(ToolSite.run(TWO, 8, null), "4 ranks ran; expected 16 ranks, 8 on each of gpu-01, gpu-02");
        site.installPrinting("mpirun", Printed.run(List.of("gpu-01"), 4), 0);
        site.refused(ToolSite.run(TWO, 2, null), "ranks ran as {gpu-01=4}");
        site.installPrinting("mpirun", Printed.run(List.of("gpu-01", "gpu-03"), 2), 0);
        site.refused(ToolSite.run(TWO, 2, null), "ranks ran on gpu-03 too");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "# Avg bus| did not come to its end (no line '# Avg bus bandwidth'; exit status 0, 3 of 3 sizes)",
                "     2097152| 2 sizes are in the table; expected 3, from 1048576 B to 4194304 B",
            })
    void what_is_not_whole_is_refused(String left, String cause) throws IOException {
        String cut = Printed.run(List.of("gpu-01"), 8)
                .lines()
                .filter(line -> !line.contains(left.strip()))
                .reduce("", (all, line) -> all + line + "\n");
        site.installPrinting("all_reduce_perf", cut, 0);
        site.refused(ToolSite.run(List.of("gpu-01"), 8, null), cause.strip());
    }

    @Test
    void another_collective_is_refused() throws IOException {
        site.installPrinting("all_reduce_perf", Printed.run("broadcast_perf", List.of("gpu-01"), 8, 0), 0);
        site.refused(ToolSite.run(List.of("gpu-01"), 8, null), "it was broadcast that ran; expected all_reduce");
    }

    @Test
    void numbers_that_do_not_fit_together_are_refused() throws IOException {
        String odd = Printed.run(List.of("gpu-01"), 8).replace("  105.00 ", "  205.00 ");
        site.installPrinting("all_reduce_perf", odd, 0);
        site.refused(ToolSite.run(List.of("gpu-01"), 8, null), "does not fit together", "not its size by its time");
    }

    @Test
    void a_program_that_gives_up_says_why_and_on_which_device() throws IOException {
        String printed = Printed.run(TWO, 1);
        String cut = printed.substring(0, printed.indexOf("     4194304"))
                + "\ngpu-02:25146:25827 [0] transport/net_ib.cc:2244 NCCL WARN NET/IB: Got completion from peer 192.0.2.15<53908> with"
                + " status=12 opcode=129 len=1048576 vendor err 129 (Recv) localGid ::ffff:192.0.2.3 remoteGids::ffff:192.0.2.5 hca mlx5_10\n"
                + "gpu-02: Test NCCL failure common.cu:303 'remote process exited or there was a network error / '\n";
        site.installPrinting("mpirun", cut, 3);
        site.refused(
                ToolSite.run(TWO, 1, null),
                "gave up: gpu-02: remote process exited or there was a network error (common.cu:303)",
                "gpu-02/mlx5_10, from ::ffff:192.0.2.3 to ::ffff:192.0.2.5");
    }

    @Test
    void a_launcher_that_fails_is_quoted() throws IOException {
        site.install(
                "mpirun",
                "[ \"$1\" = --version ] && { echo 'mpirun (Open MPI) 4.1.6'; exit 0; }\n"
                        + "echo 'There are not enough slots available in the system' >&2; exit 1");
        site.refused(ToolSite.run(TWO, 2, null), "ended with exit status 1", "not enough slots");
    }

    @Test
    void a_program_that_is_not_there_is_named() {
        site.refused(ToolSite.run(List.of("gpu-01"), 8, null), "all_reduce_perf cannot be started", "install it");
        site.refused(ToolSite.run(TWO, 8, CollectiveLauncher.SRUN), "srun cannot be started");
    }

    @Test
    void a_site_without_launcher_is_told_what_is_missing() throws IOException {
        site.refused(ToolSite.run(TWO, 8, null), "nothing there can start ranks on 2 hosts: no srun and no mpirun");
        site.install("srun", "exit 1");
        site.install("mpirun", "echo 'HYDRA build details:'");
        site.refused(ToolSite.run(TWO, 8, null), "srun without an allocation and mpirun (HYDRA build details:)");
        site.refused(
                ToolSite.run(TWO, 8, CollectiveLauncher.MPIRUN), "mpirun is not Open MPI's (HYDRA build details:)");
        site.refused(ToolSite.run(TWO, 8, CollectiveLauncher.PER_HOST), "one process cannot reach the other hosts");
    }

    @Test
    void what_hangs_is_ended_at_its_deadline() throws IOException {
        site.install("all_reduce_perf", "echo $$ > " + folder.resolve("pid") + "; exec sleep 300");
        site.refused(
                ToolSite.run(List.of("gpu-01"), 8, null, Collective.ALL_REDUCE, Duration.ofSeconds(1)),
                "did not end within 1 s and was ended");
        awaitEnd(pid());
    }

    @Test
    void what_runs_ends_with_the_connection() throws IOException {
        site.install("all_reduce_perf", "echo $$ > " + folder.resolve("pid") + "; echo here; exec sleep 300");
        CompletableFuture<Void> here = new CompletableFuture<>();
        CompletableFuture<ToolCurve> measured = site.tool("run-9-gpu-01", line -> {
                    if (line.equals("< here")) {
                        here.complete(null);
                    }
                })
                .measure(ToolSite.run(List.of("gpu-01"), 8, null));
        here.join();
        String program = pid();
        site.remote().close();
        assertThatThrownBy(measured::join).hasCauseInstanceOf(ProbeException.class);
        awaitEnd(program);
    }

    @Test
    void what_runs_is_found_and_ended_by_the_token_of_the_journal() throws IOException {
        site.install("all_reduce_perf", "echo $$ > " + folder.resolve("pid") + "; echo here; exec sleep 300");
        String token = "run-" + folder.getFileName();
        CompletableFuture<Void> here = new CompletableFuture<>();
        CompletableFuture<ToolCurve> measured = site.tool(token, line -> {
                    if (line.equals("< here")) {
                        here.complete(null);
                    }
                })
                .measure(ToolSite.run(List.of("gpu-01"), 8, null));
        here.join();
        String program = pid();
        List<ProcessHandle> found = ProcessHandle.allProcesses()
                .filter(one -> one.info()
                        .arguments()
                        .filter(words -> List.of(words).contains("--token=" + token))
                        .isPresent())
                .toList();
        assertThat(found).isNotEmpty();
        found.forEach(ProcessHandle::destroy);
        awaitEnd(program);
        assertThatThrownBy(measured::join).hasCauseInstanceOf(ProbeException.class);
    }

    @Test
    void a_run_is_refused_where_it_makes_no_sense() {
        assertThatThrownBy(() -> new ToolRun.Sizes(8, 4, 2)).hasMessageContaining("least <= most");
        assertThat(new ToolRun.Sizes(8, 8L << 30, 2).count()).isEqualTo(31);
        assertThat(new ToolRun.Sizes(8, 100, 10).count()).isEqualTo(2);
        assertThatThrownBy(() -> new ToolRun(
                        ToolSite.group(TWO),
                        0,
                        Collective.ALL_REDUCE,
                        ToolSite.SIZES,
                        20,
                        5,
                        Map.of(),
                        Optional.empty(),
                        List.of(),
                        "x",
                        Duration.ofSeconds(1)))
                .hasMessageContaining("gpus");
        assertThat(CollectiveLauncher.named("per-host")).contains(CollectiveLauncher.PER_HOST);
    }

    private String pid() throws IOException {
        return Files.readString(folder.resolve("pid")).strip();
    }

    /** A process whose parent was ended too may wait as a zombie for whoever reaps on that machine; it runs no more. */
    private static void awaitEnd(String pid) {
        Path status = Path.of("/proc", pid, "status");
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            try {
                return Files.readString(status).contains("State:\tZ");
            } catch (IOException gone) {
                return true;
            }
        });
    }
}
