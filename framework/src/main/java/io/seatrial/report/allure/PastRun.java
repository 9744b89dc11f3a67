package io.seatrial.report.allure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * An earlier run of the same cluster, for history and trend.
 *
 * @param id name of the run
 * @param time when it began
 * @param reportUrl where its report lies, as seen from the new report: {@code ../RUN/index.html}; empty where there is none
 * @param results status and time by history id
 */
public record PastRun(String id, Instant time, String reportUrl, Map<String, PastResult> results) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public PastRun {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(reportUrl, "reportUrl");
        results = Collections.unmodifiableSortedMap(new TreeMap<>(results));
    }

    /**
     * How one test ended in that run.
     *
     * @param status {@code passed}, {@code failed}, {@code broken}, {@code skipped} or {@code unknown}
     * @param start when it began, ms since 1970
     * @param stop when it ended, ms since 1970
     */
    public record PastResult(String status, long start, long stop) {
        public PastResult {
            Objects.requireNonNull(status, "status");
        }
    }

    /**
     * Read the statuses of a run from its Allure results; a result file that cannot be read is left out, because an earlier run must not
     * spoil this one.
     *
     * @param resultsFolder {@code RUN/allure-results} of that run; where it is missing the run has no results
     */
    public static PastRun read(String id, Instant time, String reportUrl, Path resultsFolder) {
        Map<String, PastResult> results = new TreeMap<>();
        for (Path file : resultFiles(resultsFolder)) {
            addResult(file, results);
        }
        return new PastRun(id, time, reportUrl, results);
    }

    private static List<Path> resultFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith("-result.json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Allure results: " + folder + " cannot be listed", e);
        }
    }

    private static void addResult(Path file, Map<String, PastResult> results) {
        try {
            JsonNode result = JSON.readTree(file.toFile());
            String historyId = result.path("historyId").asText("");
            if (!historyId.isEmpty()) {
                String status = result.path("status").asText("unknown");
                results.put(
                        historyId,
                        new PastResult(
                                status,
                                result.path("start").asLong(),
                                result.path("stop").asLong()));
            }
        } catch (IOException e) {
            // Left out on purpose: see the Javadoc of read.
            return;
        }
    }
}
