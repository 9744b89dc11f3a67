package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hosts that say what a test tells them to say, and a clock that a test turns. */
@Timeout(60)
class NicSamplerTest {
    private static final Cluster CLUSTER = LocalHosts.cluster(2);
    private static final long SECOND = 1_000_000_000L;
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Counter FRAMES = Counter.Kind.RX_PAUSE_FRAMES.of(3);

    /** The controller's clock: it stands still but for a millisecond at every look. */
    private final AtomicLong now = new AtomicLong(1_800_000_000L * SECOND);

    private final InstantSource time = () -> Instant.ofEpochSecond(0, now.getAndAdd(1_000_000));
    private final HeardCounters heard = new HeardCounters();
    private final VerbsHosts hosts = new VerbsHosts(CLUSTER);
    private final Map<String, Long> requests = new HashMap<>();

    /** Let a host tell a clock that is ahead by so much, and begin its counters with a line. */
    private void samples(String host, long ahead, String... lines) {
        hosts.script(host, (agent, request) -> {
            long id = request.path("id").asLong();
            if (request.path("do").asText().equals("clock")) {
                agent.says(
                        "{\"ev\":\"clock\",\"id\":" + id + ",\"mono_ns\":" + (now.get() + ahead) + ",\"real_ns\":5}");
                VerbsHosts.ends(agent, id, 0);
                return true;
            }
            return isBegun(host, agent, request, lines);
        });
    }

    private boolean isBegun(String host, FakeRemote.Command agent, JsonNode request, String... lines) {
        if (!request.path("do").asText().equals("counters")) {
            return false;
        }
        requests.put(host, request.path("id").asLong());
        for (String line : lines) {
            says(host, line);
        }
        return true;
    }

    private void says(String host, String event) {
        hosts.agent(host).says(event.replace("ID", Long.toString(requests.get(host))));
    }

    private static String ethtool(long monotonic, boolean full, String values) {
        return "{\"ev\":\"counters\",\"id\":ID,\"t_ns\":1,\"mono_ns\":" + monotonic
                + ",\"source\":\"ethtool\",\"netdev\":\"eth0\",\"full\":" + full + ",\"values\":{" + values
                + "},\"more\":false}";
    }

    private String first() {
        return ethtool(now.get(), true, "\"rx_bytes_phy\":1,\"rx_prio3_pause\":5");
    }

    private NicSampler start() {
        return NicSampler.start(CLUSTER, hosts::of, heard, time, NEVER);
    }

    private List<String> causes() {
        return heard.failures().stream()
                .map(f -> f.node() + ":" + f.source() + " " + f.cause().key() + " "
                        + f.cause().values().getOrDefault("cause", ""))
                .toList();
    }

    @Test
    void every_host_is_asked_once_for_all_its_ports() {
        samples("gpu-01", 0, first());
        samples("gpu-02", 0, first());
        try (NicSampler sampler = start()) {
            assertThat(hosts.sent("gpu-01", "counters")).singleElement().satisfies(request -> {
                assertThat(request.path("devices").toString()).isEqualTo("[\"mlx5_0\"]");
                assertThat(request.path("netdevs").toString()).isEqualTo("[\"eth0\"]");
                assertThat(request.path("count").asInt(-1)).isZero();
                assertThat(request.path("ethtool_ms").asInt()).isEqualTo(100);
                assertThat(request.path("interval_ms").asInt()).isEqualTo(1000);
                assertThat(request.path("ip").asInt(-1)).isZero();
            });
            assertThat(heard.of("gpu-01/mlx5_0", "ethtool")).hasSize(1);
            assertThat(heard.of("gpu-02/mlx5_0", "ethtool")).hasSize(1);
            assertThat(heard.failures()).isEmpty();
        }
        assertThat(hosts.sent("gpu-01", "stop"))
                .singleElement()
                .satisfies(stop -> assertThat(stop.path("of").asLong()).isEqualTo(requests.get("gpu-01")));
        assertThat(heard.failures()).as("to stop is no failure").isEmpty();
    }

