package io.seatrial.telemetry.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.archive.SourceRecord;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.criteria.counters.CounterRule;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.run.CounterJoin;
import io.seatrial.telemetry.CounterFeed.Sweep;
import io.seatrial.telemetry.TelemetryCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Prometheus server scrapes a lab exporter every second; what the feed reads is what the exporter gave. */
@Tag("services")
class RealPrometheusTest {
    private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
    private static final String LINK = "gpu-01/mlx5_1~leaf-2/1";
    private static final int SCRAPES = 13;
    private static final Counter BYTES = Kind.RX_BYTES.one();
    private static final Counter PAUSE = Kind.RX_PAUSE_TIME.of(3);

    @TempDir
    Path folder;

    private LabExporter exporter;
    private Process prometheus;
    private PrometheusFeed feed;

    private final List<CounterReading> readings = new ArrayList<>();
    private final Map<String, List<Message>> failures = new HashMap<>();
    private CounterSource source;

    @BeforeEach
    void start() throws IOException {
        assertThat(PROMETHEUS).as("install the package prometheus").isExecutable();
        exporter = new LabExporter();
        int port = freePort();
        Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s}
                scrape_configs:
                  - job_name: lab
                    static_configs: [{targets: ["%s"], labels: {instance: "gpu-01:9100"}}]
                """.formatted(exporter.authority()));
        prometheus = new ProcessBuilder(
                        PROMETHEUS.toString(),
                        "--config.file=" + folder.resolve("prometheus.yml"),
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        await().atMost(Duration.ofSeconds(30))
                .failFast(() -> !prometheus.isAlive())
                .until(() -> accepts(port));
        feed = feed(port);
    }

    @AfterEach
    void stop() {
        prometheus.destroy();
        exporter.close();
    }

    private PrometheusFeed feed(int port) {
        Cluster cluster = TelemetryCluster.with(folder, """
                prometheus:
                  url: http://127.0.0.1:%d
                  metrics:
                    - {metric: lab_bytes, counter: rx.bytes}
                    - {metric: lab_pause_us, counter: rx.pause.time.3, scale: 1000}
                """.formatted(port));
        return new PrometheusFeed(cluster.servers().prometheus().orElseThrow(), cluster);
    }

    private boolean sweepUntil(int scrapes) {
        Sweep sweep = feed.sweep();
        readings.addAll(sweep.readings());
        if (!readings.isEmpty()) {
            sweep.failures()
                    .forEach((name, cause) -> failures // before the first scrape there is nothing
                            .computeIfAbsent(name, n -> new ArrayList<>())
                            .add(cause));
        }
        if (!sweep.sources().isEmpty()) {
            source = sweep.sources().get(0);
        }
        return !readings.isEmpty() && of("gpu-01/mlx5_0").size() >= scrapes;
    }

    private List<CounterReading> of(String port) {
        return readings.stream().filter(each -> each.port().name().equals(port)).toList();
    }

    @Test
    void readings_are_what_the_exporter_gave() throws IOException {
        int failing = LabExporter.WORKS_AGAIN - LabExporter.FAILS;
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(700))
                .failFast(() -> !prometheus.isAlive())
                .until(() -> sweepUntil(SCRAPES - failing));

        List<LabExporter.Served> given = exporter.served().stream()
                .filter(each -> !each.values().isEmpty())
                .toList();
        equal(of("gpu-01/mlx5_0"), given, "eth0");
        equal(of("gpu-01/mlx5_1"), given, "eth1");
        assertThat(source.refresh()).isEqualTo(Duration.ofSeconds(1));
        assertThat(failures).containsOnlyKeys("gpu-01/prometheus lab");
        // a sweep between the failure and the next scrape finds the sample of it and a target that is up again
        assertThat(failures.get("gpu-01/prometheus lab"))
                .anySatisfy(cause ->
                        assertThat(cause.values().get("cause").toString()).contains("500"));
        changes();
        joinedLikeAnAgents();
    }

    /** The same counters from a server and from an agent give the same finding over a window of traffic. */
    private void joinedLikeAnAgents() throws IOException {
        Files.writeString(folder.resolve("criteria.yaml"), """
                version: 1
                asks:
                  congestion.pause-ratio:
                    limit: {rows: [{fail: 10ppm, source: s, evidence: D}]}
                """);
        CounterSource agent = new CounterSource("gpu-01", "ethtool", source.refresh(), source.uncertainty());
        List<CounterReading> asAgent = readings.stream()
                .map(each -> new CounterReading(each.port(), "ethtool", each.at(), each.full(), each.values()))
                .toList();
        Measurement ofServer = joined("server", source, readings);
        Measurement ofAgent = joined("agent", agent, asAgent);
        assertThat(ofServer.details()).containsEntry("gpu-01/mlx5_1.rx.pause.time.3", 100_000L);
        assertThat(ofServer.details()).isEqualTo(ofAgent.details());
        assertThat(ofServer.conditions()).isEqualTo(ofAgent.conditions());
    }

    private Measurement joined(String run, CounterSource of, List<CounterReading> all) {
        Cluster cluster = TelemetryCluster.with(folder, "qos: {congestion-control: dcqcn, lossless: [3]}\n");
        Instant begin =
                of("gpu-01/mlx5_1").get(0).at().plus(source.uncertainty()).plusMillis(50);
        TimeWindow window = new TimeWindow(begin, begin.plusSeconds(3));
        RunArchive archive = RunArchive.create(
                folder,
                new RunHeader(
                        RunHeader.FORMAT,
                        run,
                        "small",
                        cluster.hash(),
                        "bringup",
                        1,
                        begin,
                        List.of(),
                        Map.of(),
                        "test"),
                folder);
        archive.append(new SourceRecord(begin, of, Optional.empty()));
        archive.append(all);
        archive.append(new RoundRecord("bandwidth.together", 0, 0, List.of(), List.of(), Optional.of(window)));
        CounterRule rule = CounterRule.of("congestion.pause-ratio").orElseThrow();
        archive.append(new AskRecord(rule.ask(), rule.metric(), 0, List.of(LINK)));
        return new CounterJoin(cluster, CriteriaFile.read(folder, cluster), archive)
                .surveys()
                .get(rule.ask())
                .of(new SubjectId(SubjectId.Kind.LINK, LINK))
                .get(0);
    }

    private void equal(List<CounterReading> read, List<LabExporter.Served> given, String device) {
        assertThat(read).hasSizeGreaterThanOrEqualTo(SCRAPES - 2).hasSizeLessThanOrEqualTo(given.size());
        for (int i = 0; i < read.size(); i++) {
            assertThat(read.get(i).values()).as("scrape %d of %s", i, device).isEqualTo(values(given.get(i), device));
            assertThat(Duration.between(read.get(i).at(), given.get(i).at()).abs())
                    .as("the stated uncertainty holds")
                    .isLessThanOrEqualTo(source.uncertainty());
        }
    }

    private static Map<Counter, Long> values(LabExporter.Served served, String device) {
        Map<Counter, Long> values = new TreeMap<>();
        Long bytes = served.values().get("lab_bytes{device=\"" + device + "\"}");
        Long pause = served.values().get("lab_pause_us{device=\"" + device + "\"}");
        if (bytes != null) {
            values.put(BYTES, bytes);
        }
        if (pause != null) {
            values.put(PAUSE, 1000 * pause);
        }
        return values;
    }

    private void changes() {
        CounterSeries eth0 = series("gpu-01/mlx5_0");
        CounterSeries eth1 = series("gpu-01/mlx5_1");
        assertThat(known(eth0.change(BYTES, 0, LabExporter.RESET - 1))).isEqualTo(3_000_000);
        assertThat(eth0.change(BYTES, 0, LabExporter.RESET)).isEqualTo(new Change.Unknown(Change.Why.RESET));
        assertThat(known(eth1.change(PAUSE, 0, LabExporter.GONE - 1))).isEqualTo(100_000);
        assertThat(eth1.change(PAUSE, 0, LabExporter.GONE)).isEqualTo(new Change.Unknown(Change.Why.RESET));
        assertThat(known(eth1.change(BYTES, 0, SCRAPES - 3))).isEqualTo(4 * (SCRAPES - 1));
    }

    private CounterSeries series(String port) {
        return CounterSeries.of(new SubjectId(SubjectId.Kind.PORT, port), source, of(port));
    }

    private static long known(Change change) {
        assertThat(change).isInstanceOf(Change.Known.class);
        return ((Change.Known) change).amount();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
