package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.seatrial.cli.CommandLineRun;
import io.seatrial.measurement.Measurement;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** iWARP, by the same guests' siw devices: connected by librdmacm, without counters, with a GID whose type says RoCE v1. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class SoftIwarpTest {
    private static final List<String> ASKS = List.of(
            "rdma.write-latency.within-rail",
            "rdma.send-latency.within-rail",
            "rdma.read-latency.within-rail",
            "rdma.write-bandwidth.alone");

    @TempDir
    Path folder;

    @Test
    void two_guests_are_accepted_over_soft_iwarp(SoftRdmaLab lab) {
        assumeTrue(SoftRdmaLab.hasIwarp(), "not built, not measured: -Dsoft-rdma.siw=skip");
        LabCluster cluster = LabCluster.siw(lab, folder).asking(ASKS.toArray(String[]::new));
        CommandLineRun run = cluster.run("--hosts", "soft-[1-2]");
        assertThat(run.status()).as(run.text()).isZero();
        assertThat(run.lastLine()).isEqualTo("ACCEPTED");
        for (String ask : ASKS) {
            Map<String, Measurement> flows = cluster.measured(ask);
            assertThat(flows).as(ask).isNotEmpty();
            flows.values().forEach(one -> {
                HealthyLabTest.print(ask, one);
                assertThat(one.conditions().get("fabric")).isEqualTo("soft-iwarp");
                assertThat(one.details().keySet()).noneMatch(name -> name.startsWith("counter."));
            });
        }
    }
}
