package io.seatrial.probe.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.SshSettings;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.probe.ProbeException;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real processes of stand-ins for launchers and test programs; what they print is what the real ones print. */
@Timeout(120)
class CollectiveToolTest {
    private static final SshSettings SSH =
            new SshSettings("user", 22, List.of(), false, Optional.empty(), List.of(), Optional.empty());
    private static final ToolRun.Sizes SIZES = new ToolRun.Sizes(Printed.LEAST, Printed.LEAST << 2, 2);
    private static final List<String> TWO = List.of("gpu-01", "gpu-02");

    @TempDir
    private Path folder;

    private final LocalTransport transport = new LocalTransport();
    private final List<String> transcript = new CopyOnWriteArrayList<>();
    private String before = "";
    private Remote remote;

    /** What the scripts need stands in the one folder of the PATH, so that launchers of this machine are not found. */
    @BeforeEach
    void open() throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        for (String tool : List.of("sh", "env", "grep", "sed", "timeout", "cat", "head", "sleep")) {
            install(tool, "exec " + onPath(tool) + " \"$@\"");
        }
        remote = transport
                .open(new Host("gpu-01", "127.0.0.1", SSH, List.of(), 0))
                .join();
        before = "unset SLURM_JOB_ID; ";
    }

    private static Path onPath(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(part -> Path.of(part, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    @AfterEach
    void close() {
        transport.close();
    }

    private void install(String name, String script) throws IOException {
        Path program = folder.resolve("bin").resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    /** Writes its words down and prints. */
    private void installPrinting(String name, String printed, int status) throws IOException {
        Files.writeString(folder.resolve("printed"), printed);
        install(
                name,
                "[ \"$1\" = --version ] && { echo 'mpirun (Open MPI) 4.1.6'; exit 0; }\n"
                        + "printf '%s\\n' \"$@\" > " + folder.resolve("words") + "\ncat "
                        + folder.resolve("printed") + "\nexit " + status);
    }

    private List<String> words() throws IOException {
        return Files.readAllLines(folder.resolve("words"));
    }

    private CollectiveTool tool() {
        return new CollectiveTool(new OnPath(remote, before, folder.resolve("bin")), "run-9-gpu-01", transcript::add);
    }

    /** A host whose PATH has the stand-ins alone. */
    private record OnPath(Remote real, String before, Path programs) implements Remote {
        @Override
        public String host() {
            return real.host();
        }

        @Override
        public Running start(String command, Lines lines) {
            return real.start(before + "PATH=" + Shell.quote(programs.toString()) + "; export PATH; " + command, lines);
        }

        @Override
        public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
            return real.upload(content, path, mode);
        }

        @Override
        public CompletableFuture<byte[]> download(String path, int limit) {
            return real.download(path, limit);
        }

        @Override
        public void close() {
            real.close();
        }
    }

    private static Group group(List<String> hosts) {
        List<RdmaPort> ports = hosts.stream()
                .flatMap(host -> Stream.of("mlx5_0", "mlx5_1").map(device -> port(host, device)))
                .toList();
        return new Group(String.join("+", hosts), GroupShape.PAIRS, ports);
    }

    private static RdmaPort port(String host, String device) {
        return new RdmaPort(
                host,
                device,
                1,
                "",
                "10.0.0.1",
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                400_000_000_000L,
                List.of());
    }

    private static ToolRun run(List<String> hosts, int gpus, CollectiveLauncher launcher) {
        return run(hosts, gpus, launcher, Collective.ALL_REDUCE, Duration.ofSeconds(60));
    }

    private static ToolRun run(
            List<String> hosts, int gpus, CollectiveLauncher launcher, Collective collective, Duration deadline) {
        return new ToolRun(
                group(hosts),
                gpus,
                collective,
                SIZES,
                20,
                5,
                Map.of("NCCL_IB_HCA", "=mlx5_0,mlx5_1", "NCCL_DEBUG", "WARN"),
                Optional.ofNullable(launcher),
                List.of(),
                ToolRun.programOf(collective),
                deadline);
    }

    private ToolCurve measure(ToolRun run) {
        return tool().measure(run).join();
    }

    private void refused(ToolRun run, String... words) {
        assertThatThrownBy(() -> tool().measure(run).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(ProbeException.class)
                .message()
                .startsWith("host gpu-01: ")
                .contains(words);
    }

    @Test
    void one_host_needs_no_launcher_and_gets_one_process_for_all_of_its_gpus() throws IOException {
        installPrinting("all_reduce_perf", Printed.run(List.of("gpu-01"), 8), 0);
        ToolCurve measured = measure(run(List.of("gpu-01"), 8, null));
        assertThat(measured.launcher()).isEqualTo(CollectiveLauncher.PER_HOST);
        assertThat(words())
                .containsExactly(
                        "-b", "1048576", "-e", "4194304", "-f", "2", "-n", "20", "-w", "5", "-c", "1", "-a", "3", "-g",
                        "8");
        SizeCurve curve = measured.curve();
        assertThat(curve.ranks()).isEqualTo(8);
        assertThat(curve.isChecked()).isTrue();
        assertThat(curve.firstWrong()).isEmpty();
        assertThat(curve.points(false))
                .extracting(SizeCurve.Point::bytes)
                .containsExactly(1L << 20, 2L << 20, 4L << 20);
        assertThat(curve.points(true)).hasSize(3);
        assertThat(curve.points(false).get(0).nanos()).isEqualTo(105_000);
        assertThat(curve.points(false).get(0).iterations()).isEqualTo(20);
        // 1 MiB in 105 us is 9.9864 GB/s, 7/4 of it 17.476 GB/s, whatever the table rounds to
        assertThat(curve.busBandwidth(curve.points(false).get(0))).isEqualTo(17_476_266_667L);
    }

    @Test
    void command_environment_tool_and_library_are_recorded() throws IOException {
        installPrinting("all_reduce_perf", Printed.run(List.of("gpu-01"), 8), 0);
        before += "NCCL_SOCKET_IFNAME=eth0; export NCCL_SOCKET_IFNAME; AWS_SECRET=x; export AWS_SECRET; ";
        ToolCurve measured = measure(run(List.of("gpu-01"), 8, null));
        assertThat(measured.tool()).isEqualTo("nccl-tests 2.17.6");
        assertThat(measured.library()).isEqualTo("2.27.3");
        assertThat(measured.environment())
                .containsEntry("NCCL_SOCKET_IFNAME", "eth0")
                .containsEntry("NCCL_IB_HCA", "=mlx5_0,mlx5_1")
                .doesNotContainKey("AWS_SECRET");
        assertThat(measured.conditions().get(ToolCurve.ENVIRONMENT))
                .isEqualTo("NCCL_DEBUG=WARN NCCL_IB_HCA==mlx5_0,mlx5_1 NCCL_SOCKET_IFNAME=eth0");
        assertThat(measured.command())
                .startsWith("env", "NCCL_DEBUG=WARN", "NCCL_IB_HCA==mlx5_0,mlx5_1", "all_reduce_perf");
        assertThat(transcript.get(0))
                .startsWith("> env NCCL_DEBUG=WARN NCCL_IB_HCA==mlx5_0,mlx5_1 all_reduce_perf -b 1048576");
        assertThat(transcript).anyMatch(line -> line.startsWith("< # Avg bus bandwidth"));
    }

    @Test
    void an_allocation_of_slurm_is_used_with_its_own_words_and_every_host_named() throws IOException {
        installPrinting("srun", Printed.run(TWO, 8), 0);
        install("mpirun", "echo 'mpirun (Open MPI) 4.1.6'");
        before += "SLURM_JOB_ID=7; export SLURM_JOB_ID; ";
        ToolCurve measured = measure(run(TWO, 8, null));
        assertThat(measured.launcher()).isEqualTo(CollectiveLauncher.SRUN);
        assertThat(words())
                .startsWith(
                        "--nodes=2",
                        "--ntasks=16",
                        "--ntasks-per-node=8",
                        "--nodelist=gpu-01,gpu-02",
                        "--distribution=block",
                        "--kill-on-bad-exit=1",
                        "--export=ALL",
                        "env",
                        "NCCL_DEBUG=WARN")
                .endsWith("-g", "1");
        assertThat(measured.curve().ranks()).isEqualTo(16);
        assertThat(measured.environment()).containsEntry("SLURM_JOB_ID", "7");
        assertThat(measured.conditions().get(ToolCurve.ENVIRONMENT)).doesNotContain("SLURM");
    }

    @Test
    void open_mpi_is_used_where_there_is_no_allocation_and_its_prefixes_are_read() throws IOException {
        String tagged = Printed.run(TWO, 2)
                .lines()
                .map(line -> "[1,0]<stdout>:" + line + "\n")
                .reduce("", String::concat);
        installPrinting("mpirun", tagged, 0);
        install("srun", "exit 1");
        ToolCurve measured = measure(run(TWO, 2, null));
        assertThat(measured.launcher()).isEqualTo(CollectiveLauncher.MPIRUN);
        assertThat(words())
                .startsWith("-np", "4", "--host", "gpu-01:2,gpu-02:2", "--map-by", "slot", "--bind-to", "none", "env")
                .contains("NCCL_IB_HCA==mlx5_0,mlx5_1");
        assertThat(measured.curve().ranks()).isEqualTo(4);
    }

    @Test
    void the_sites_own_words_stand_before_the_program() {
        ToolRun run = run(TWO, 2, CollectiveLauncher.SRUN);
        ToolRun own = new ToolRun(
                run.group(),
                2,
                run.collective(),
                SIZES,
                20,
                5,
                Map.of(),
                run.launcher(),
                List.of("--overlap", "--gres=gpu:2"),
                "/opt/nccl tests/all_reduce_perf",
                run.deadline());
        assertThat(CollectiveLauncher.SRUN.words(own))
                .containsSubsequence(
                        "--export=ALL", "--overlap", "--gres=gpu:2", "/opt/nccl tests/all_reduce_perf", "-b");
        assertThat(LeashedCommand.inOneLine(CollectiveLauncher.SRUN.words(own)))
                .contains(" --gres=gpu:2 '/opt/nccl tests/all_reduce_perf' -b 1048576 ");
    }

    @Test
    void json_tells_the_same_as_text() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < Printed.SIZES; i++) {
            long size = Printed.LEAST << i;
            double micros = 100.0 * (1 << i) + 5;
            double algbw = size / micros / 1000;
            rows.append(i == 0 ? "" : ",")
                    .append(String.format(
                            java.util.Locale.ROOT,
                            "{\"size\":%d,\"count\":%d,\"type\":\"float\",\"redop\":\"sum\",\"root\":\"    -1\",\"out_of_place\":{\"time\":%f,"
                                    + "\"alg_bw\":%f,\"bus_bw\":%f,\"nwrong\":0.0},\"in_place\":{\"time\":%f,\"alg_bw\":%f,\"bus_bw\":%f,\"nwrong\":0.0},"
                                    + "\"experiment_name\":\"all_reduce_perf\"}",
                            size,
                            size / 4,
                            micros,
                            algbw,
                            algbw * 1.5,
                            micros,
                            algbw,
                            algbw * 1.5));
        }
        StringBuilder devices = new StringBuilder();
        for (int rank = 0; rank < 4; rank++) {
            devices.append(rank == 0 ? "" : ",")
                    .append("{\"rank\":" + rank + ",\"group\":0,\"pid\":" + rank + ",\"hostname\":\"gpu-0"
                            + (rank / 2 + 1) + "\",\"device\":" + rank % 2 + "}");
        }
        installPrinting(
                "mpirun",
                "{\"version\":1,\"args\":[\"all_reduce_perf\"],\"nccl_version\":23007,\"config\":{\"nthreads\":1,\"ngpus\":1,\"devices\":["
                        + devices + "]},\"results\":[" + rows
                        + "],\"errors\":[],\"out_of_bounds\":{\"count\":0,\"okay\":\"true\"},"
                        + "\"average_bus_bandwidth\":{\"bandwidth\":15.0,\"okay\":\"unchecked\"},\"end_time\":\"2026-07-10 08:01:00\"}",
                0);
        ToolCurve measured = measure(run(TWO, 2, null));
        assertThat(measured.library()).isEqualTo("2.30.7");
        assertThat(measured.curve().points()).hasSize(6);
        assertThat(measured.curve().isChecked()).isTrue();
        assertThat(measured.curve().points(false).get(0).nanos()).isEqualTo(105_000);
    }

    @Test
    void wrong_results_are_a_curve_that_says_so_whatever_the_exit_status() throws IOException {
        installPrinting("all_reduce_perf", Printed.run("all_reduce_perf", List.of("gpu-01"), 8, 3), 1);
        SizeCurve curve = measure(run(List.of("gpu-01"), 8, null)).curve();
        assertThat(curve.firstWrong().orElseThrow().bytes()).isEqualTo(4L << 20);
        assertThat(curve.firstWrong().orElseThrow().wrong()).contains(3L);
    }

    @Test
    void one_rank_alone_is_refused_before_and_after() throws IOException {
        refused(run(List.of("gpu-01"), 1, null), "has 1 rank", "2 or more");
        installPrinting("mpirun", Printed.run(List.of("gpu-01"), 1), 0);
        refused(run(TWO, 1, null), "one rank ran alone", "expected 2 ranks, 1 on each of gpu-01, gpu-02");
    }

    @Test
    void several_jobs_of_one_rank_are_refused_with_their_cause() throws IOException {
        String one = Printed.run(List.of("gpu-01"), 1);
        installPrinting("mpirun", one + one.replace("gpu-01", "gpu-02"), 0);
        refused(run(TWO, 1, null), "2 jobs ran beside each other", "built without MPI; build it with MPI=1");
    }

    @Test
    void ranks_and_hosts_must_be_those_that_were_asked() throws IOException {
        installPrinting("mpirun", Printed.run(TWO, 2), 0);
        refused(run(TWO, 8, null), "4 ranks ran; expected 16 ranks, 8 on each of gpu-01, gpu-02");
        installPrinting("mpirun", Printed.run(List.of("gpu-01"), 4), 0);
        refused(run(TWO, 2, null), "ranks ran as {gpu-01=4}");
        installPrinting("mpirun", Printed.run(List.of("gpu-01", "gpu-03"), 2), 0);
        refused(run(TWO, 2, null), "ranks ran on gpu-03 too");
    }

    @Test
    void hosts_that_all_call_themselves_otherwise_are_the_same_hosts() throws IOException {
        installPrinting("mpirun", Printed.run(List.of("node17", "node18"), 2), 0);
        assertThat(measure(run(TWO, 2, null)).curve().ranks()).isEqualTo(4);
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
        installPrinting("all_reduce_perf", cut, 0);
        refused(run(List.of("gpu-01"), 8, null), cause.strip());
    }

    @Test
    void another_collective_is_refused() throws IOException {
        installPrinting("all_reduce_perf", Printed.run("broadcast_perf", List.of("gpu-01"), 8, 0), 0);
        refused(run(List.of("gpu-01"), 8, null), "it was broadcast that ran; expected all_reduce");
    }

    @Test
    void numbers_that_do_not_fit_together_are_refused() throws IOException {
        String odd = Printed.run(List.of("gpu-01"), 8).replace("  105.00 ", "  205.00 ");
        installPrinting("all_reduce_perf", odd, 0);
        refused(run(List.of("gpu-01"), 8, null), "does not fit together", "not its size by its time");
    }

    @Test
    void a_program_that_gives_up_says_why_and_on_which_device() throws IOException {
        String printed = Printed.run(TWO, 1);
        String cut = printed.substring(0, printed.indexOf("     4194304"))
                + "\ngpu-02:25146:25827 [0] transport/net_ib.cc:2244 NCCL WARN NET/IB: Got completion from peer 192.0.2.15<53908> with"
                + " status=12 opcode=129 len=1048576 vendor err 129 (Recv) localGid ::ffff:192.0.2.3 remoteGids::ffff:192.0.2.5 hca mlx5_10\n"
                + "gpu-02: Test NCCL failure common.cu:303 'remote process exited or there was a network error / '\n";
        installPrinting("mpirun", cut, 3);
        refused(
                run(TWO, 1, null),
                "gave up: gpu-02: remote process exited or there was a network error (common.cu:303)",
                "gpu-02/mlx5_10, from ::ffff:192.0.2.3 to ::ffff:192.0.2.5");
    }

    @Test
    void a_launcher_that_fails_is_quoted() throws IOException {
        install(
                "mpirun",
                "[ \"$1\" = --version ] && { echo 'mpirun (Open MPI) 4.1.6'; exit 0; }\n"
                        + "echo 'There are not enough slots available in the system' >&2; exit 1");
        refused(run(TWO, 2, null), "ended with exit status 1", "not enough slots");
    }

    @Test
    void a_program_that_is_not_there_is_named() {
        refused(run(List.of("gpu-01"), 8, null), "all_reduce_perf cannot be started", "install it");
        refused(run(TWO, 8, CollectiveLauncher.SRUN), "srun cannot be started");
    }

    @Test
    void a_site_without_launcher_is_told_what_is_missing() throws IOException {
        refused(run(TWO, 8, null), "nothing there can start ranks on 2 hosts: no srun and no mpirun");
        install("srun", "exit 1");
        install("mpirun", "echo 'HYDRA build details:'");
        refused(run(TWO, 8, null), "srun without an allocation and mpirun (HYDRA build details:)");
        refused(run(TWO, 8, CollectiveLauncher.MPIRUN), "mpirun is not Open MPI's (HYDRA build details:)");
        refused(run(TWO, 8, CollectiveLauncher.PER_HOST), "one process cannot reach the other hosts");
    }

    @Test
    void what_hangs_is_ended_at_its_deadline() throws IOException {
        install("all_reduce_perf", "echo $$ > " + folder.resolve("pid") + "; exec sleep 300");
        refused(
                run(List.of("gpu-01"), 8, null, Collective.ALL_REDUCE, Duration.ofSeconds(1)),
                "did not end within 1 s and was ended");
        awaitEnd(pid());
    }

    @Test
    void what_runs_ends_with_the_connection() throws IOException {
        install("all_reduce_perf", "echo $$ > " + folder.resolve("pid") + "; echo here; exec sleep 300");
        CompletableFuture<Void> here = new CompletableFuture<>();
        CompletableFuture<ToolCurve> measured = new CollectiveTool(
                        new OnPath(remote, before, folder.resolve("bin")), "run-9-gpu-01", line -> {
                            if (line.equals("< here")) {
                                here.complete(null);
                            }
                        })
                .measure(run(List.of("gpu-01"), 8, null));
        here.join();
        String program = pid();
        remote.close();
        assertThatThrownBy(measured::join).hasCauseInstanceOf(ProbeException.class);
        awaitEnd(program);
    }

    @Test
    void what_runs_is_found_and_ended_by_the_token_of_the_journal() throws IOException {
        install("all_reduce_perf", "echo $$ > " + folder.resolve("pid") + "; echo here; exec sleep 300");
        String token = "run-" + folder.getFileName();
        CompletableFuture<Void> here = new CompletableFuture<>();
        CompletableFuture<ToolCurve> measured = new CollectiveTool(
                        new OnPath(remote, before, folder.resolve("bin")), token, line -> {
                            if (line.equals("< here")) {
                                here.complete(null);
                            }
                        })
                .measure(run(List.of("gpu-01"), 8, null));
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

    @Test
    void a_run_is_refused_where_it_makes_no_sense() {
        assertThatThrownBy(() -> new ToolRun.Sizes(8, 4, 2)).hasMessageContaining("least <= most");
        assertThat(new ToolRun.Sizes(8, 8L << 30, 2).count()).isEqualTo(31);
        assertThat(new ToolRun.Sizes(8, 100, 10).count()).isEqualTo(2);
        assertThatThrownBy(() -> new ToolRun(
                        group(TWO),
                        0,
                        Collective.ALL_REDUCE,
                        SIZES,
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
}
