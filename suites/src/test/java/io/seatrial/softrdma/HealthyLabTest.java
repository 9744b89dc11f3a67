package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.cli.CommandLineRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Guests without faults. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class HealthyLabTest {
    @TempDir
    Path folder;

    @Test
    void two_guests_are_accepted(SoftRdmaLab lab) {
        LabCluster cluster = LabCluster.rxe(lab, folder);
        CommandLineRun run = cluster.run("--hosts", "soft-[1-2]");
        assertThat(run.status()).as(run.text()).isZero();
        assertThat(run.lastLine()).isEqualTo("ACCEPTED");
        assertThat(cluster.archive().hosts().stream()
                        .filter(host -> host.phase().equals("close")))
                .hasSize(2)
                .allMatch(host -> host.text().equals("as found"));
    }
}
