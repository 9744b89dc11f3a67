package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.plan.Flow;
import io.seatrial.plan.PathClass;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Shell;
import io.seatrial.transport.Undo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real program on two hosts of loopback, each with a RoCE device of the native module's stand-in for libibverbs: what the two sides agree on goes
 * through this side, and data flows from the one process's memory into the other's.
 */
@Timeout(120)
class VerbsAgentsTest {
    private static final Path NATIVE =
            Path.of(System.getProperty("seatrial.project.dir", "..")).resolve("native-probes");
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final long RATE = 400_000_000_000L;

    @TempDir
    static Path folder;

    private static LocalHosts hosts;
    private static Journal journal;
    private static final Map<String, Remote> REMOTES = new HashMap<>();
    private static final Map<String, Contact> CONTACTS = new HashMap<>();

    @BeforeAll
    static void deploy() throws IOException, InterruptedException {
        done("make", "-s", "-C", NATIVE.toString(), "O=target", "target/test/fake/librdmacm.so.1");
        done(
                NATIVE.resolve("test/make_fabric.sh").toString(),
                folder.resolve("fabric").toString());
        String environment = "export LD_LIBRARY_PATH="
                + Shell.quote(NATIVE.resolve("target/test/fake")
                        .toAbsolutePath()
                        .normalize()
                        .toString())
                + " SEATRIAL_ROOT=" + Shell.quote(folder.resolve("fabric/roce").toString()) + "; ";
        hosts = new LocalHosts(folder.resolve("homes"), UnaryOperator.identity(), environment);
        journal = Journal.open(folder.resolve("journal"), "run-1");
        Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "run-1", "run-1 of tests");
        CLUSTER.hosts().forEach(host -> {
            Remote remote = hosts.open(host).join();
            REMOTES.put(host.name(), remote);
            Agent agent = deployment.deploy(remote).join();
            List<Event> info =
                    agent.ask(new Request.Info(), Duration.ofSeconds(10)).join();
            CONTACTS.put(host.name(), Contact.with(agent, info));
        });
    }

    private static void done(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).inheritIO().start();
        assertThat(process.waitFor()).as(String.join(" ", words)).isZero();
    }

    @AfterAll
    static void close() throws IOException {
        CONTACTS.values().forEach(Contact::close);
        REMOTES.values()
                .forEach(remote -> assertThat(new Undo(journal, Optional.empty())
                                .on(remote)
                                .join()
                                .left())
                        .isEmpty());
        journal.close();
        hosts.close();
    }

    private static RdmaPort port(int host, String device, String address) {
        return new RdmaPort(
                "gpu-0" + host,
                device,
                1,
                "eth" + (host + 1),
                address,
                OptionalInt.of(0),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                RATE,
                List.of("link-" + host));
    }

    private static Flow flow(RdmaPort from, RdmaPort to) {
        return new Flow(from, to, PathClass.WITHIN_LEAF, List.of(), List.of());
    }

    private static final Flow THERE = flow(port(1, "roce0", "127.0.0.2"), port(2, "roce1", "127.0.0.3"));
    private static final Flow BACK = flow(port(2, "roce1", "127.0.0.3"), port(1, "roce0", "127.0.0.2"));

    private static Measurement measure(FlowProbe probe, Flow flow) {
        return measure(probe, List.of(flow)).get(0);
    }

    private static List<Measurement> measure(FlowProbe probe, List<Flow> flows) {
        return new FlowRunner(CONTACTS::get, "tcp").run(probe, 0, 0, flows);
    }

    private static VerbsLatencyProbe latency(Verb verb, String statistic) {
        return new VerbsLatencyProbe("a", verb, 64, 200, Duration.ofSeconds(30), 20, VerbsSettings.DEFAULT, statistic);
    }

    private static VerbsBandwidthProbe bandwidth(Verb verb, boolean bothWays) {
        return new VerbsBandwidthProbe("a", verb, 65_536, Duration.ofMillis(300), bothWays, VerbsSettings.DEFAULT);
    }

    private static String cause(Measurement measurement) {
        assertThat(measurement.value()).isEmpty();
        return (String) measurement.cause().orElseThrow().values().get("cause");
    }

    @Test
    void a_message_of_each_verb_takes_what_its_intervals_say() {
        for (Verb verb : Verb.values()) {
            Measurement measured = measure(latency(verb, "p50"), THERE);
            assertThat(measured.cause()).as(verb.text()).isEmpty();
            assertThat(measured.histogram().orElseThrow().count()).isEqualTo(200);
            long raw = measured.details().get("p50");
            assertThat(measured.value()).hasValue(verb.ofInterval(raw));
            assertThat(measured.details()).containsEntry("n", 200L).doesNotContainKey("p99");
        }
    }

    @Test
    void what_was_agreed_on_stands_in_the_conditions() {
        Measurement measured = measure(latency(Verb.WRITE, "min"), THERE);
        assertThat(measured.conditions().values())
                .containsEntry("fabric", "roce2")
                .containsEntry("headers", "ipv4")
                .containsEntry("memory", "host")
                .containsEntry("message-bytes", "64")
                .containsEntry("mode", "poll")
                .containsEntry("qps", "1")
                .containsEntry("rate", Long.toString(RATE))
                .containsEntry("verb", "write")
                .containsKey("mtu");
    }

    @Test
    void bandwidth_comes_from_the_window_in_which_all_queue_pairs_ran() {
        for (Verb verb : List.of(Verb.WRITE, Verb.READ)) {
            Measurement measured = measure(bandwidth(verb, false), THERE);
            assertThat(measured.cause()).as(verb.text()).isEmpty();
            long rate = Math.round(
                    8e9 * measured.details().get("bytes") / measured.details().get("window_ns"));
            assertThat((double) measured.value().getAsLong())
                    .isCloseTo(rate, org.assertj.core.data.Percentage.withPercentage(0.1));
        }
    }

    @Test
    void both_ways_is_the_sum_of_both_directions() {
        Measurement measured = measure(bandwidth(Verb.WRITE, true), THERE);
        assertThat(measured.cause()).isEmpty();
        assertThat(measured.value())
                .hasValue(
                        measured.details().get("rate_out") + measured.details().get("rate_in"));
    }

    @Test
    void flows_of_a_round_run_at_once_over_the_same_agents() {
        List<Measurement> round = measure(latency(Verb.WRITE, "min"), List.of(THERE, BACK));
        assertThat(round).allSatisfy(m -> assertThat(m.value()).isPresent());
        assertThat(round.get(0).provenance().start())
                .isBefore(round.get(1).provenance().end());
        assertThat(round.get(1).provenance().start())
                .isBefore(round.get(0).provenance().end());
    }

    @Test
    void rdma_and_sockets_of_the_same_pair_stand_beside_each_other() {
        RatioProbe besides = new RatioProbe(
                "rdma.beside-tcp.latency",
                "rdma.beside-tcp.latency",
                Direction.LOWER_IS_BETTER,
                new RatioProbe.Part("rdma", latency(Verb.WRITE, "p50"), 1),
                new RatioProbe.Part("tcp", new LatencyProbe("a", 64, 20, 100, Duration.ofSeconds(30), "p50"), 2));
        Measurement measured = measure(besides, THERE);
        assertThat(measured.cause()).isEmpty();
        assertThat(measured.details())
                .containsKeys("rdma.p50", "rdma.message.p50", "tcp.p50")
                .containsEntry("samples", 100L);
    }

    @Test
    void a_device_that_is_not_there_is_named() {
        Flow gone = flow(port(1, "roce0", "127.0.0.2"), port(2, "roce7", "127.0.0.3"));
        assertThat(cause(measure(latency(Verb.WRITE, "p50"), gone)))
                .startsWith("host gpu-02: ")
                .contains("roce7");
    }

    @Test
    void a_port_that_is_down_is_named_and_the_flow_beside_it_is_measured() {
        Flow down = flow(port(1, "down0", "127.0.0.8"), port(2, "roce1", "127.0.0.3"));
        List<Measurement> round = new ArrayList<>(measure(latency(Verb.WRITE, "p50"), List.of(down, THERE)));
        assertThat(cause(round.get(0))).startsWith("host gpu-01: ").contains("down0");
        assertThat(round.get(1).value()).isPresent();
    }
}
