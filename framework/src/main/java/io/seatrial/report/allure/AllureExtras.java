package io.seatrial.report.allure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.seatrial.report.RunFacts;
import io.seatrial.report.RunReport;
import io.seatrial.report.page.CoverageTable;
import io.seatrial.report.page.Templates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes what Allure shows beside the results: environment, executor, categories, history and trends. */
public final class AllureExtras {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private AllureExtras() {}

    /**
     * Write the extra files into the folder of the results. A Jenkins with Allure's plugin reads them too.
     *
     * @param results folder of the results
     * @param history earlier runs of the same cluster, in any order
     * @throws UncheckedIOException if they cannot be written
     */
    public static void write(Path results, RunReport report, List<PastRun> history) {
        try {
            Files.createDirectories(results.resolve("history"));
            Files.writeString(results.resolve("categories.json"), Templates.text("categories.json"));
            Files.writeString(
                    results.resolve("environment.properties"), environment(report), StandardCharsets.ISO_8859_1);
            JSON.writeValue(results.resolve("executor.json").toFile(), executor(report.run(), history));
            for (Map.Entry<String, Object> file : new History(history).files().entrySet()) {
                JSON.writeValue(
                        results.resolve("history").resolve(file.getKey()).toFile(), file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Allure results: " + results + " cannot be written", e);
        }
    }

    /** Properties without the date that {@link Properties#store} puts first, sorted, so that equal runs give equal bytes. */
    private static String environment(RunReport report) throws IOException {
        Map<String, String> values = new TreeMap<>(report.environment());
        values.put("Cluster", report.run().cluster());
        values.put("Run", report.run().id());
        values.put("Profile", report.run().profile());
        values.put("Verdict", report.outcome().word());
        values.put("Virtual fabric", report.run().virtual() ? "yes: says nothing about hardware" : "no");
        values.put("Coverage", CoverageTable.sentence(report.coverage()));
        Properties properties = new Properties();
        properties.putAll(values);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        properties.store(bytes, null);
        return bytes.toString(StandardCharsets.ISO_8859_1)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static Map<String, Object> executor(RunFacts run, List<PastRun> history) {
        Map<String, Object> executor = new LinkedHashMap<>();
        executor.put("name", "Seatrial");
        executor.put("type", "seatrial");
        executor.put("buildOrder", Math.min(history.size(), History.KEPT) + 1);
        executor.put("buildName", run.cluster() + " " + run.profile() + " " + run.id());
        executor.put("reportName", "Seatrial: " + run.cluster() + " " + run.profile() + " " + run.id());
        executor.put("reportUrl", "../" + run.id() + "/" + HtmlReport.FILE);
        return executor;
    }
}
