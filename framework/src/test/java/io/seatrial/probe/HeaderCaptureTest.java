package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.formats.capture.Sign;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.transport.Remote;
import io.seatrial.transport.local.LocalTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes of a stand-in for tcpdump, beside an agent that follows a script. */
@Timeout(60)
class HeaderCaptureTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final String LISTENS = "echo 'tcpdump: listening on eth1, link-type EN10MB' >&2\n";
    private static final String CAPTURED = "cat '"
            + Path.of("src/test/resources/captures/loss-at-the-sender.pcap").toAbsolutePath() + "'\n";
    private static final String LAST_WORDS = "echo '60 packets captured' >&2; echo '3 packets dropped by kernel' >&2\n";

    @TempDir
    private Path folder;

    private final LocalTransport transport = new LocalTransport();
    private final List<FakeRemote> agents = new ArrayList<>();

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectories(folder.resolve("bin"));
    }

    @AfterEach
    void close() {
        agents.forEach(FakeRemote::close);
        transport.close();
    }

    private void install(String script) throws IOException {
        Path program = folder.resolve("bin").resolve("tcpdump");
        String words = "for word in \"$@\"; do printf '%s\\n' \"$word\" >>" + folder.resolve("words") + "; done\n";
        Files.writeString(program, "#!/bin/sh\n" + words + script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private Contact contact(String fabric) {
        FakeRemote agent = new FakeRemote("gpu-01");
        agents.add(agent);
        Remote real = transport.open(CLUSTER.hosts().get(0)).join();
        CompletableFuture<Agent> starting = Agent.start(
                new Beside(agent, real, folder.resolve("bin")), Beside.AGENT, "run-1-gpu-01", Duration.ofSeconds(20));
        agent.only().says(Samples.events("session").get(0));
        String port = "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_0\",\"port\":1,\"fabric\":\"" + fabric
                + "\",\"netdev\":\"eth1\"}";
        return Contact.with(starting.join(), List.of(Wire.decode(port)));
    }

    private PortCapture capture(String fabric, CaptureBounds bounds) {
        Contact contact = contact(fabric);
        HeaderCapture capture = HeaderCapture.start(new PortFacts(port("mlx5_0"), contact.info()), contact, bounds);
        capture.ready().join();
        return capture.end().join();
    }

    private static RdmaPort port(String device) {
        RdmaPort port = CLUSTER.hosts().get(0).ports().get(0);
        return new RdmaPort(
                port.host(),
                device,
                1,
                "eth1",
                port.address(),
                port.rail(),
                port.plane(),
                port.numa(),
                port.bond(),
                port.rate(),
                port.links());
    }

    private static String untilEnded() {
        return "trap '" + CAPTURED.strip().replace("'", "") + "; "
                + LAST_WORDS.strip().replace("'", "\"") + "; exit 0' TERM\n" + LISTENS
                + "while :; do sleep 0.05; done\n";
    }

    @Test
    void what_is_taken_until_the_end_is_asked_for_arrives_whole() throws IOException {
        install(untilEnded());
        PortCapture capture = capture("soft-roce", CaptureBounds.STANDARD);
        assertThat(capture.whyNot()).isEmpty();
        assertThat(capture.lost()).isEqualTo(3);
        assertThat(capture.isFull()).isFalse();
        assertThat(capture.file())
                .isEqualTo(Files.readAllBytes(Path.of("src/test/resources/captures/loss-at-the-sender.pcap")));
        assertThat(capture.numbers())
                .containsEntry("packets", 60L)
                .containsEntry("lost", 3L)
                .containsEntry("unread", 0L)
                .containsEntry(Sign.SEQUENCE_NAK.text(), 4L)
                .containsEntry(Sign.AGAIN.text(), 8L)
                .containsEntry(Sign.MARKED.text(), 0L);
    }

    @Test
    void the_command_keeps_headers_only_and_is_bounded() throws IOException {
        install(untilEnded());
        capture("soft-roce", new CaptureBounds(500, Duration.ofSeconds(9), 2));
        assertThat(Files.readAllLines(folder.resolve("words")))
                .containsExactly(
                        "-i",
                        "eth1",
                        "-n",
                        "-p",
                        "--immediate-mode",
                        "-s",
                        "86",
                        "-c",
                        "500",
                        "-w",
                        "-",
                        "udp dst port 4791 or (vlan and udp dst port 4791)");
    }

    @Test
    void hardware_is_captured_at_its_rdma_device() throws IOException {
        install(untilEnded());
        capture("roce2", CaptureBounds.STANDARD);
        assertThat(Files.readAllLines(folder.resolve("words"))).startsWith("-i", "mlx5_0");
    }

    @Test
    void a_capture_that_ends_at_its_number_of_packets_says_so() throws IOException {
        install(LISTENS + CAPTURED);
        Contact contact = contact("soft-roce");
        HeaderCapture begun = HeaderCapture.start(
                new PortFacts(port("mlx5_0"), contact.info()),
                contact,
                new CaptureBounds(60, Duration.ofSeconds(9), 2));
        // asked to end any sooner it would be ended, not at its number
        begun.awaitEnd().join();
        PortCapture capture = begun.end().join();
        assertThat(capture.isFull()).isTrue();
        assertThat(capture.numbers()).containsEntry("packets", 60L);
    }

    @Test
    void a_capture_ends_at_its_deadline_with_what_was_taken() throws IOException {
        install(untilEnded());
        Contact contact = contact("soft-roce");
        HeaderCapture capture = HeaderCapture.start(
                new PortFacts(port("mlx5_0"), contact.info()),
                contact,
                new CaptureBounds(500, Duration.ofSeconds(1), 2));
        capture.awaitEnd().join();
        assertThat(capture.end().join().numbers()).containsEntry("packets", 60L);
    }

    @Test
    void what_gives_no_capture_says_why() throws IOException {
        install("echo \"tcpdump: eth1: You don't have permission to capture on that device\" >&2; exit 1\n");
        assertThat(capture("soft-roce", CaptureBounds.STANDARD).whyNot().orElseThrow())
                .contains("host gpu-01")
                .contains("You don't have permission");
        install("echo nonsense\n");
        assertThat(capture("soft-roce", CaptureBounds.STANDARD).whyNot().orElseThrow())
                .contains("the capture at gpu-01/mlx5_0")
                .contains("expected");
        install("exit 0\n");
        PortCapture none = capture("soft-roce", CaptureBounds.STANDARD);
        assertThat(none.numbers()).isEmpty();
        assertThat(none.whyNot().orElseThrow()).contains("tcpdump ended with exit status 0 without a word");
    }

    @Test
    void a_name_that_would_be_an_option_is_no_interface() {
        Contact contact = contact("roce2");
        PortFacts facts = new PortFacts(port("-zreboot"), contact.info());
        PortCapture capture = HeaderCapture.start(facts, contact, CaptureBounds.STANDARD)
                .end()
                .join();
        assertThat(capture.whyNot().orElseThrow()).contains("no interface '-zreboot'");
    }

    @Test
    void bounds_beyond_what_is_kept_are_refused() {
        assertThatThrownBy(() -> new CaptureBounds(100_001, Duration.ofSeconds(5), 2))
                .hasMessageContaining("packets: expected 1 to 100000");
        assertThatThrownBy(() -> new CaptureBounds(1, Duration.ofMillis(500), 2))
                .hasMessageContaining("longest");
        assertThatThrownBy(() -> new CaptureBounds(1, Duration.ofSeconds(5), 1)).hasMessageContaining("both ends");
    }

    @Test
    void a_round_captures_at_both_ports_and_tells_which_it_left_out() throws IOException {
        install(untilEnded());
        Contact contact = contact("soft-roce");
        RoundCaptures captures = RoundCaptures.before(
                List.of(LocalHosts.flow(CLUSTER, 1, 2)),
                host -> host.equals("gpu-01") ? contact : Contact.none(host, new IOException("no route")),
                CaptureBounds.STANDARD);
        List<PortCapture> ended = captures.after();
        assertThat(ended).hasSize(2);
        assertThat(ended.get(1).whyNot().orElseThrow()).contains("no route");
        assertThat(captures.of(LocalHosts.flow(CLUSTER, 1, 2)))
                .containsEntry("capture.from.nak-sequence", 4L)
                .doesNotContainKey("capture.to.nak-sequence");
    }
}
