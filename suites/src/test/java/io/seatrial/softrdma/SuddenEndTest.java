package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.Closing;
import io.seatrial.cli.CommandLineRun;
import io.seatrial.measurement.Measurement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Three guests, of which one loses its cable or its power in the middle of a round: the other pair gets its numbers all the same. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class SuddenEndTest {
    private static final String LATENCY = "rdma.write-latency.within-rail";
    private static final int MINIMUM_SAMPLES = 30;
    private static final int VICTIM = 2;
    private static final int LONGEST_MINUTES = 5;

    @TempDir
    Path folder;

    @Test
    void a_cable_pulled_in_the_middle_is_not_proven_with_what_the_device_says(SoftRdmaLab lab) throws Exception {
        LabCluster cluster = cluster(lab);
        try {
            CommandLineRun run = interrupted(lab, cluster, () -> lab.pullCable(VICTIM, "eth1"));
            notProvenButTheOthers(cluster, run);
            assertThat(causes(cluster))
                    .anyMatch(cause -> cause.contains("rxe0 port 1") && cause.contains("port error"));
        } finally {
            lab.plugCable(VICTIM, "eth1");
        }
    }

    @Test
    void a_guest_killed_in_the_middle_is_not_proven_with_its_loss_as_the_cause(SoftRdmaLab lab) throws Exception {
        LabCluster cluster = cluster(lab);
        try {
            CommandLineRun run = interrupted(lab, cluster, () -> lab.kill(VICTIM));
            notProvenButTheOthers(cluster, run);
            // "no contact" would mean that it died before the round
            assertThat(causes(cluster))
                    .hasSize(2)
                    .allMatch(cause -> cause.contains("soft-2") && !cause.contains("no contact"));
            assertThat(run.out()).anyMatch(line -> line.startsWith("suspect 1  host soft-2"));
        } finally {
            lab.boot(VICTIM);
        }
    }

    private LabCluster cluster(SoftRdmaLab lab) {
        return LabCluster.rxe(lab, folder)
                .asking(LATENCY)
                .criteria(text -> text.replace("count: 300, duration: 8s", "count: 100000, duration: 12s"));
    }

    private static CommandLineRun interrupted(SoftRdmaLab lab, LabCluster cluster, Runnable fault) throws Exception {
        SoftRdmaLab.Watch watch = lab.watch(VICTIM);
        CompletableFuture<CommandLineRun> run = CompletableFuture.supplyAsync(cluster::run);
        lab.awaitBusy(watch);
        fault.run();
        return run.get(LONGEST_MINUTES, TimeUnit.MINUTES);
    }

    private static void notProvenButTheOthers(LabCluster cluster, CommandLineRun run) {
        assertThat(run.status()).as(run.text()).isEqualTo(3);
        assertThat(run.lastLine()).isEqualTo("NOT PROVEN");
        Map<String, Measurement> flows = cluster.measured(LATENCY);
        Measurement untouched = flows.remove("soft-1/rxe0>soft-3/rxe0");
        HealthyLabTest.print(LATENCY, untouched);
        assertThat(untouched.value()).isPresent();
        assertThat(untouched.details().get("n")).isGreaterThanOrEqualTo(MINIMUM_SAMPLES);
        assertThat(flows)
                .hasSize(2)
                .allSatisfy((flow, one) -> assertThat(one.value()).isEmpty());
        assertThat(cluster.archive().closing().orElseThrow().results().stream()
                        .filter(result -> !result.verdict().equals("passed"))
                        .map(Closing.Result::subject))
                .containsExactly("link soft-2/rxe0~leaf-1/Ethernet2");
    }

    private static List<String> causes(LabCluster cluster) {
        List<String> causes = cluster.measured(LATENCY).values().stream()
                .flatMap(one -> one.cause().stream())
                .map(cause -> String.valueOf(cause.values().get("cause")))
                .toList();
        causes.forEach(cause -> SoftRdmaLab.say("cause: " + cause));
        return causes;
    }
}
