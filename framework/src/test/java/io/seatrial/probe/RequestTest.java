package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static VerbsWork work(VerbsSettings settings) {
        return new VerbsWork(
                "latency",
                Verb.WRITE,
                8,
                OptionalInt.of(100),
                OptionalLong.of(10_000),
                Duration.ofSeconds(5),
                false,
                settings);
    }

    private static final VerbsSettings EVERYTHING = new VerbsSettings(
            Optional.of("rdma-cm"),
            Optional.of("event"),
            OptionalInt.of(4096),
            OptionalInt.of(4),
            OptionalInt.of(64),
            OptionalInt.of(0),
            OptionalInt.of(3),
            OptionalInt.of(106),
            OptionalInt.of(0x12345),
            Optional.of("roce2"),
            Optional.of("cuda:1"));

    @Test
    void a_verbs_request_says_only_what_was_decided() {
        VerbsEnd end = new VerbsEnd("mlx5_0", 1, Optional.empty());
        assertThat(new Request.RunVerbs(end, work(VerbsSettings.DEFAULT), 9000).encode(3))
                .isEqualTo(
                        "{\"id\":3,\"do\":\"run\",\"op\":\"latency\",\"fabric\":\"verbs\",\"device\":\"mlx5_0\",\"device_port\":1,"
                                + "\"verb\":\"write\",\"size\":8,\"duration_ms\":5000,\"warmup\":100,\"count\":10000,\"deadline_ms\":9000}");
        assertThat(new Request.ServeVerbs("latency", end, VerbsSettings.DEFAULT, 9000).encode(4))
                .isEqualTo(
                        "{\"id\":4,\"do\":\"serve\",\"op\":\"latency\",\"fabric\":\"verbs\",\"device\":\"mlx5_0\",\"device_port\":1,"
                                + "\"deadline_ms\":9000}");
    }

    @Test
    void what_was_decided_goes_to_the_side_that_needs_it() {
        VerbsEnd end = new VerbsEnd("mlx5_1", 2, Optional.of("10.0.0.3"));
        assertThat(new Request.ServeVerbs("latency", end, EVERYTHING, 1).encode(4))
                .contains("\"device_port\":2,\"bind\":\"10.0.0.3\",\"gid_type\":\"roce2\",\"memory\":\"cuda:1\"")
                .doesNotContain("mtu", "connect");
        assertThat(new Request.RunVerbs(end, work(EVERYTHING), 1).encode(5))
                .contains("\"gid_type\":\"roce2\",\"memory\":\"cuda:1\"")
                .contains(
                        "\"connect\":\"rdma-cm\",\"mode\":\"event\",\"mtu\":4096,\"qps\":4,\"depth\":64,\"inline\":0,\"sl\":3,"
                                + "\"traffic_class\":106,\"flow_label\":74565");
    }

    @Test
    void what_a_side_said_is_handed_over_as_it_is() {
        assertThat(new Request.Hear(7, "offer v=1 gid=\"x\"").encode(8))
                .isEqualTo("{\"id\":8,\"do\":\"hear\",\"of\":7,\"text\":\"offer v=1 gid=\\\"x\\\"\"}");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 128, 1500, 4097, 8192})
    void an_mtu_that_rdma_does_not_have_is_refused(int mtu) {
        assertThatThrownBy(() -> new VerbsSettings(
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.of(mtu),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mtu: expected one of [256, 512")
                .hasMessageContaining("got " + mtu);
    }

    @Test
    void counters() {
        assertSame(
                new Request.WatchCounters(
                        List.of("mlx5_0"), List.of("eth2", "eth3"), true, List.of("*pause*", "*_phy"), 1000, 100),
                30,
                sample("counters", 30));
    }

    @Test
    void a_request_is_one_line_with_its_id_first() {
        Request strange = new Request.Serve("latency", "tcp", "a\nb\"c", TOKEN, 1);
        assertThat(strange.encode(42)).startsWith("{\"id\":42,\"do\":\"serve\"").doesNotContain("\n");
    }
}
