package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.measurement.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run whose ranks are GPUs: the hosts of the virtual cluster open the libraries of native-probes/test/fake/gpu. */
class FakeGpuRunTest {
    private static final Path NATIVE =
            Path.of("..", "native-probes").toAbsolutePath().normalize();
    private static final Path FAKES = NATIVE.resolve("target/test/gpu");

    @TempDir
    static Path runs;

    private static CommandLineRun run;
    private static RunArchive archive;

    @BeforeAll
    static void runOnce() throws IOException, InterruptedException {
        makeFakes();
        Path copy = VirtualCopy.ofCollectives(runs);
        Path cluster = copy.resolve("cluster.yaml");
        Files.writeString(cluster, Files.readString(cluster).replace("gpus: 0", "gpus: 2"));
        Files.writeString(copy.resolve("criteria.yaml"), """
                version: 1
                asks:
                  collective.all-reduce.pairs:
                    probe:
                      backend: gpu
                      algorithm: ring
                      sizes: [4KiB, 64KiB, 1MiB]
                      iterations: 5
                      placement: both
                      environment: {LD_LIBRARY_PATH: %s}
                    gap-max: 10s
                    limit:
                      rows:
                        - {size: 1MiB, fail: 1kB/s, evidence: D, source: "sums alone are of interest", approved: {by: seatrial, on: 2026-11-30}}
                """.formatted(FAKES));
        run = CommandLineRun.of(
                "run",
                "--cluster",
                copy.toString(),
                "--hosts",
                "gpu-[01-02]",
                "--profile",
                "bringup",
                "--runs",
                runs.toString());
        archive = RunArchive.open(RunArchive.find(runs, "latest"));
    }

    /** What the build's own check makes them with; where it has run there is nothing to do. */
    private static void makeFakes() throws IOException, InterruptedException {
        Process make = new ProcessBuilder(
                        "make",
                        "-s",
                        "-C",
                        NATIVE.toString(),
                        "O=target",
                        "target/test/gpu/libcuda.so.1",
                        "target/test/gpu/libnccl.so.2")
                .redirectErrorStream(true)
                .start();
        String said = new String(make.getInputStream().readAllBytes());
        assertThat(make.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(make.exitValue()).as(said).isZero();
    }

    @Test
    void four_gpus_on_two_hosts_are_accepted() {
        assertThat(run.lastLine()).as(run.text()).isEqualTo("ACCEPTED");
    }

    @Test
    void every_sum_was_compared_and_is_right() {
        List<RoundRecord> rounds = archive.rounds();
        assertThat(rounds).hasSize(1);
        Measurement measured = rounds.get(0).measurements().get(0);
        assertThat(measured.cause()).isEmpty();
        assertThat(measured.subject().name()).isEqualTo("gpu-01+gpu-02");
        assertThat(measured.curve().orElseThrow().ranks()).isEqualTo(4);
        assertThat(measured.curve().orElseThrow().points()).hasSize(6);
        assertThat(measured.curve().orElseThrow().isChecked()).isTrue();
        assertThat(measured.curve().orElseThrow().firstWrong()).isEmpty();
        assertThat(measured.conditions().get("version")).isEqualTo("2.23.4");
    }

    @Test
    void every_host_is_as_found() {
        assertThat(archive.hosts().stream().filter(host -> host.phase().equals("close")))
                .hasSize(2)
                .allMatch(host -> host.good() && host.text().equals("as found"));
    }
}
