package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** RDMA beside sockets: the first half of the flow runs over verbs, the second over TCP. */
@Timeout(20)
class RatioProbeTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final RatioProbe LATENCY = new RatioProbe(
            "rdma.beside-tcp.latency",
            "rdma.beside-tcp.latency",
            Direction.LOWER_IS_BETTER,
            new RatioProbe.Part(
                    "rdma", new VerbsLatencyProbe("a", Verb.WRITE, 8, 1000, LONG, 0, VerbsSettings.DEFAULT, "p50"), 1),
            new RatioProbe.Part("tcp", new LatencyProbe("a", 8, 0, 1000, LONG, "p50"), 2));
    private static final RatioProbe CPU = new RatioProbe(
            "rdma.beside-tcp.cpu",
            "rdma.beside-tcp.cpu",
            Direction.LOWER_IS_BETTER,
            new RatioProbe.Part(
                    "rdma",
                    new CpuPerGigabyteProbe(
                            new VerbsBandwidthProbe("a", Verb.WRITE, 65_536, LONG, false, VerbsSettings.DEFAULT)),
                    1),
            new RatioProbe.Part("tcp", new CpuPerGigabyteProbe(new BandwidthProbe("a", 65_536, 1, LONG)), 1));

    private final VerbsHosts hosts = new VerbsHosts(CLUSTER);

    @BeforeEach
    void answerOverSocketsToo() {
        hosts.script("gpu-02", (agent, request) -> {
            boolean tcp = is(request, "serve", "tcp");
            if (tcp) {
                agent.says("{\"ev\":\"ready\",\"id\":" + id(request) + ",\"address\":\"127.0.0.3\",\"port\":4000}");
            }
            return tcp;
        });
        hosts.script(
                "gpu-01",
                (agent, request) -> run(agent, request, "\"n\":400,\"min\":29999,\"p50\":40004,\"max\":90000"));
    }

    private static boolean run(FakeRemote.Command agent, JsonNode request, String latency) {
        boolean tcp = is(request, "run", "tcp");
        boolean bandwidth = request.path("op").asText().equals("bandwidth")
                && request.path("do").asText().equals("run");
        if (bandwidth) {
            String cpu = tcp ? ",\"cpu_ns\":300000000" : ",\"cpu_ns\":2000000";
            agent.says(result(
                    request, tcp ? "tcp" : "roce2", "\"bytes\":2000000000,\"window_ns\":1000,\"rate\":99" + cpu));
            VerbsHosts.ends(agent, id(request), 0);
        } else if (tcp) {
            agent.says(result(request, "tcp", latency + ",\"gap_max\":7000"));
            VerbsHosts.ends(agent, id(request), 0);
        }
        return tcp || bandwidth;
    }

    private static String result(JsonNode request, String fabric, String numbers) {
        return "{\"ev\":\"result\",\"id\":" + id(request) + ",\"op\":\""
                + request.path("op").asText() + "\",\"fabric\":\"" + fabric + "\",\"kind\":\"rtt\"," + numbers + "}";
    }

    private static boolean is(JsonNode request, String kind, String fabric) {
        return request.path("do").asText().equals(kind)
                && request.path("fabric").asText().equals(fabric);
    }

    private static long id(JsonNode request) {
        return request.path("id").asLong();
    }

    private Measurement measure(FlowProbe probe) {
        return new FlowRunner(hosts::of, "tcp")
                .run(probe, 0, 0, List.of(LocalHosts.flow(CLUSTER, 1, 2)))
                .get(0);
    }

    private static String cause(Measurement measurement) {
        return measurement.cause().orElseThrow().values().get("cause").toString();
    }

    @Test
    void a_message_over_rdma_is_held_against_half_of_a_round_trip_over_sockets() {
        Measurement measured = measure(LATENCY);
        // 2001 ns of 40004 / 2
        assertThat(measured.value()).hasValue(100_040);
        assertThat(measured.details())
                .containsEntry("rdma.p50", 4001L)
                .containsEntry("rdma.message.p50", 2001L)
                .containsEntry("rdma.value", 2001L)
                .containsEntry("tcp.p50", 40_004L)
                .containsEntry("tcp.value", 40_004L)
                .containsEntry("samples", 400L);
        assertThat(measured.conditions().get("fabric")).isEqualTo("soft-roce");
        assertThat(measured.conditions().get("mtu")).isEqualTo("1024");
        assertThat(measured.noise().orElseThrow().gapMax()).isEqualTo(7000);
    }

    @Test
    void cpu_time_is_compared_for_the_same_bytes() {
        Measurement measured = measure(CPU);
        assertThat(measured.details()).containsEntry("rdma.value", 1_000_000L).containsEntry("tcp.value", 150_000_000L);
        assertThat(measured.value()).hasValue(6_667);
    }

    @Test
    void one_is_measured_after_the_other_has_ended() {
        measure(LATENCY);
        assertThat(Stream.of("serve", "stop")
                        .flatMap(kind -> hosts.sent("gpu-02", kind).stream())
                        .sorted((a, b) -> Long.compare(id(a), id(b)))
                        .map(request -> request.path("do").asText() + " "
                                + request.path("fabric").asText()))
                .containsExactly("serve verbs", "stop ", "serve tcp", "stop ");
    }

    @Test
    void a_part_without_a_value_is_named() {
        hosts.script("gpu-01", (agent, request) -> run(agent, request, "\"n\":3,\"min\":1,\"max\":2"));
        Measurement absent = measure(LATENCY);
        assertThat(cause(absent)).startsWith("tcp: the result has no latency.rtt.p50");
        assertThat(absent.details()).containsEntry("rdma.value", 2001L);
    }

    @Test
    void a_part_that_fails_is_the_cause_of_the_whole() {
        hosts.script("gpu-01", (agent, request) -> {
            boolean tcp = is(request, "run", "tcp");
            if (tcp) {
                VerbsHosts.fails(agent, id(request), 3, "connect", "refused");
            }
            return tcp;
        });
        assertThat(cause(measure(LATENCY))).isEqualTo("host gpu-01: connect: refused");
        assertThat(hosts.sent("gpu-02", "stop")).hasSize(2);
    }
}
