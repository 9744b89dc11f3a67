package io.seatrial.telemetry.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.telemetry.CounterFeed.Sweep;
import io.seatrial.telemetry.TelemetryCluster;
import io.seatrial.telemetry.TelemetryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusFeedTest {
    private static final Counter PAUSE = Kind.RX_PAUSE_TIME.of(3);
    private static final Counter BYTES = Kind.RX_BYTES.one();
    private static final Map<String, String> TARGET = Map.of("job", "node", "instance", "gpu-01.example.org:9100");
    private static final Map<String, String> PORT =
            Map.of("job", "node", "instance", "gpu-01.example.org:9100", "device", "eth0");

    @TempDir
    Path folder;

    private final FakePrometheus prometheus = new FakePrometheus();

    @AfterEach
    void stop() {
        prometheus.close();
    }

    private PrometheusFeed feed(String more) {
        Cluster cluster = TelemetryCluster.with(
                folder,
                "prometheus:\n  url: http://" + prometheus.http.authority() + "\n"
                        + "  metrics:\n    - {metric: pause_us, counter: rx.pause.time.3, scale: 1000}\n"
                        + "    - {metric: bytes, counter: rx.bytes}\n"
                        + more);
        return new PrometheusFeed(cluster.servers().prometheus().orElseThrow(), cluster);
    }

    private PrometheusFeed feed() {
        return feed("  refresh: 1s\n");
    }

    private static List<Map<Counter, Long>> values(Sweep sweep) {
        return sweep.readings().stream()
                .map(reading -> Map.<Counter, Long>copyOf(reading.values()))
                .toList();
    }

    @Test
    void a_scrape_is_a_reading_of_each_port_in_the_counters_units() {
        prometheus
                .series("up", TARGET, 0, "1", "1")
                .series("scrape_duration_seconds", TARGET, 0, "0.25", "0.1")
                .series("pause_us", PORT, 0, "5", "7.25")
                .series("bytes", PORT, 0, "1e3", "18446744073709551615");

        Sweep sweep = feed().sweep();

        assertThat(values(sweep))
                .containsExactly(Map.of(PAUSE, 5_000L, BYTES, 1000L), Map.of(PAUSE, 7_250L, BYTES, -1L));
        assertThat(sweep.readings())
                .allMatch(CounterReading::full)
                .allMatch(r -> r.port().toString().equals("port gpu-01/mlx5_0"));
        CounterSource source = sweep.sources().get(0);
        assertThat(sweep.sources()).hasSize(1);
        assertThat(source.node() + ", " + source.name()).isEqualTo("gpu-01, prometheus node");
        assertThat(source.refresh()).isEqualTo(Duration.ofSeconds(1));
        assertThat(source.uncertainty()).isBetween(Duration.ofMillis(250), Duration.ofMillis(2250));
        assertThat(Duration.between(sweep.readings().get(0).at(), prometheus.begin.minusSeconds(3600))
                        .abs())
                .isLessThanOrEqualTo(source.uncertainty());
        assertThat(Duration.between(
                        sweep.readings().get(0).at(), sweep.readings().get(1).at()))
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(sweep.failures()).isEmpty();
    }

    @Test
    void every_sample_comes_once() {
        PrometheusFeed feed = feed();
        prometheus.series("bytes", PORT, 0, "1", "2");
        assertThat(values(feed.sweep())).containsExactly(Map.of(BYTES, 1L), Map.of(BYTES, 2L));
        prometheus.clear().series("bytes", PORT, 0, "1", "2", "3");
        assertThat(values(feed.sweep())).containsExactly(Map.of(BYTES, 3L));
        assertThat(values(feed.sweep())).isEmpty();
    }

    @Test
    void what_is_no_number_or_gone_is_absent_and_never_0() {
        prometheus
                .series("up", TARGET, 0, "1", "1", "1", "1")
                .series("pause_us", PORT, 0, "NaN", "+Inf", "-3", "-")
                .series("bytes", PORT, 0, "9", "2", "-", "-");

        assertThat(values(feed().sweep())).containsExactly(Map.of(BYTES, 9L), Map.of(BYTES, 2L), Map.of(), Map.of());
    }

    @Test
    void a_scrape_that_failed_is_no_reading_and_is_told_with_its_cause() {
        prometheus
                .target("node", "gpu-01.example.org:9100", "15s", "connection refused")
                .series("up", TARGET, 0, "1", "0")
                .series("bytes", PORT, 0, "9", "-");

        Sweep sweep = feed("").sweep();

        assertThat(values(sweep)).containsExactly(Map.of(BYTES, 9L));
        assertThat(sweep.sources().get(0).refresh()).isEqualTo(Duration.ofSeconds(15));
        assertThat(sweep.failures()).containsOnlyKeys("gpu-01/prometheus node");
        assertThat(sweep.failures().get("gpu-01/prometheus node").values())
                .containsEntry("cause", "connection refused");
    }

    @Test
    void two_series_for_one_counter_are_none() {
        prometheus
                .series("bytes", PORT, 0, "9")
                .series(
                        "bytes",
                        Map.of("job", "node", "instance", "gpu-01.example.org:9100", "device", "mlx5_0"),
                        0,
                        "8")
                .series("pause_us", PORT, 0, "1");

        Sweep sweep = feed().sweep();

        assertThat(values(sweep)).containsExactly(Map.of(PAUSE, 1000L));
        assertThat(sweep.failures().get("prometheus node").values())
                .containsEntry("port", "gpu-01/mlx5_0")
                .containsEntry("counter", "rx.bytes");
    }

    @Test
    void samples_with_times_of_the_exporters_own_are_left_out_and_told() {
        prometheus.series("up", TARGET, 0, "1", "-", "1").series("bytes", PORT, 1, "9");

        Sweep sweep = feed().sweep();

        assertThat(values(sweep)).containsExactly(Map.of(), Map.of());
        assertThat(sweep.failures().get("prometheus node").key()).isEqualTo("telemetry.prometheus.own-times");
    }

    @Test
    void series_of_other_ports_are_left_out_and_none_that_fits_is_told() {
        prometheus.series("bytes", Map.of("job", "node", "instance", "web-1:9100", "device", "eth0"), 0, "9");

        Sweep sweep = feed().sweep();

        assertThat(sweep.readings()).isEmpty();
        assertThat(sweep.failures().get("prometheus").values()).containsEntry("port", "web-1/eth0");
        assertThat(feed().sweep().failures().get("prometheus").key()).isEqualTo("telemetry.prometheus.no-port");
        prometheus.clear();
        assertThat(feed().sweep().failures().get("prometheus").key()).isEqualTo("telemetry.prometheus.no-series");
    }

    @Test
    void a_warning_of_the_server_is_told() {
        prometheus.warns("a store did not answer").series("bytes", PORT, 0, "9");

        assertThat(feed().sweep().failures().get("prometheus").values())
                .containsEntry("text", "a store did not answer");
    }

    @Test
    void a_target_that_nobody_says_the_interval_of_is_not_used() {
        prometheus.series("bytes", PORT, 0, "9");

        Sweep sweep = feed("").sweep();

        assertThat(sweep.readings()).isEmpty();
        assertThat(sweep.failures()).containsOnlyKeys("prometheus node");
        assertThat(sweep.failures().get("prometheus node").key()).isEqualTo("telemetry.prometheus.no-refresh");
    }

    @Test
    void a_target_that_is_new_is_asked_for_at_once() {
        PrometheusFeed feed = feed("");
        feed.sweep();
        prometheus.target("node", "gpu-01.example.org:9100", "2s", "").series("bytes", PORT, 0, "9");

        Sweep sweep = feed.sweep();

        assertThat(sweep.readings()).hasSize(1);
        assertThat(sweep.sources().get(0).refresh()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_server_without_targets_needs_a_declared_interval() {
        prometheus.http.on("/api/v1/targets", 404, "page not found");
        prometheus.series("bytes", PORT, 0, "9");

        assertThat(feed().sweep().readings()).hasSize(1);
        assertThatThrownBy(() -> feed("").sweep())
                .isInstanceOf(TelemetryException.class)
                .hasMessageContaining("/api/v1/targets: status 404: page not found")
                .hasMessageContaining("write 'refresh: 15s'");
    }

    @Test
    void an_error_of_the_api_is_told_in_full() {
        prometheus.http.on(
                "/api/v1/query",
                422,
                "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too many samples\",\"warnings\":[\"w\"]}");

        assertThatThrownBy(() -> feed().sweep())
                .hasMessageContaining("/api/v1/query: status 422: execution: too many samples; warning: w");
        prometheus.http.on("/api/v1/query", 401, "Unauthorized");
        assertThatThrownBy(() -> feed().sweep())
                .hasMessageContaining("status 401: Unauthorized; look at the credential that cluster.yaml names");
        prometheus.http.on("/api/v1/query", 200, "{\"hello\": 1}");
        assertThatThrownBy(() -> feed().sweep()).hasMessageContaining("expected an answer of Prometheus' API");
    }

    @Test
    void asks_for_raw_samples_of_all_metrics_at_once() {
        feed("  refresh: 1s\n  where: 'cluster=\"a\"'\n").sweep();

        assertThat(prometheus.http.requests())
                .anyMatch(
                        request -> request.method().equals("POST")
                                && request.text()
                                        .contains(
                                                "{__name__=~\"bytes|pause_us|up|scrape_duration_seconds\",cluster=\"a\"}[60000ms]"));
    }

    @Test
    void gpus_are_ports_of_their_host_and_blanks_of_dcgm_are_no_values() {
        Map<String, String> gpu = Map.of("job", "dcgm", "instance", "10.0.0.9:9400", "Hostname", "gpu-02", "gpu", "1");
        prometheus
                .series("DCGM_FI_DEV_PCIE_REPLAY_COUNTER", gpu, 0, "4")
                .series("DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", gpu, 0, "9223372036854775794");

        Sweep sweep = feed("  refresh: 5s\n  maps: [dcgm-exporter]\n").sweep();

        assertThat(sweep.readings()).hasSize(1);
        assertThat(sweep.readings().get(0).port().name()).isEqualTo("gpu-02/gpu1");
        assertThat(values(sweep)).containsExactly(Map.of(Kind.PCIE_REPLAYS.one(), 4L));
        assertThat(sweep.sources().get(0).refresh()).isEqualTo(Duration.ofSeconds(35));
    }
}
