package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SubjectId;
import io.seatrial.plan.Flow;
import io.seatrial.plan.PathClass;
import io.seatrial.transport.Change;
import io.seatrial.transport.Journal;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Undo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real program on two hosts of loopback: placed, greeted, measured with, ended and taken away again. */
@Timeout(120)
class LocalAgentsTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final LatencyProbe LATENCY =
            new LatencyProbe("latency.within-rail", 64, 10, 200, Duration.ofSeconds(5), "p50");
    private static final BandwidthProbe BANDWIDTH =
            new BandwidthProbe("bandwidth.alone", 65_536, 2, Duration.ofMillis(200));

    @TempDir
    static Path folder;

    private static LocalHosts hosts;
    private static Journal journal;
    private static final Map<String, Remote> REMOTES = new HashMap<>();
    private static final Map<String, Contact> CONTACTS = new HashMap<>();

    @BeforeAll
    static void deploy() {
        hosts = new LocalHosts(folder.resolve("homes"));
        journal = Journal.open(folder.resolve("journal"), "run-1");
        Deployment deployment = new Deployment(ProbeProgram.packaged(), journal, "run-1", "run-1 of tests");
        CLUSTER.hosts().forEach(host -> {
            Remote remote = hosts.open(host).join();
            REMOTES.put(host.name(), remote);
            Agent agent = deployment.deploy(remote).join();
            CONTACTS.put(host.name(), Contact.with(agent, List.of()));
        });
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
        for (String host : CONTACTS.keySet()) {
            assertThat(hosts.home(host)).isEmptyDirectory();
        }
    }

    private static FlowRunner runner() {
        return new FlowRunner(CONTACTS::get, "tcp");
    }

    private static Flow flow(int from, int to) {
        return LocalHosts.flow(CLUSTER, from, to);
    }

    private static Flow flowTo(String address) {
        RdmaPort to = CLUSTER.ports().get(1);
        RdmaPort moved = new RdmaPort(
                to.host(),
                to.device(),
                to.number(),
                to.netdev(),
                address,
                to.rail(),
                to.plane(),
                to.numa(),
                to.bond(),
                to.rate(),
                to.links());
        return new Flow(CLUSTER.ports().get(0), moved, PathClass.WITHIN_LEAF, List.of(), List.of());
    }

    private static String cause(Measurement measurement) {
        assertThat(measurement.value()).isEmpty();
        return (String) measurement.cause().orElseThrow().values().get("cause");
    }

    @Test
    void every_change_stands_in_the_journal() {
        assertThat(journal.pendingBackwards("gpu-01"))
                .extracting(Change::kind)
                .containsExactly(Change.Kind.PROCESS, Change.Kind.FILE, Change.Kind.FILE, Change.Kind.DIRECTORY);
        assertThat(journal.pendingBackwards("gpu-01").get(0).target()).isEqualTo("run-1-gpu-01");
        assertThat(Files.exists(
                        Path.of(journal.pendingBackwards("gpu-01").get(1).target())))
                .isTrue();
    }

    @Test
    void a_second_run_finds_the_host_taken_and_hears_by_whom() throws IOException {
        try (Journal other = Journal.open(folder.resolve("other"), "run-2")) {
            Deployment second = new Deployment(ProbeProgram.packaged(), other, "run-2", "somebody else");
            Remote remote = REMOTES.get("gpu-01");
            Throwable failure = catchThrowable(() -> second.deploy(remote)
                    .thenCompose(agent -> agent.ask(new Request.Info(), Duration.ofSeconds(10)))
                    .join());
            assertThat(failure).isInstanceOf(CompletionException.class).hasCauseInstanceOf(ProbeException.class);
            assertThat(((ProbeException) failure.getCause()).kind()).isEqualTo(ProbeException.Kind.BUSY);
            assertThat(failure).hasMessageContaining("run-1 of tests");
        }
    }

    @Test
    void a_round_of_latency_gives_a_value_for_each_flow() {
        Instant before = Instant.now();
        List<Measurement> measured = runner().run(LATENCY, 3, 1, List.of(flow(1, 2), flow(2, 1)));
        Instant after = Instant.now();

        assertThat(measured)
                .extracting(Measurement::subject)
                .containsExactly(flow(1, 2).subject(), flow(2, 1).subject());
        for (Measurement m : measured) {
            assertThat(m.cause()).isEmpty();
            assertThat(m.value().getAsLong()).isPositive();
            assertThat(m.histogram().orElseThrow().count()).isEqualTo(200);
            assertThat(m.details()).containsEntry("n", 200L).containsEntry("size", 64L);
            assertThat(m.value()).hasValue(m.details().get("p50"));
            assertThat(m.noise()).isPresent();
            assertThat(m.conditions().values())
                    .isEqualTo(Map.of(
                            Conditions.FABRIC, "tcp", Conditions.PATH_CLASS, "within-leaf", "message-bytes", "64"));
            assertThat(m.provenance().round()).isEqualTo(3);
            assertThat(m.provenance().attempt()).isEqualTo(1);
            assertThat(m.provenance().probe()).isEqualTo(CONTACTS.get("gpu-01").build());
            // the host's own clock, which is this machine's
            assertThat(m.provenance().start()).isBetween(before, m.provenance().end());
            assertThat(m.provenance().end()).isBefore(after);
        }
    }

    @Test
    void a_round_of_bandwidth_counts_what_the_receiver_got() {
        Measurement m = runner().run(BANDWIDTH, 0, 0, List.of(flow(1, 2))).get(0);

        assertThat(m.cause()).isEmpty();
        assertThat(m.value()).hasValue(m.details().get("rate"));
        assertThat(m.details().get("bytes")).isPositive();
        assertThat(m.details()).containsEntry("streams", 2L);
        assertThat(m.histogram()).isEmpty();
        assertThat(m.conditions().get("streams")).isEqualTo("2");
    }

    @Test
    void too_few_samples_for_the_statistic_are_no_value() {
        LatencyProbe few = new LatencyProbe("latency.within-rail", 64, 0, 5, Duration.ofSeconds(5), "p99");
        assertThat(cause(runner().run(few, 0, 0, List.of(flow(1, 2))).get(0)))
                .isEqualTo("the result has no latency.rtt.p99: too few samples");
    }

    @Test
    void an_address_that_the_host_does_not_have_is_an_absent_value_with_the_cause_and_harms_no_other_flow() {
        // 192.0.2.0/24 belongs to nobody (RFC 5737)
        List<Measurement> measured = runner().run(LATENCY, 0, 0, List.of(flowTo("192.0.2.77"), flow(2, 1)));

        assertThat(cause(measured.get(0))).startsWith("host gpu-02: bind: ").contains("192.0.2.77");
        assertThat(measured.get(0).cause().orElseThrow().values())
                .containsEntry("flow", flow(1, 2).id());
        assertThat(measured.get(0).subject())
                .isEqualTo(new SubjectId(SubjectId.Kind.FLOW, flow(1, 2).id()));
        assertThat(measured.get(1).value()).isPresent();
    }

    @Test
    void a_host_without_contact_is_an_absent_value_and_harms_no_other_flow() {
        Map<String, Contact> some = new HashMap<>(CONTACTS);
        some.put("gpu-02", Contact.none("gpu-02", new IllegalStateException("no route to host")));
        FlowRunner runner = new FlowRunner(some::get, "tcp");

        Measurement m = runner.run(LATENCY, 0, 0, List.of(flow(1, 2))).get(0);

        assertThat(cause(m)).isEqualTo("host gpu-02: no contact: no route to host");
    }

    @Test
    void a_listening_operation_ends_at_stop() {
        Agent agent = CONTACTS.get("gpu-02").agent();
        Answer serving = agent.send(
                new Request.Serve("latency", "tcp", "127.0.0.3", "00112233445566778899aabbccddeeff", 60_000));
        assertThat(((Event.Ready) serving.ready().join()).address()).isEqualTo("127.0.0.3");
        agent.ask(new Request.Stop(serving.id()), Duration.ofSeconds(10)).join();
        List<Event> events = serving.done().join();
        assertThat(events.get(events.size() - 1)).isEqualTo(new Event.Done(java.util.OptionalLong.of(serving.id()), 0));
    }

    @Test
    void the_host_tells_what_it_is() {
        List<Event> info = CONTACTS.get("gpu-01")
                .agent()
                .ask(new Request.Info(), Duration.ofSeconds(10))
                .join();
        assertThat(info).hasAtLeastOneElementOfType(Event.HostInfo.class);
        assertThat(info.stream().filter(Event.NetdevInfo.class::isInstance).map(e -> ((Event.NetdevInfo) e).name()))
                .contains("lo");
    }
}
