package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** The samples say which fields a request has; those that this side leaves to the probe are taken out of them first. */
class RequestTest {
    private static final String TOKEN = "00112233445566778899aabbccddeeff";

    private static ObjectNode sample(String sample, int id, String... leftOut) {
        return ((ObjectNode) Wire.parse(Samples.request(sample, id))).without(List.of(leftOut));
    }

    private static void assertSame(Request request, int id, ObjectNode expected) {
        assertThat(Wire.parse(request.encode(id))).isEqualTo(expected);
    }

    @Test
    void info() {
        assertSame(new Request.Info(), 7, sample("info", 7));
    }

    @Test
    void stop_and_quit() {
        assertSame(new Request.Stop(2), 3, sample("session", 3));
        assertSame(new Request.Quit(), 4, sample("session", 4));
    }

    @Test
    void serve() {
        assertSame(
                new Request.Serve("latency", "tcp", "fd00::2", TOKEN, 60_000), 2, sample("session", 2, "port", "cpu"));
    }

    @Test
    void latency() {
        Request.Peer peer = new Request.Peer("tcp", "10.0.0.3", "10.0.0.2", 40_001, TOKEN, 30_000);
        ObjectNode expected = sample("latency", 10);
        expected.set("duration_ms", sample("latency-paced", 12).get("duration_ms"));
        assertSame(new Request.RunLatency(peer, 64, 20, 20_000, 1000), 10, expected);
    }

    @Test
    void bandwidth() {
        Request.Peer peer = new Request.Peer("tcp", "10.0.0.3", "10.0.0.2", 40_002, TOKEN, 30_000);
        assertSame(
                new Request.RunBandwidth(peer, 131_072, 4, 2000, OptionalInt.empty()),
                20,
                sample("bandwidth", 20, "source_port", "sndbuf", "cpu"));
    }

    @Test
    void counters() {
        assertSame(
                new Request.SampleCounters(List.of("mlx5_0"), List.of("eth2", "eth3"), 100, 0),
                30,
                sample("counters", 30));
    }

    @Test
    void a_request_is_one_line_with_its_id_first() {
        Request strange = new Request.Serve("latency", "tcp", "a\nb\"c", TOKEN, 1);
        assertThat(strange.encode(42)).startsWith("{\"id\":42,\"do\":\"serve\"").doesNotContain("\n");
    }
}
