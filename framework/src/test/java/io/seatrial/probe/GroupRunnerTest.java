package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupShape;
import io.seatrial.probe.CollectiveSettings.Backend;
import io.seatrial.probe.CollectiveSettings.Placement;
import io.seatrial.probe.CollectiveSettings.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Deadlines are far longer than the tests may take: what ends here was ended by another rank, and not by waiting. */
@Timeout(20)
class GroupRunnerTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(3);
    private static final Group ALL = new Group("all", GroupShape.ALL, CLUSTER.ports());

    private final VerbsHosts hosts = new VerbsHosts(CLUSTER);

    GroupRunnerTest() {
        CLUSTER.hosts().forEach(host -> hosts.script(host.name(), this::plays));
    }

    private static CollectiveProbe probe(Placement placement) {
        return new CollectiveProbe(
                "collective.all-reduce.all",
                Collective.ALL_REDUCE,
                new CollectiveSettings(
                        Backend.HOST,
                        CollectiveSettings.TCP,
                        Optional.empty(),
                        List.of(1024L, 1_048_576L),
                        20,
                        5,
                        placement,
                        OptionalLong.empty(),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        VerbsSettings.DEFAULT,
                        Map.of(),
                        Tool.SEARCHED));
    }

    private Measurement measure() {
        return measure(Placement.OUT);
    }

    private Measurement measure(Placement placement) {
        return new GroupRunner(CLUSTER, hosts::of, "virtual-tcp")
                .run(probe(placement), 0, 0, List.of(ALL))
                .get(0);
    }

    private static String cause(Measurement measurement) {
        return measurement.cause().orElseThrow().values().get("cause").toString();
    }

    private static boolean is(JsonNode request, String kind) {
        return request.path("do").asText().equals(kind);
    }

    /** Every rank listens for the one before it, joins when it has heard where the next one is, and measures when rank 0 lets it. */
    private boolean plays(FakeRemote.Command agent, JsonNode request) {
        long id = request.path("id").asLong();
        if (is(request, "collective")) {
            int rank = request.path("rank").asInt();
            agent.says("{\"ev\":\"ready\",\"id\":" + id + ",\"rank\":" + rank + ",\"address\":\"127.0.0.9\",\"port\":"
                    + (7000 + rank) + ",\"reached_by\":[" + (rank + 2) % 3 + "]}");
            return true;
        }
        if (!is(request, "hear")) {
            return false;
        }
        VerbsHosts.ends(agent, id, 0);
        long of = request.path("of").asLong();
        String text = request.path("text").asText();
        int rank = rankOf(agent);
        if (text.contains(" at address=")) {
            if (rank == 0) {
                VerbsHosts.says(agent, of, "to=* begin");
                results(agent, of, 0);
            } else {
                VerbsHosts.says(agent, of, "to=0 joined");
            }
        } else if (text.equals("from=0 begin")) {
            results(agent, of, rank);
        }
        return true;
    }

    private static int rankOf(FakeRemote.Command agent) {
        return agent.sent().stream()
                .map(Wire::parse)
                .filter(line -> is(line, "collective"))
                .mapToInt(line -> line.path("rank").asInt())
                .findFirst()
                .orElseThrow();
    }

    private void results(FakeRemote.Command agent, long id, int rank) {
        result(agent, id, rank, 1024, 100_000 + rank, 0);
        result(agent, id, rank, 1_048_576, 10_000_000L + rank, 0);
        VerbsHosts.ends(agent, id, 0);
    }

    private static void result(FakeRemote.Command agent, long id, int rank, long bytes, long mean, long wrong) {
        agent.says("{\"ev\":\"collective\",\"id\":" + id + ",\"rank\":" + rank + ",\"bytes\":" + bytes
                + ",\"in_place\":false,\"iterations\":20,\"mean\":" + mean + ",\"min\":1,\"max\":" + mean
                + ",\"wrong\":" + wrong + ",\"recv_wait\":" + rank + ",\"gap_max\":" + (rank + 5) + "}");
    }

    @Test
    void an_operation_takes_as_long_as_its_slowest_rank() {
        Measurement measured = measure();
        assertThat(measured.cause()).isEmpty();
        SizeCurve curve = measured.curve().orElseThrow();
        assertThat(curve.points()).extracting(SizeCurve.Point::nanos).containsExactly(100_002L, 10_000_002L);
        assertThat(curve.points()).extracting(SizeCurve.Point::slowest).containsOnly(OptionalInt.of(2));
        // 1 MiB in 10.000002 ms times 2(3-1)/3
        assertThat(measured.value()).hasValue(139_810_105);
        assertThat(measured.subject().toString()).isEqualTo("group all");
        assertThat(measured.noise().orElseThrow().gapMax()).isEqualTo(7);
        assertThat(measured.details()).containsEntry("rank.2.mean", 10_000_002L).containsEntry("rank.1.recv_wait", 1L);
        assertThat(measured.conditions().values())
                .containsEntry("fabric", "virtual-tcp")
                .containsEntry("ranks", "3")
                .containsEntry("hosts", "3")
                .containsEntry("algorithm", "ring")
                .containsEntry("message-bytes", "1048576");
    }

    @Test
    void where_a_rank_listens_is_told_to_those_who_connect_to_it_alone() {
        measure();
        assertThat(hosts.heard())
                .contains(
                        "gpu-03 heard from=0 at address=127.0.0.9 port=7000",
                        "gpu-01 heard from=1 at address=127.0.0.9 port=7001",
                        "gpu-02 heard from=2 at address=127.0.0.9 port=7002")
                .filteredOn(text -> text.contains(" at "))
                .hasSize(3);
    }

    @Test
    void what_is_said_to_one_rank_or_to_all_reaches_them_with_the_rank_that_said_it() {
        measure();
        assertThat(hosts.heard())
                .filteredOn(text -> !text.contains(" at "))
                .contains("gpu-02 heard from=0 begin", "gpu-03 heard from=0 begin")
                .doesNotContain("gpu-01 heard from=0 begin");
    }

    @Test
    void every_rank_is_told_what_all_must_know() {
        measure(Placement.OUT);
        JsonNode request = hosts.sent("gpu-02", "collective").get(0);
        assertThat(request.path("collective").asText()).isEqualTo("all-reduce");
        assertThat(request.path("rank").asInt()).isEqualTo(1);
        assertThat(request.path("ranks").asInt()).isEqualTo(3);
        assertThat(request.path("fabric").asText()).isEqualTo("tcp");
        assertThat(request.path("bind").asText()).isEqualTo("127.0.0.3");
        assertThat(request.path("sizes")).hasToString("[1024,1048576]");
        assertThat(request.path("deadline_ms").asLong()).isGreaterThan(60_000);
        assertThat(hosts.sent("gpu-01", "collective").get(0).path("token")).isEqualTo(request.path("token"));
    }

    @Test
    void a_rank_that_fails_is_the_cause_and_the_others_are_stopped() {
        hosts.script("gpu-02", (agent, request) -> {
            if (is(request, "collective")) {
                VerbsHosts.fails(agent, request.path("id").asLong(), 5, "collective", "no such address");
                return true;
            }
            return plays(agent, request);
        });
        Measurement measured = measure();
        assertThat(cause(measured)).contains("host gpu-02, rank 1").contains("no such address");
        assertThat(hosts.sent("gpu-01", "stop")).hasSize(1);
        assertThat(hosts.sent("gpu-03", "stop")).hasSize(1);
    }

    @Test
    void a_rank_whose_host_dies_is_named_before_those_who_lost_it() {
        hosts.script("gpu-03", (agent, request) -> {
            if (is(request, "collective")) {
                VerbsHosts.fails(hosts.agent("gpu-02"), idOf("gpu-02"), 3, "recv", "rank 2 closed");
                agent.ends(137);
                return true;
            }
            return false;
        });
        assertThat(cause(measure())).contains("host gpu-03, rank 2").contains("137");
    }

    private long idOf(String host) {
        return hosts.sent(host, "collective").get(0).path("id").asLong();
    }

    @Test
    void who_stopped_because_another_failed_is_never_the_cause() {
        hosts.script("gpu-01", (agent, request) -> {
            if (is(request, "collective")) {
                VerbsHosts.fails(agent, request.path("id").asLong(), 11, "peer", "rank 2 failed: told so");
                return true;
            }
            return plays(agent, request);
        });
        hosts.script("gpu-03", (agent, request) -> {
            if (is(request, "collective")) {
                VerbsHosts.fails(agent, request.path("id").asLong(), 7, "collective", "waits for rank 1");
                return true;
            }
            return plays(agent, request);
        });
        assertThat(cause(measure())).contains("gpu-03, rank 2").contains("waits for rank 1");
    }

    @Test
    void a_host_without_contact_is_said_and_nobody_is_started() {
        hosts.agent("gpu-02").ends(1);
        assertThat(cause(measure())).contains("gpu-02");
        assertThat(hosts.sent("gpu-01", "collective")).isEmpty();
    }

    @Test
    void a_size_of_which_one_rank_tells_nothing_is_not_measured() {
        hosts.script("gpu-02", (agent, request) -> {
            if (is(request, "hear") && request.path("text").asText().equals("from=0 begin")) {
                long of = request.path("of").asLong();
                VerbsHosts.ends(agent, request.path("id").asLong(), 0);
                result(agent, of, 1, 1024, 100_000, 0);
                VerbsHosts.ends(agent, of, 0);
                return true;
            }
            return plays(agent, request);
        });
        assertThat(cause(measure())).contains("1048576 B, ranks 1 gave none");
    }

    @Test
    void a_placement_that_did_not_run_is_not_measured() {
        assertThat(cause(measure(Placement.BOTH))).contains("expected results of 4 sizes and placements, got 2");
    }

    @Test
    void wrong_elements_of_all_ranks_are_added() {
        hosts.script("gpu-03", (agent, request) -> {
            if (is(request, "hear") && request.path("text").asText().equals("from=0 begin")) {
                long of = request.path("of").asLong();
                VerbsHosts.ends(agent, request.path("id").asLong(), 0);
                result(agent, of, 2, 1024, 100_000, 0);
                result(agent, of, 2, 1_048_576, 100_000, 3);
                VerbsHosts.ends(agent, of, 0);
                return true;
            }
            return plays(agent, request);
        });
        SizeCurve curve = measure().curve().orElseThrow();
        assertThat(curve.firstWrong().orElseThrow().bytes()).isEqualTo(1_048_576);
        assertThat(curve.firstWrong().orElseThrow().wrong()).hasValue(3L);
    }
}
