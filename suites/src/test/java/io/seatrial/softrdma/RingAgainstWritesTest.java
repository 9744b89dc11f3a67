package io.seatrial.softrdma;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Measurement;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.plan.PathClass;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.CollectiveSettings;
import io.seatrial.probe.CollectiveSettings.Backend;
import io.seatrial.probe.CollectiveSettings.Placement;
import io.seatrial.probe.CollectiveSettings.Tool;
import io.seatrial.probe.Deployment;
import io.seatrial.probe.FlowRunner;
import io.seatrial.probe.GroupRunner;
import io.seatrial.probe.ProbeProgram;
import io.seatrial.probe.Verb;
import io.seatrial.probe.VerbsBandwidthProbe;
import io.seatrial.probe.VerbsSettings;
import io.seatrial.run.OpenHosts;
import io.seatrial.run.Progress;
import io.seatrial.transport.Journal;
import io.seatrial.transport.ssh.SshTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a ring makes of links, beside plain writes between the same neighbours at the same time; both take turns. Speed is shown, not asserted. */
@Tag("soft-rdma")
@ExtendWith(SoftRdmaLabExtension.class)
class RingAgainstWritesTest {
    /** More for a table that is kept: {@code -Dsoft-rdma.rounds=30}. */
    private static final int ROUNDS = Integer.getInteger("soft-rdma.rounds", 3);

    private static final long BYTES = 96 * 1024;
    private static final int PIECE = 4096;
    private static final int DEPTH = 8;
    private static final double EDGE = 0.9;
    private static final double BITS = 8;
    private static final double KILO = 1000;

    @TempDir
    Path folder;

    /** One round, kB/s of the slowest link. */
    private record Round(double ring, double writes) {}

    @Test
    void a_ring_and_plain_writes_of_its_neighbours_take_turns_and_every_round_is_shown(SoftRdmaLab lab)
            throws IOException {
        LabCluster.rxe(lab, folder);
        Cluster cluster = ClusterFile.read(folder);
        List<Round> rounds = new ArrayList<>();
        try (SshTransport transport = SshTransport.open(SshTransport.Options.standard());
                Journal journal = Journal.open(folder.resolve("journal.ndjson"), "ring")) {
            Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "ring", "a test");
            OpenHosts hosts = OpenHosts.open(cluster, transport, deployment, false, r -> {}, Progress.SILENT);
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    rounds.add(new Round(ring(cluster, hosts, round), writes(cluster, hosts, round)));
                }
            } finally {
                hosts.close(journal, r -> {}, (host, lines) -> {}, Progress.SILENT);
            }
        }
        show(rounds);
        assertThat(rounds).hasSize(ROUNDS).allMatch(round -> round.ring() > 0 && round.writes() > 0);
    }

    /** The bus bandwidth of a ring is what each of its links carries. */
    private static double ring(Cluster cluster, OpenHosts hosts, int round) {
        CollectiveSettings settings = new CollectiveSettings(
                Backend.HOST,
                CollectiveSettings.VERBS,
                Optional.of("ring"),
                List.of(BYTES),
                10,
                2,
                Placement.OUT,
                OptionalLong.of(PIECE),
                Duration.ofSeconds(3),
                Duration.ofSeconds(20),
                VerbsSettings.DEFAULT,
                Map.of(),
                Tool.SEARCHED);
        Group all = new Group("all", GroupShape.ALL, cluster.ports());
        Measurement one = new GroupRunner(cluster, hosts::contact, "tcp")
                .run(new CollectiveProbe("ring", Collective.ALL_REDUCE, settings), round, 0, List.of(all))
                .get(0);
        assertThat(one.cause()).isEmpty();
        assertThat(one.curve().orElseThrow().firstWrong()).isEmpty();
        return one.value().orElseThrow() / KILO;
    }

    private static double writes(Cluster cluster, OpenHosts hosts, int round) {
        VerbsBandwidthProbe probe =
                new VerbsBandwidthProbe("writes", Verb.WRITE, PIECE, Duration.ofSeconds(3), false, depth());
        List<Measurement> links = new FlowRunner(hosts::contact, "tcp").run(probe, round, 0, neighbours(cluster));
        assertThat(links).allSatisfy(link -> assertThat(link.cause()).isEmpty());
        return links.stream()
                .mapToDouble(link -> link.value().orElseThrow() / BITS / KILO)
                .min()
                .orElseThrow();
    }

    private static VerbsSettings depth() {
        VerbsSettings others = VerbsSettings.DEFAULT;
        return new VerbsSettings(
                others.connect(),
                others.mode(),
                others.mtu(),
                others.qps(),
                OptionalInt.of(DEPTH),
                others.inline(),
                others.sl(),
                others.trafficClass(),
                others.flowLabel(),
                others.gidType(),
                others.memory());
    }

    private static List<Flow> neighbours(Cluster cluster) {
        List<RdmaPort> ports = cluster.ports();
        List<Flow> flows = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            flows.add(new Flow(
                    ports.get(i), ports.get((i + 1) % ports.size()), PathClass.WITHIN_LEAF, List.of(), List.of()));
        }
        return flows;
    }

    private static void show(List<Round> rounds) {
        for (int i = 0; i < rounds.size(); i++) {
            SoftRdmaLab.say(String.format(
                    Locale.ROOT,
                    "round %d: each link of the ring %.0f kB/s, slowest of the writes %.0f kB/s",
                    i + 1,
                    rounds.get(i).ring(),
                    rounds.get(i).writes()));
        }
        RatioOfMedians ratio = RatioOfMedians.of(
                rounds.stream().mapToDouble(Round::ring).toArray(),
                rounds.stream().mapToDouble(Round::writes).toArray());
        SoftRdmaLab.say("ring / writes = " + ratio.text() + String.format(Locale.ROOT, ", wanted at least %.2f: ", EDGE)
                + ratio.atLeast(EDGE));
    }
}