    @Test
    void readings_of_a_host_whose_clock_is_five_seconds_off_stand_on_the_controllers_axis() {
        long before = now.get();
        samples("gpu-01", 5 * SECOND, ethtool(before + 6 * SECOND, true, "\"rx_prio3_pause\":5"));
        samples("gpu-02", -5 * SECOND, ethtool(before - 4 * SECOND, true, "\"rx_prio3_pause\":5"));
        try (NicSampler sampler = start()) {
            for (String host : List.of("gpu-01", "gpu-02")) {
                CounterReading reading = heard.of(host + "/mlx5_0", "ethtool").get(0);
                assertThat(Duration.between(Instant.ofEpochSecond(0, before + SECOND), reading.at())
                                .abs())
                        .isLessThanOrEqualTo(source(host).uncertainty());
                assertThat(source(host).uncertainty()).isBetween(Duration.ofMillis(1), NEVER.dividedBy(1000));
            }
        }
    }

    private CounterSource source(String host) {
        return heard.sources().stream()
                .filter(s -> s.node().equals(host))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_host_that_dies_is_a_failure_with_its_cause_and_the_others_go_on() {
        samples("gpu-01", 0, first());
        samples("gpu-02", 0, first());
        try (NicSampler sampler = start()) {
            hosts.agent("gpu-01").complains("segmentation fault");
            hosts.agent("gpu-01").ends(139);
            says("gpu-02", ethtool(now.get(), false, "\"rx_prio3_pause\":6"));

            assertThat(heard.failures()).hasSize(1);
            assertThat(causes().get(0))
                    .startsWith("gpu-01: nic.sampling.ended host gpu-01: agent ended with exit status 139")
                    .contains("segmentation fault");
            assertThat(heard.of("gpu-02/mlx5_0", "ethtool")).hasSize(2);
        }
    }

    @Test
    void a_host_without_contact_and_one_that_refuses_are_failures() {
        hosts.script("gpu-02", (agent, request) -> {
            boolean counters = request.path("do").asText().equals("counters");
            long id = request.path("id").asLong();
            if (counters) {
                VerbsHosts.fails(agent, id, 5, "counters", "mlx5_0 is no RDMA device with ports");
            } else if (request.path("do").asText().equals("clock")) {
                agent.says("{\"ev\":\"clock\",\"id\":" + id + ",\"mono_ns\":1,\"real_ns\":1}");
                VerbsHosts.ends(agent, id, 0);
            }
            return true;
        });
        Contact none = Contact.none("gpu-01", new IllegalStateException("no route to host"));
        try (NicSampler sampler =
                NicSampler.start(CLUSTER, host -> host.equals("gpu-01") ? none : hosts.of(host), heard, time, NEVER)) {
            assertThat(causes())
                    .containsExactlyInAnyOrder(
                            "gpu-01: nic.sampling.ended no route to host",
                            "gpu-02: nic.sampling.ended mlx5_0 is no RDMA device with ports");
        }
    }

    @Test
    void a_port_that_the_host_does_not_have_is_a_failure_and_its_netdev_is_taken_from_the_host() {
        VerbsHosts telling = new VerbsHosts(
                CLUSTER,
                "{\"ev\":\"port\",\"id\":1,\"device\":\"mlx5_9\",\"port\":1,\"netdev\":\"eth9\",\"fabric\":\"roce2\"}");
        try (NicSampler sampler = NicSampler.start(CLUSTER, telling::of, heard, time, NEVER)) {
            assertThat(heard.failures()).hasSize(2);
            assertThat(heard.failures().get(0).cause().key()).isEqualTo("nic.port.absent");
            assertThat(telling.sent("gpu-01", "counters")).isEmpty();
        }
    }

    @Test
    void a_source_that_is_gone_and_a_pace_that_slows_are_told() {
        samples("gpu-01", 0, first());
        samples("gpu-02", 0, first());
        try (NicSampler sampler = start()) {
            says(
                    "gpu-01",
                    "{\"ev\":\"error\",\"id\":ID,\"where\":\"rdma-hw\",\"code\":5,\"msg\":\"mlx5_0 port 1 has no rdma-hw counters\"}");
            says(
                    "gpu-01",
                    "{\"ev\":\"pace\",\"id\":ID,\"interval_ms\":1000,\"ethtool_ms\":400,\"cpu_ns\":9,\"elapsed_ns\":90}");
            says("gpu-01", ethtool(now.get(), false, ""));

            assertThat(causes())
                    .containsExactly("gpu-01:rdma-hw nic.source.gone mlx5_0 port 1 has no rdma-hw counters");
            assertThat(heard.sources().stream().filter(s -> s.node().equals("gpu-01")))
                    .extracting(CounterSource::refresh)
                    .containsExactly(Duration.ofMillis(100), Duration.ofMillis(400));
        }
    }

    @Test
    void a_reading_in_several_lines_is_one_and_counters_of_hardware_are_a_source_of_their_own() {
        samples("gpu-02", 0, first());
        samples(
                "gpu-01",
                0,
                ethtool(now.get(), true, "\"rx_bytes_phy\":1").replace("\"more\":false", "\"more\":true"),
                ethtool(now.get(), true, "\"rx_prio3_pause\":5"),
                hardware("rdma-hw", "\"np_cnp_sent\":17"),
                hardware("rdma-port", "\"port_rcv_data\":2"));
        try (NicSampler sampler = start()) {
            assertThat(heard.of("gpu-01/mlx5_0", "ethtool"))
                    .singleElement()
                    .satisfies(reading -> assertThat(reading.values())
                            .isEqualTo(Map.of(FRAMES, 5L, Counter.Kind.RX_BYTES.one(), 1L)));
            assertThat(heard.of("gpu-01/mlx5_0", "rdma-hw").get(0).values())
                    .isEqualTo(Map.of(Counter.Kind.CNP_SENT.one(), 17L));
            assertThat(heard.of("gpu-01/mlx5_0", "rdma-port").get(0).values())
                    .isEqualTo(Map.of(Counter.Kind.RX_BYTES.one(), 8L));
        }
    }

    private String hardware(String source, String values) {
        return "{\"ev\":\"counters\",\"id\":ID,\"t_ns\":1,\"mono_ns\":" + now.get() + ",\"source\":\"" + source
                + "\",\"device\":\"mlx5_0\",\"port\":1,\"full\":true,\"values\":{" + values + "},\"more\":false}";
    }

    @Test
    void clocks_are_asked_again_and_one_that_was_set_is_told() {
        List<Long> ahead = new ArrayList<>(List.of(0L));
        hosts.script("gpu-01", (agent, request) -> {
            long id = request.path("id").asLong();
            if (request.path("do").asText().equals("clock")) {
                long host = now.get() + ahead.get(0);
                agent.says("{\"ev\":\"clock\",\"id\":" + id + ",\"mono_ns\":" + host + ",\"real_ns\":1}");
                VerbsHosts.ends(agent, id, 0);
                return true;
            }
            boolean begun = isBegun("gpu-01", agent, request, first());
            ahead.set(0, begun ? -7 * SECOND : ahead.get(0));
            return begun;
        });
        samples("gpu-02", 0, first());
        try (NicSampler sampler = NicSampler.start(CLUSTER, hosts::of, heard, time, Duration.ofMillis(20))) {
            heard.await("a clock that was set", h -> !h.failures().isEmpty());
            HeardCounters.Failure failure = heard.failures().get(0);
            assertThat(failure.node()).isEqualTo("gpu-01");
            assertThat(failure.cause().key()).isEqualTo("nic.clock.set");
            Quantity by = (Quantity) failure.cause().values().get("by");
            assertThat(by.unit()).isEqualTo(Unit.NANOSECONDS);
            assertThat(by.value()).isBetween(6 * SECOND, 8 * SECOND);
        }
    }
}
