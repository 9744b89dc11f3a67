package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Measurement;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RoundCountersTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final VerbsLatencyProbe PROBE =
            new VerbsLatencyProbe("a", Verb.WRITE, 8, 1000, Duration.ofSeconds(60), 0, VerbsSettings.DEFAULT, "p50");

    private final VerbsHosts hosts = new VerbsHosts(CLUSTER);

    /** Let a host answer its first reading with the first texts, its second with the others. */
    private void counts(String host, String before, String after) {
        int[] readings = {0};
        hosts.script(host, (agent, request) -> {
            boolean asked = request.path("do").asText().equals("counters");
            if (asked) {
                says(agent, request, readings[0]++ == 0 ? before : after);
            }
            return asked;
        });
    }

    private static void says(FakeRemote.Command agent, JsonNode request, String values) {
        long id = request.path("id").asLong();
        agent.says("{\"ev\":\"counters\",\"id\":" + id
                + ",\"t_ns\":1,\"mono_ns\":1,\"source\":\"rdma-hw\",\"device\":\"mlx5_0\",\"port\":1,"
                + "\"full\":true,\"values\":{"
                + values + "},\"more\":false}");
        VerbsHosts.ends(agent, id, 0);
    }

    private Measurement measure() {
        return new FlowRunner(hosts::of, "tcp")
                .run(PROBE, 0, 0, List.of(LocalHosts.flow(CLUSTER, 1, 2)))
                .get(0);
    }

    private static Map<String, Long> counters(Measurement measurement) {
        return measurement.details().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("counter."))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new));
    }

    @Test
    void what_both_ends_retransmitted_while_the_round_ran_stands_beside_the_value() {
        counts(
                "gpu-01",
                "\"packet_seq_err\":5,\"np_cnp_sent\":1,\"port_xmit_data\":9",
                "\"packet_seq_err\":12,\"np_cnp_sent\":7");
        counts("gpu-02", "\"duplicate_request\":0", "\"duplicate_request\":0");
        assertThat(counters(measure()))
                .isEqualTo(Map.of("counter.from.packet_seq_err", 7L, "counter.to.duplicate_request", 0L));
    }

    @Test
    void of_a_group_each_rank_has_its_own_as_far_as_single_ranks_are_shown() {
        counts("gpu-01", "\"packet_seq_err\":5", "\"packet_seq_err\":12");
        counts("gpu-02", "\"duplicate_request\":0", "\"duplicate_request\":3");
        Group all = new Group("all", GroupShape.ALL, CLUSTER.ports());
        RoundCounters counters = RoundCounters.beforeGroups(List.of(all), hosts::of);
        counters.after();
        assertThat(counters.of(all, 64))
                .isEqualTo(Map.of("rank.0.counter.packet_seq_err", 7L, "rank.1.counter.duplicate_request", 3L));
        assertThat(counters.of(all, 1)).isEqualTo(Map.of("rank.0.counter.packet_seq_err", 7L));
    }

    @Test
    void a_counter_of_64_bit_is_counted_beyond_the_sign() {
        counts("gpu-01", "\"out_of_sequence\":9223372036854775806", "\"out_of_sequence\":9223372036854775810");
        assertThat(counters(measure())).containsEntry("counter.from.out_of_sequence", 4L);
    }

    @Test
    void a_counter_that_went_back_or_was_not_there_before_is_absent_and_never_zero() {
        counts("gpu-01", "\"packet_seq_err\":5", "\"packet_seq_err\":2,\"local_ack_timeout_err\":3");
        assertThat(counters(measure())).isEmpty();
    }

    @Test
    void a_flow_that_fails_keeps_what_was_counted() {
        counts("gpu-02", "\"duplicate_request\":1", "\"duplicate_request\":4");
        hosts.script("gpu-01", (agent, request) -> {
            boolean run = request.path("do").asText().equals("run");
            if (run) {
                VerbsHosts.fails(agent, request.path("id").asLong(), 3, "completion", "retry exceeded");
            }
            return run;
        });
        Measurement absent = measure();
        assertThat(absent.value()).isEmpty();
        assertThat(counters(absent)).isEqualTo(Map.of("counter.to.duplicate_request", 3L));
    }

    @Test
    void a_host_that_cannot_count_costs_nothing_but_its_counters() {
        hosts.script("gpu-01", (agent, request) -> {
            boolean asked = request.path("do").asText().equals("counters");
            if (asked) {
                VerbsHosts.fails(agent, request.path("id").asLong(), 5, "counters", "mlx5_0: no such device");
            }
            return asked;
        });
        counts("gpu-02", "\"duplicate_request\":1", "\"duplicate_request\":1");
        Measurement measured = measure();
        assertThat(measured.value()).hasValue(2001);
        assertThat(counters(measured)).isEqualTo(Map.of("counter.to.duplicate_request", 0L));
    }

    @Test
    void sockets_ask_no_rdma_port_for_counters() {
        new FlowRunner(hosts::of, "tcp")
                .run(
                        new LatencyProbe("a", 8, 0, 10, Duration.ofMillis(50), "p50"),
                        0,
                        0,
                        List.of(LocalHosts.flow(CLUSTER, 1, 2)));
        assertThat(hosts.sent("gpu-01", "counters")).isEmpty();
    }
}
