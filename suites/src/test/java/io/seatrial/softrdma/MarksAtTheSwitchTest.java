package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.probe.Deployment;
import io.seatrial.probe.NicSampler;
import io.seatrial.probe.ProbeProgram;
import io.seatrial.run.OpenHosts;
import io.seatrial.run.Progress;
import io.seatrial.telemetry.CounterFeed;
import io.seatrial.telemetry.SwitchFeeds;
import io.seatrial.telemetry.TelemetrySampler;
import io.seatrial.transport.Journal;
import io.seatrial.transport.ssh.SshTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Guest 3 as a switch that is asked over SSH, guest 2 as a receiver that is sampled by its agent: two ways to count the same packets. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class MarksAtTheSwitchTest {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration SWEEPS = Duration.ofSeconds(2);
    private static final SubjectId EGRESS = new SubjectId(SubjectId.Kind.PORT, "leaf-1/eth2");
    private static final SubjectId RECEIVER = new SubjectId(SubjectId.Kind.PORT, "soft-2/rxe1");
    private static final Counter MARKED = Counter.Kind.QUEUE_MARKED.of(0);
    private static final Counter SENT = Counter.Kind.QUEUE_PACKETS.of(0);
    private static final Counter ARRIVED = Counter.Kind.RX_MARKED.one();
    private static final String SERVE = "seatrial-probe serve --fabric=verbs --device=rxe1 --bind=192.168.78.2";
    private static final String SEND = "seatrial-probe bandwidth --fabric=verbs --device=rxe0 --bind=192.168.77.1"
            + " --address=192.168.78.2 --port=P --token=T --size=4096 --depth=8 --duration=4 --traffic-class=2";

    @TempDir
    Path folder;

    private final HeardCounters heard = new HeardCounters();

    @Test
    void as_many_packets_as_the_switch_marks_arrive_marked_at_the_receiver(SoftRdmaLab lab) throws IOException {
        LabCluster.routed(lab, folder);
        Cluster cluster = ClusterFile.read(folder);
        try (RoutedWay routed = RoutedWay.open(lab, "switch 4mbit");
                SshTransport transport = SshTransport.open(SshTransport.Options.standard());
                Journal journal = Journal.open(folder.resolve("journal.ndjson"), "marks")) {
            Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "marks", "a test");
            OpenHosts hosts = OpenHosts.open(cluster, transport, deployment, false, r -> {}, Progress.SILENT);
            try {
                settings(cluster, transport);
                sampled(lab, cluster, transport, hosts);
            } finally {
                hosts.close(journal, r -> {}, (host, lines) -> {}, Progress.SILENT);
            }
        }
    }

    private static void settings(Cluster cluster, SshTransport transport) {
        for (CounterFeed feed : SwitchFeeds.of(cluster, transport)) {
            List<Setting> settings = feed.settings();
            feed.close();
            assertThat(settings)
                    .contains(Setting.of(EGRESS, Setting.ECN + 0, "kmin=3000 kmax=9000 pmax=50"))
                    .contains(Setting.of(EGRESS, Setting.MTU, "1500"));
        }
    }

    private void sampled(SoftRdmaLab lab, Cluster cluster, SshTransport transport, OpenHosts hosts) throws IOException {
        try (TelemetrySampler switches = new TelemetrySampler(SwitchFeeds.of(cluster, transport), heard, SWEEPS);
                NicSampler nics = NicSampler.start(cluster, hosts::contact, heard)) {
            switches.start();
            await("a reading of both that is surely over")
                    .atMost(LONGEST)
                    .until(() -> heard.hasBefore(Instant.now(), EGRESS, MARKED)
                            && heard.hasBefore(Instant.now(), RECEIVER, ARRIVED));
            Instant from = Instant.now();
            try (Serving serving = Serving.start(lab, 2, 1, SERVE)) {
                lab.in(1, serving.filled(SEND));
            }
            await("an empty queue").atMost(LONGEST).until(() -> heard.stoodStillSince(EGRESS, SENT, from));
            TimeWindow window = new TimeWindow(from, Instant.now());
            await("readings behind the window").atMost(LONGEST).untilAsserted(() -> {
                known(EGRESS, MARKED, window);
                known(RECEIVER, ARRIVED, window);
            });
            equal(window);
        }
    }

    private long known(SubjectId port, Counter counter, TimeWindow window) {
        Change change = heard.change(port, counter, window);
        assertThat(change)
                .as(() -> port + " " + counter.text() + " in " + window + "; failures " + heard.failures())
                .isInstanceOf(Change.Known.class);
        return ((Change.Known) change).amount();
    }

    private void equal(TimeWindow window) {
        long marked = known(EGRESS, MARKED, window);
        long arrived = known(RECEIVER, ARRIVED, window);
        SoftRdmaLab.say("the switch marked " + marked + " packets, " + arrived + " arrived marked; window "
                + window.length().toMillis() + " ms; " + heard.failures());
        assertThat(marked).isPositive();
        assertThat(arrived).isEqualTo(marked);
    }
}
