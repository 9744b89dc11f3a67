package io.seatrial.probe.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.SizeCurve;
import io.seatrial.probe.LeashedTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of stand-ins for launchers and test programs; what they print is what the real ones print. */
@Timeout(120)
class CollectiveToolTest {
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
    void one_host_needs_no_launcher_and_gets_one_process_for_all_of_its_gpus() throws IOException {
        site.installPrinting("all_reduce_perf", Printed.run(List.of("gpu-01"), 8), 0);
        ToolCurve measured = site.measure(ToolSite.run(List.of("gpu-01"), 8, null));
        assertThat(measured.launcher()).isEqualTo(CollectiveLauncher.PER_HOST);
        assertThat(site.words())
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
        site.installPrinting("all_reduce_perf", Printed.run(List.of("gpu-01"), 8), 0);
        site.set("NCCL_SOCKET_IFNAME=eth0; export NCCL_SOCKET_IFNAME; AWS_SECRET=x; export AWS_SECRET; ");
        ToolCurve measured = site.measure(ToolSite.run(List.of("gpu-01"), 8, null));
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
        assertThat(site.transcript().get(0))
                .startsWith("> env NCCL_DEBUG=WARN NCCL_IB_HCA==mlx5_0,mlx5_1 all_reduce_perf -b 1048576");
        assertThat(site.transcript()).anyMatch(line -> line.startsWith("< # Avg bus bandwidth"));
    }

    @Test
    void an_allocation_of_slurm_is_used_with_its_own_words_and_every_host_named() throws IOException {
        site.installPrinting("srun", Printed.run(TWO, 8), 0);
        site.install("mpirun", "echo 'mpirun (Open MPI) 4.1.6'");
        site.set("SLURM_JOB_ID=7; export SLURM_JOB_ID; ");
        ToolCurve measured = site.measure(ToolSite.run(TWO, 8, null));
        assertThat(measured.launcher()).isEqualTo(CollectiveLauncher.SRUN);
        assertThat(site.words())
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
        site.installPrinting("mpirun", tagged, 0);
        site.install("srun", "exit 1");
        ToolCurve measured = site.measure(ToolSite.run(TWO, 2, null));
        assertThat(measured.launcher()).isEqualTo(CollectiveLauncher.MPIRUN);
        assertThat(site.words())
                .startsWith("-np", "4", "--host", "gpu-01:2,gpu-02:2", "--map-by", "slot", "--bind-to", "none", "env")
                .contains("NCCL_IB_HCA==mlx5_0,mlx5_1");
        assertThat(measured.curve().ranks()).isEqualTo(4);
    }

    @Test
    void the_sites_own_words_stand_before_the_program() {
        ToolRun run = ToolSite.run(TWO, 2, CollectiveLauncher.SRUN);
        ToolRun own = new ToolRun(
                run.group(),
                2,
                run.collective(),
                ToolSite.SIZES,
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
        assertThat(LeashedTool.inOneLine(CollectiveLauncher.SRUN.words(own)))
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
        site.installPrinting(
                "mpirun",
                "{\"version\":1,\"args\":[\"all_reduce_perf\"],\"nccl_version\":23007,\"config\":{\"nthreads\":1,\"ngpus\":1,\"devices\":["
                        + devices + "]},\"results\":[" + rows
                        + "],\"errors\":[],\"out_of_bounds\":{\"count\":0,\"okay\":\"true\"},"
                        + "\"average_bus_bandwidth\":{\"bandwidth\":15.0,\"okay\":\"unchecked\"},\"end_time\":\"2026-07-10 08:01:00\"}",
                0);
        ToolCurve measured = site.measure(ToolSite.run(TWO, 2, null));
        assertThat(measured.library()).isEqualTo("2.30.7");
        assertThat(measured.curve().points()).hasSize(6);
        assertThat(measured.curve().isChecked()).isTrue();
        assertThat(measured.curve().points(false).get(0).nanos()).isEqualTo(105_000);
    }

    @Test
    void wrong_results_are_a_curve_that_says_so_whatever_the_exit_status() throws IOException {
        site.installPrinting("all_reduce_perf", Printed.run("all_reduce_perf", List.of("gpu-01"), 8, 3), 1);
        SizeCurve curve = site.measure(ToolSite.run(List.of("gpu-01"), 8, null)).curve();
        assertThat(curve.firstWrong().orElseThrow().bytes()).isEqualTo(4L << 20);
        assertThat(curve.firstWrong().orElseThrow().wrong()).contains(3L);
    }

    @Test
    void hosts_that_all_call_themselves_otherwise_are_the_same_hosts() throws IOException {
        site.installPrinting("mpirun", Printed.run(List.of("node17", "node18"), 2), 0);
        assertThat(site.measure(ToolSite.run(TWO, 2, null)).curve().ranks()).isEqualTo(4);
    }
}
