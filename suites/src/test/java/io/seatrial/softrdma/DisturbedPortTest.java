package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.Closing;
import io.seatrial.cli.CommandLineRun;
import io.seatrial.measurement.Measurement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A port of one guest that delays or loses what it sends. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class DisturbedPortTest {
    private static final String LATENCY = "rdma.write-latency.within-rail";
    private static final String BANDWIDTH = "rdma.write-bandwidth.alone";
    private static final String ONE_TWO = "soft-1/rxe0>soft-2/rxe0";
    private static final String ONE_THREE = "soft-1/rxe0>soft-3/rxe0";
    private static final String TWO_THREE = "soft-2/rxe0>soft-3/rxe0";
    /** Less than the 67 ms after which an unacknowledged packet is sent again. */
    private static final int DELAY_MILLIS = 40;

    @TempDir
    Path folder;

    @Test
    void a_delay_raises_the_minimum_and_the_run_is_rejected_naming_the_port(SoftRdmaLab lab) {
        LabCluster cluster = LabCluster.rxe(lab, folder).asking(LATENCY);
        CommandLineRun run = disturbed(lab, "delay " + DELAY_MILLIS + "ms", cluster);
        assertThat(run.status()).as(run.text()).isEqualTo(1);
        assertThat(run.lastLine()).isEqualTo("REJECTED");
        Map<String, Measurement> flows = cluster.measured(LATENCY);
        flows.values().forEach(one -> HealthyLabTest.print(LATENCY, one));
        long half = DELAY_MILLIS * 1_000_000L / 2;
        for (String slow : List.of(ONE_TWO, TWO_THREE)) {
            assertThat(flows.get(slow).value().getAsLong()).isGreaterThanOrEqualTo(half);
        }
        assertThat(flows.get(ONE_THREE).value().getAsLong()).isLessThan(half);
        assertThat(cluster.archive().closing().orElseThrow().results().stream()
                        .filter(result -> result.verdict().equals("failed"))
                        .map(Closing.Result::subject))
                .containsExactly("link soft-2/rxe0~leaf-1/Ethernet2");
        assertThat(run.out()).anyMatch(line -> line.startsWith("suspect 1  port soft-2/rxe0"));
    }

    @Test
    void with_loss_the_retransmissions_of_the_window_stand_in_the_report(SoftRdmaLab lab) {
        LabCluster cluster = LabCluster.rxe(lab, folder).asking(BANDWIDTH);
        CommandLineRun run = disturbed(lab, "loss 5%", cluster, "--hosts", "soft-[1-2]");
        assertThat(run.status()).as(run.text()).isZero();
        Map<String, Measurement> flows = cluster.measured(BANDWIDTH);
        assertThat(flows).hasSize(2);
        Measurement lossy = flows.get("soft-2/rxe0>soft-1/rxe0");
        HealthyLabTest.print(BANDWIDTH, lossy);
        SoftRdmaLab.say("counters " + lossy.details());
        // what guest 2 sends is lost: guest 1 sees holes and says so, guest 2 hears it and sends again
        assertThat(lossy.details().get("counter.to.out_of_seq_request")).isPositive();
        assertThat(lossy.details().get("counter.from.rcvd_seq_err")).isPositive();
        assertThat(cluster.attachments()).anyMatch(text -> text.contains("counter.to.out_of_seq_request"));
    }

    private static CommandLineRun disturbed(SoftRdmaLab lab, String how, LabCluster cluster, String... options) {
        lab.in(2, "tc qdisc add dev eth1 root netem " + how);
        try {
            return cluster.run(options);
        } finally {
            lab.in(2, "tc qdisc del dev eth1 root");
        }
    }
}
