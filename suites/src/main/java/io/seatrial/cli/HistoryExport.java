package io.seatrial.cli;

import io.seatrial.archive.history.HistoryQueries;
import io.seatrial.report.openmetrics.Exposition;
import io.seatrial.report.openmetrics.LatestRun;
import io.seatrial.telemetry.TelemetryException;
import io.seatrial.telemetry.http.TextPush;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The newest run of each cluster for Prometheus. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write the newest run of each cluster as gauges for Prometheus: values, verdicts, when it ran.",
            "reports/grafana/seatrial.json is a dashboard over them."
        })
final class HistoryExport implements Callable<Integer> {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final String STANDARD_OUTPUT = "-";
    private static final String TEXTFILE = ".prom";

    @Mixin
    HistoryScope scope;

    @Option(
            names = "--openmetrics",
            paramLabel = "FILE|-",
            description = "Write OpenMetrics text to a file, whole or not at all, or to standard output.")
    Optional<String> openMetrics = Optional.empty();

    @Option(
            names = "--textfile",
            paramLabel = "FILE" + TEXTFILE,
            description = "Write a file for the textfile folder of a node exporter, whole or not at all.")
    Optional<Path> textfile = Optional.empty();

    @Option(
            names = "--pushgateway",
            paramLabel = "URL",
            description = "Put it on a Pushgateway, one group for each cluster: http://HOST:9091.")
    Optional<String> pushgateway = Optional.empty();

    @Override
    public Integer call() {
        if (openMetrics.isEmpty() && textfile.isEmpty() && pushgateway.isEmpty()) {
            throw new UsageException("expected --openmetrics FILE|-, --textfile FILE or --pushgateway URL");
        }
        textfile.filter(file -> !file.toString().endsWith(TEXTFILE)).ifPresent(file -> {
            throw new UsageException("--textfile: expected a name that ends with " + TEXTFILE
                    + ", which is all that a node exporter reads, got " + file);
        });
        Optional<TextPush> gateway = pushgateway.map(HistoryExport::gateway);
        return scope.ask(queries -> export(queries, gateway));
    }

    private static TextPush gateway(String url) {
        try {
            return new TextPush(URI.create(url), DEADLINE);
        } catch (IllegalArgumentException e) {
            // what is no address may hold a secret and is not repeated
            boolean unreadable = e.getMessage().contains(url);
            throw new UsageException("--pushgateway: "
                    + (unreadable ? "expected an address such as http://gateway:9091" : e.getMessage()));
        }
    }

    private int export(HistoryQueries queries, Optional<TextPush> gateway) {
        List<LatestRun> latest = scope.clusters(queries).stream()
                .flatMap(cluster -> LatestRun.of(queries, cluster).stream())
                .toList();
        openMetrics.ifPresent(file -> write(file, Exposition.OPENMETRICS.text(latest)));
        textfile.ifPresent(file -> write(file.toString(), Exposition.PROMETHEUS.text(latest)));
        gateway.ifPresent(push -> latest.forEach(run -> push(push, run)));
        return Status.HOLDS;
    }

    private void write(String name, String text) {
        if (name.equals(STANDARD_OUTPUT)) {
            scope.out().print(text);
            scope.out().flush();
            return;
        }
        Path file = Path.of(name);
        // not a temporary file of Java's, which nobody but its owner may read
        Path draft = file.resolveSibling(
                "." + file.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UsageException(Failures.text(e));
        }
    }

    private static void push(TextPush gateway, LatestRun latest) {
        try {
            gateway.put(
                    "/metrics/job/seatrial/" + group(latest.run().cluster()),
                    Exposition.PROMETHEUS.contentType(),
                    Exposition.PROMETHEUS.text(List.of(latest)));
        } catch (TelemetryException e) {
            throw new IllegalStateException(
                    "Pushgateway " + e.getMessage() + "; look whether it is up and takes this", e);
        }
    }

    /** The gateway takes a value with a slash in base 64 alone. */
    private static String group(String cluster) {
        return cluster.contains("/")
                ? "cluster@base64/"
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(cluster.getBytes(StandardCharsets.UTF_8))
                : "cluster/"
                        + URLEncoder.encode(cluster, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
