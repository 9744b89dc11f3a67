package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.CaptureRecord;
import io.seatrial.cli.CommandLineRun;
import io.seatrial.formats.capture.CaptureFile;
import io.seatrial.formats.capture.CaptureSummary;
import io.seatrial.formats.capture.Sign;
import io.seatrial.measurement.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A flow that fails is measured again with its headers captured at both ends, and they tell why. Guest 3 is the switch in its way. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class HeaderEvidenceTest {
    private static final String BANDWIDTH = "rdma.write-bandwidth.alone";
    private static final String FLOW = "soft-1/rxe0>soft-2/rxe1";

    @TempDir
    Path folder;

    @Test
    void behind_a_narrow_port_the_headers_show_marks_at_the_receiver_alone(SoftRdmaLab lab) throws IOException {
        LabCluster cluster = captured(lab, "switch 4mbit");
        Measurement again = cluster.measuredAgain(BANDWIDTH, FLOW);
        assertThat(again.details().get("capture.to.ce")).isPositive();
        assertThat(again.details()).containsEntry("capture.from.ce", 0L);
        assertThat(again.details().get("capture.from.ect")).isPositive();
        assertThat(again.details()).containsEntry("capture.to.cnp", 0L); // rxe sends none
        assertThat(cluster.attachments()).anyMatch(text -> text.contains("soft-2/rxe1 captured headers: ce +"));
        CaptureRecord kept = cluster.archive().captures().stream()
                .filter(capture -> capture.port().equals("soft-2/rxe1")
                        && capture.numbers().getOrDefault("ce", 0L) > 0)
                .findFirst()
                .orElseThrow();
        byte[] file = Files.readAllBytes(
                cluster.archive().folder().resolve(kept.file().orElseThrow()));
        CaptureSummary summary = CaptureSummary.of(CaptureFile.read(file));
        assertThat(summary.count(Sign.MARKED, "192.168.77.1", "192.168.78.2"))
                .isEqualTo(kept.numbers().get("ce"));
    }

    @Test
    void behind_a_port_that_loses_they_show_refusals_and_what_was_sent_again(SoftRdmaLab lab) {
        Measurement again = captured(lab, "lossy 5%").measuredAgain(BANDWIDTH, FLOW);
        assertThat(again.details().get("capture.from.again")).isPositive();
        assertThat(again.details().get("capture.to.nak-sequence")).isPositive();
        assertThat(again.details().get("capture.from.nak-sequence")).isPositive();
        // each gap that the device counts is one refusal; but its counters are read before the flow has run out
        assertThat(again.details().get("counter.to.out_of_seq_request")).isPositive();
    }

    private LabCluster captured(SoftRdmaLab lab, String way) {
        LabCluster cluster = LabCluster.routed(lab, folder)
                .asking(BANDWIDTH)
                .criteria(text -> text.replace("depth: 8", "depth: 8, traffic-class: 2")
                        // more than the way carries, so that every flow is measured again
                        .replace("fail: 500kb/s", "fail: 2Gb/s"));
        try (RoutedWay routed = RoutedWay.open(lab, way)) {
            CommandLineRun run = cluster.run("--capture");
            assertThat(run.status())
                    .as(() -> cluster.measured(BANDWIDTH) + "\n" + run.text())
                    .isEqualTo(1);
            cluster.archive().captures().forEach(capture -> SoftRdmaLab.say(capture.toString()));
            SoftRdmaLab.say("again " + cluster.measuredAgain(BANDWIDTH, FLOW).details());
            return cluster;
        }
    }
}
