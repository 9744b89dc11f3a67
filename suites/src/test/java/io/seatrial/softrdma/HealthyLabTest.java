package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.cli.CommandLineRun;
import io.seatrial.measurement.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two guests without faults: what is asked of them over rxe, how a baseline of a single run proves nothing, and how one of hardware is refused. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class HealthyLabTest {
    private static final List<String> LATENCIES =
            List.of("rdma.write-latency.within-rail", "rdma.send-latency.within-rail", "rdma.read-latency.within-rail");
    private static final String FLOW = "soft-1/rxe0>soft-2/rxe0";
    private static final int MINIMUM_SAMPLES = 30;

    @TempDir
    Path folder;

    @Test
    void two_guests_are_accepted_over_soft_roce_and_a_baseline_of_hardware_is_refused(SoftRdmaLab lab)
            throws IOException {
        LabCluster cluster = LabCluster.rxe(lab, folder);
        CommandLineRun run = cluster.run("--hosts", "soft-[1-2]");
        assertThat(run.status()).as(run.text()).isZero();
        assertThat(run.lastLine()).isEqualTo("ACCEPTED");
        measuredOverVerbs(cluster);
        leftAsFound(lab, cluster);
        assertThat(Files.readString(cluster.archive().folder().resolve("summary.html")))
                .contains("soft-roce");
        refusesHardware(cluster);
    }

    private static void measuredOverVerbs(LabCluster cluster) {
        for (String ask : LATENCIES) {
            Map<String, Measurement> flows = cluster.measured(ask);
            assertThat(flows).as(ask).containsOnlyKeys(FLOW);
            Measurement one = flows.get(FLOW);
            print(ask, one);
            assertThat(one.details().get("n")).as(ask).isGreaterThanOrEqualTo(MINIMUM_SAMPLES);
            assertThat(one.conditions().get("fabric")).isEqualTo("soft-roce");
            assertThat(one.conditions().get("mtu")).isEqualTo("1024");
            assertThat(one.details()).containsKeys("counter.from.completer_retry_err", "counter.to.duplicate_request");
        }
        Map<String, Measurement> bandwidth = cluster.measured("rdma.write-bandwidth.alone");
        assertThat(bandwidth).hasSize(2);
        bandwidth.forEach((flow, one) -> {
            print("rdma.write-bandwidth.alone", one);
            assertThat(one.conditions().get("fabric")).isEqualTo("soft-roce");
            assertThat(one.details().get("bytes")).isPositive();
        });
    }

    static void print(String ask, Measurement one) {
        SoftRdmaLab.say(ask + " " + one.subject().name() + ": fabric "
                + one.conditions().get("fabric") + ", value " + one.value() + ", "
                + one.details().getOrDefault("n", one.details().getOrDefault("messages", 0L)) + " samples");
    }

    private static void leftAsFound(SoftRdmaLab lab, LabCluster cluster) {
        assertThat(cluster.archive().hosts().stream()
                        .filter(host -> host.phase().equals("close")))
                .hasSize(2)
                .allMatch(host -> host.text().equals("as found"));
        for (int guest : List.of(1, 2)) {
            assertThat(lab.in(guest, "ps -eo args | grep '[s]eatrial-probe' || true; ls /var/tmp"))
                    .isEmpty();
        }
    }

    /** A baseline is learned from this very run, then said to be of hardware. */
    private void refusesHardware(LabCluster cluster) throws IOException {
        String runs = cluster.runs().toString();
        Path criteria = folder.resolve("with-baseline.yaml");
        Files.writeString(
                criteria,
                Files.readString(folder.resolve("criteria.yaml"))
                        .replace("    limit:\n", "    baseline: {profiles: [bringup]}\n    limit:\n")
                        .replaceFirst("(?s)(links.state:\n)    baseline[^\n]*\n", "$1")
                        .replaceFirst("(?s)(links.speed:\n)    baseline[^\n]*\n", "$1"));
        CommandLineRun accepted = CommandLineRun.of(
                "baseline",
                "accept",
                "--cluster",
                folder.toString(),
                "--runs",
                runs,
                "--from",
                "latest",
                "--reason",
                "a test");
        assertThat(accepted.status()).as(accepted.text()).isZero();
        Path baseline = cluster.archive().inputs().resolve("baseline.json");
        String own = Files.readString(folder.resolve("baseline.json"));
        Files.writeString(baseline, own);
        CommandLineRun held = judge(runs, criteria);
        assertThat(held.status()).as(held.text()).isEqualTo(3); // a single run shows no scatter
        assertThat(results()).anyMatch(text -> text.contains("holds a single run"));
        assertThat(results()).noneMatch(text -> text.contains("Software fabrics are never compared with hardware"));
        Files.writeString(baseline, own.replace("soft-roce", "roce2"));
        CommandLineRun refused = judge(runs, criteria);
        assertThat(refused.status()).as(refused.text()).isEqualTo(3);
        assertThat(refused.text()).contains("NOT PROVEN");
        assertThat(results()).anyMatch(text -> text.contains("Software fabrics are never compared with hardware"));
    }

    private CommandLineRun judge(String runs, Path criteria) {
        return CommandLineRun.of(
                "judge",
                "latest",
                "--runs",
                runs,
                "--criteria",
                criteria.toString(),
                "--results",
                folder.resolve("judged").toString());
    }

    private List<String> results() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("judged").resolve("allure-results"))) {
            return files.filter(file -> file.toString().endsWith("-result.json"))
                    .map(HealthyLabTest::text)
                    .toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
