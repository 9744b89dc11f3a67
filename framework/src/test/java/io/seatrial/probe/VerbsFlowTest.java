package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Measurement;
import io.seatrial.plan.Flow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deadlines are far longer than the tests may take: what ends here was ended by the other side, and not by waiting. */
@Timeout(20)
class VerbsFlowTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(4);

    private final VerbsHosts hosts = new VerbsHosts(CLUSTER);

    private static VerbsLatencyProbe probe(Verb verb, String statistic) {
        return new VerbsLatencyProbe(
                "rdma.write-latency.within-rail",
                verb,
                8,
                1000,
                Duration.ofSeconds(60),
                100,
                VerbsSettings.DEFAULT,
                statistic);
    }

    private static final VerbsLatencyProbe WRITE = probe(Verb.WRITE, "p50");

    private static Flow flow(int from, int to) {
        return LocalHosts.flow(CLUSTER, from, to);
    }

    private Measurement measure() {
        return measure(WRITE);
    }

    private Measurement measure(FlowProbe probe) {
        return measure(probe, flow(1, 2)).get(0);
    }

    private List<Measurement> measure(FlowProbe probe, Flow... flows) {
        return new FlowRunner(hosts::of, "tcp").run(probe, 0, 0, List.of(flows));
    }

    private static String cause(Measurement measurement) {
        return measurement.cause().orElseThrow().values().get("cause").toString();
    }

    private static boolean is(JsonNode request, String kind) {
        return request.path("do").asText().equals(kind);
    }

    private static long id(JsonNode request) {
        return request.path("id").asLong();
    }

    @Test
    void what_one_side_says_the_other_hears_unread_and_in_order() {
        assertThat(measure().value()).hasValue(2001);
        assertThat(hosts.heard())
                .containsExactly(
                        "gpu-02 heard offer v=1 qpn=11",
                        "gpu-01 heard accept v=1 qpn=12",
                        "gpu-02 heard bye",
                        "gpu-01 heard bye bytes=8 messages=1");
    }

    @Test
    void many_words_of_one_side_arrive_as_they_were_said() {
        List<String> words = IntStream.range(0, 200)
                .mapToObj(i -> "word " + i + " \\u00e4 \\\"quoted\\\" \\\\ end")
                .toList();
        hosts.script("gpu-01", (agent, request) -> {
            if (is(request, "run")) {
                words.forEach(word -> VerbsHosts.says(agent, id(request), word));
            }
            return false;
        });
        measure();
        List<String> heard = new ArrayList<>();
        IntStream.range(0, 200).forEach(i -> heard.add("gpu-02 heard word " + i + " \u00e4 \"quoted\" \\ end"));
        assertThat(hosts.heard().subList(0, 200)).isEqualTo(heard);
    }

    @Test
    void a_write_is_half_of_its_round_trip_and_a_read_is_whole() {
        assertThat(measure(probe(Verb.WRITE, "min")).value()).hasValue(1501);
        assertThat(measure(probe(Verb.SEND, "p50")).value()).hasValue(2001);
        assertThat(measure(probe(Verb.READ, "p50")).value()).hasValue(4001);
    }

    @Test
    void raw_intervals_and_messages_stand_beside_each_other() {
        Measurement measured = measure();
        assertThat(measured.metric().id()).isEqualTo("rdma.write-latency.p50");
        assertThat(measured.details())
                .containsAllEntriesOf(Map.of("p50", 4001L, "message.p50", 2001L, "min", 3001L, "message.max", 4500L));
        assertThat(measured.histogram().orElseThrow().quantile(0.5)).isEqualTo(200);
        assertThat(measured.noise().orElseThrow().gapMax()).isEqualTo(5000);
    }

    @Test
    void conditions_are_what_the_probe_says_it_did() {
        assertThat(measure().conditions().values())
                .hasSize(12)
                .containsEntry("connect", "exchange")
                .containsEntry("inline", "8")
                .containsAllEntriesOf(Map.of(
                        "fabric", "soft-roce",
                        "headers", "ipv4",
                        "memory", "host",
                        "message-bytes", "8",
                        "mode", "poll",
                        "mtu", "1024",
                        "path-class", "within-leaf",
                        "qps", "1",
                        "rate", "1000000000",
                        "verb", "write"));
    }

    @Test
    void a_quantile_without_ten_samples_beyond_it_is_no_value() {
        Measurement absent = measure(probe(Verb.WRITE, "p999"));
        assertThat(cause(absent)).contains("no rdma.write-latency.p999: 1000 samples, and it needs 10000");
        assertThat(absent.details()).containsEntry("n", 1000L);
    }

    @Test
    void both_sides_are_told_their_device_and_neither_is_told_an_address() {
        measure();
        JsonNode serve = hosts.sent("gpu-02", "serve").get(0);
        JsonNode run = hosts.sent("gpu-01", "run").get(0);
        for (JsonNode request : List.of(serve, run)) {
            assertThat(request.path("fabric").asText()).isEqualTo("verbs");
            assertThat(request.path("device").asText()).isEqualTo("mlx5_0");
            assertThat(request.path("device_port").asInt()).isEqualTo(1);
            assertThat(request.has("bind")).isFalse();
        }
        assertThat(run.path("verb").asText()).isEqualTo("write");
        assertThat(run.path("deadline_ms").asLong())
                .isLessThan(serve.path("deadline_ms").asLong());
    }

    @Test
    void a_side_without_a_gid_or_device_is_told_and_the_other_side_is_never_started() {
        hosts.script("gpu-02", (agent, request) -> {
            if (is(request, "serve")) {
                VerbsHosts.fails(agent, id(request), 5, "device", "mlx5_0: no such device");
            }
            return is(request, "serve");
        });
        assertThat(cause(measure())).isEqualTo("host gpu-02: device: mlx5_0: no such device");
        assertThat(hosts.sent("gpu-01", "run")).isEmpty();
    }

    @Test
    void a_serving_side_that_fails_ends_the_measuring_side_with_its_cause() {
        hosts.script("gpu-02", (agent, request) -> {
            if (is(request, "hear")) {
                VerbsHosts.fails(agent, request.path("of").asLong(), 6, "create_qp", "cannot allocate memory");
            }
            return false;
        });
        assertThat(cause(measure())).isEqualTo("host gpu-02: create_qp: cannot allocate memory");
        assertThat(hosts.sent("gpu-01", "stop")).hasSize(1);
        assertThat(hosts.sent("gpu-01", "stop").get(0).path("of").asLong())
                .isEqualTo(id(hosts.sent("gpu-01", "run").get(0)));
    }

    @Test
    void a_measuring_side_that_fails_ends_the_serving_side() {
        hosts.script("gpu-01", (agent, request) -> {
            if (is(request, "run")) {
                VerbsHosts.fails(agent, id(request), 3, "completion", "retry exceeded");
            }
            return is(request, "run");
        });
        assertThat(cause(measure())).isEqualTo("host gpu-01: completion: retry exceeded");
        assertThat(hosts.sent("gpu-02", "stop").get(0).path("of").asLong())
                .isEqualTo(id(hosts.sent("gpu-02", "serve").get(0)));
    }

    @Test
    void a_serving_host_that_dies_ends_the_flow_at_once() {
        hosts.script("gpu-02", (agent, request) -> {
            if (is(request, "hear")) {
                agent.complains("killed");
                agent.ends(137);
            }
            return is(request, "hear");
        });
        assertThat(cause(measure())).isEqualTo("host gpu-02: agent ended with exit status 137; its last line: killed");
        assertThat(hosts.sent("gpu-01", "stop")).hasSize(1);
    }

    @Test
    void a_measuring_host_that_dies_ends_the_flow_at_once_and_the_others_finish() {
        hosts.script("gpu-01", (agent, request) -> {
            if (is(request, "run")) {
                agent.ends(137);
            }
            return is(request, "run");
        });
        List<Measurement> round = measure(WRITE, flow(1, 2), flow(3, 4));
        assertThat(cause(round.get(0))).startsWith("host gpu-01: agent ended with exit status 137");
        assertThat(round.get(0).conditions().get("fabric")).isEmpty();
        assertThat(round.get(1).value()).hasValue(2001);
        assertThat(hosts.sent("gpu-02", "stop")).hasSize(1);
    }

    @Test
    void a_side_that_cannot_be_told_something_ends_the_flow() {
        hosts.script("gpu-02", (agent, request) -> {
            if (is(request, "hear")) {
                VerbsHosts.fails(agent, id(request), 2, "request", "text: expected at most 640 bytes");
            }
            return is(request, "hear");
        });
        assertThat(cause(measure())).contains("text: expected at most 640 bytes");
        assertThat(hosts.sent("gpu-01", "stop")).hasSize(1);
        assertThat(hosts.sent("gpu-02", "stop")).hasSize(1);
    }

    @Test
    void all_serving_sides_of_a_round_are_ready_before_the_first_measuring_side_starts() {
        List<String> order = new ArrayList<>();
        for (int n = 1; n <= 4; n++) {
            String host = "gpu-0" + n;
            hosts.script(host, (agent, request) -> {
                order.add(request.path("do").asText());
                return false;
            });
        }
        measure(WRITE, flow(1, 2), flow(3, 4));
        List<String> starts = order.stream()
                .filter(kind -> List.of("serve", "run").contains(kind))
                .toList();
        assertThat(starts).containsExactly("serve", "serve", "run", "run");
    }

    @Test
    void a_host_without_contact_costs_its_flow_and_nothing_else() {
        Map<String, Contact> some = Map.of(
                "gpu-01", hosts.of("gpu-01"),
                "gpu-02", Contact.none("gpu-02", new IllegalStateException("no route to host")),
                "gpu-03", hosts.of("gpu-03"),
                "gpu-04", hosts.of("gpu-04"));
        List<Measurement> round = new FlowRunner(some::get, "tcp").run(WRITE, 0, 0, List.of(flow(1, 2), flow(3, 4)));
        assertThat(cause(round.get(0))).isEqualTo("host gpu-02: no contact: no route to host");
        assertThat(round.get(1).value()).hasValue(2001);
    }
}
