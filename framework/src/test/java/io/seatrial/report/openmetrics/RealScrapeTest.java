package io.seatrial.report.openmetrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpServer;
import io.seatrial.inventory.HttpSettings;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.telemetry.http.JsonServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts before those who read them: Prometheus scrapes OpenMetrics, promtool checks the older format. */
@Tag("services")
class RealScrapeTest {
    private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

    @TempDir
    Path folder;

    @Test
    void promtool_finds_nothing_to_say() throws IOException, InterruptedException {
        assertThat(PROMTOOL).as("install the package prometheus").isExecutable();
        Path text = Files.writeString(
                folder.resolve("seatrial.prom"),
                Exposition.PROMETHEUS.text(List.of(ExpositionTest.run("alpha"), ExpositionTest.run("beta"))));
        Path said = folder.resolve("said");
        Process check = new ProcessBuilder(PROMTOOL.toString(), "check", "metrics")
                .redirectInput(text.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(check.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).hasContent("");
        assertThat(check.exitValue()).isZero();
    }

    @Test
    void prometheus_scrapes_openmetrics() throws IOException {
        assertThat(PROMETHEUS).as("install the package prometheus").isExecutable();
        HttpServer exporter = exporter();
        int port = freePort();
        Process prometheus = prometheus(exporter.getAddress().getPort(), port);
        try {
            JsonServer server = new JsonServer(
                    "prometheus",
                    new HttpSettings(
                            URI.create("http://127.0.0.1:" + port),
                            Optional.empty(),
                            Optional.empty(),
                            Duration.ofSeconds(10)));
            await().atMost(Duration.ofSeconds(60))
                    .failFast(() -> !prometheus.isAlive())
                    .until(() -> !value(server, "seatrial_run_info").isEmpty());
            assertThat(value(server, "count({__name__=~\"seatrial_.*\"})")).isEqualTo("14");
            assertThat(value(server, "seatrial_run_exit_status{cluster=\"alpha\"}"))
                    .isEqualTo("3");
            assertThat(value(server, "seatrial_time_seconds{subject=\"a/x>b/\\\"y\\\"\"}"))
                    .isEqualTo("0.000004");
        } finally {
            prometheus.destroy();
            exporter.stop(0);
        }
    }

    private static HttpServer exporter() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] text = Exposition.OPENMETRICS
                .text(List.of(ExpositionTest.run("alpha")))
                .getBytes(StandardCharsets.UTF_8);
        server.createContext("/metrics", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", Exposition.OPENMETRICS.contentType());
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
        return server;
    }

    private Process prometheus(int from, int port) throws IOException {
        Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s}
                scrape_configs:
                  - job_name: seatrial
                    static_configs: [{targets: ["127.0.0.1:%d"]}]
                """.formatted(from));
        return new ProcessBuilder(
                        PROMETHEUS.toString(),
                        "--config.file=" + folder.resolve("prometheus.yml"),
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
    }

    /** The value of the first series, an empty text where there is none or nobody answers yet. */
    private static String value(JsonServer server, String query) {
        try {
            JsonServer.Answer answer = server.get("/api/v1/query", Map.of("query", query));
            JsonNode result = answer.isSuccess() ? answer.body() : JsonNodeFactory.instance.objectNode();
            return result.path("data")
                    .path("result")
                    .path(0)
                    .path("value")
                    .path(1)
                    .asText();
        } catch (TelemetryException e) {
            return "";
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
