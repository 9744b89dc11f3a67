package io.seatrial.report.allure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.report.SampleRun;
import io.seatrial.report.allure.PastRun.PastResult;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllureExtrasTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant NIGHT = Instant.parse("2026-02-27T21:00:00Z");

    @TempDir
    Path folder;

    @Test
    void writes_the_environment_without_a_date_and_with_the_verdict() throws IOException {
        AllureExtras.write(folder, SampleRun.ofLinks(8), List.of());
        Properties environment = new Properties();
        try (Reader in =
                Files.newBufferedReader(folder.resolve("environment.properties"), StandardCharsets.ISO_8859_1)) {
            environment.load(in);
        }
        assertThat(environment)
                .containsEntry("Cluster", "virtual")
                .containsEntry("Verdict", "REJECTED")
                .containsEntry("Probe", "0.1 a1b2c3")
                .containsEntry("Virtual fabric", "yes: says nothing about hardware");
        assertThat(folder.resolve("environment.properties")).content().doesNotContain("#");
    }

    @Test
    void sorts_results_into_bad_fabric_not_proven_and_waived() throws IOException {
        AllureExtras.write(folder, SampleRun.ofLinks(1), List.of());
        JsonNode categories = JSON.readTree(folder.resolve("categories.json").toFile());
        assertThat(categories.findValuesAsText("name")).containsExactly("Fabric bad", "Not proven", "Waived");
        assertThat(categories.findValues("matchedStatuses").toString())
                .isEqualTo("[[\"failed\"], [\"broken\"], [\"skipped\"]]");
    }

    @Test
    void tells_the_history_of_each_test_newest_first() throws IOException {
        PastRun old = new PastRun("r1", NIGHT, "../r1/index.html", Map.of("a", new PastResult("failed", 10, 15)));
        PastRun young = new PastRun(
                "r2",
                NIGHT.plusSeconds(86_400),
                "",
                Map.of("a", new PastResult("passed", 20, 22), "b", new PastResult("skipped", 20, 21)));

        AllureExtras.write(folder, SampleRun.ofLinks(1), List.of(old, young));

        JsonNode history = read("history.json");
        assertThat(history.at("/a/items").findValuesAsText("status")).containsExactly("passed", "failed");
        assertThat(history.at("/a/items/1/reportUrl").asText()).isEqualTo("../r1/index.html");
        assertThat(history.at("/a/items/0").has("reportUrl")).isFalse();
        assertThat(history.at("/a/items/1/time/duration").asLong()).isEqualTo(5);
        assertThat(history.at("/a/statistic/failed").asInt()).isEqualTo(1);
        assertThat(history.at("/a/statistic/total").asInt()).isEqualTo(2);
        JsonNode trend = read("history-trend.json");
        assertThat(trend.findValuesAsText("reportName")).containsExactly("r2", "r1");
        assertThat(trend.at("/0/data/skipped").asInt()).isEqualTo(1);
        assertThat(read("categories-trend.json").at("/1/data/Fabric bad").asInt())
                .isEqualTo(1);
        assertThat(JSON.readTree(folder.resolve("executor.json").toFile())
                        .get("buildOrder")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void keeps_twenty_runs() throws IOException {
        List<PastRun> runs = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            runs.add(new PastRun("r" + i, NIGHT.plusSeconds(i), "", Map.of("a", new PastResult("passed", i, i))));
        }
        AllureExtras.write(folder, SampleRun.ofLinks(1), runs);
        assertThat(read("history.json").at("/a/items")).hasSize(20);
        assertThat(read("history-trend.json").at("/0/reportName").asText()).isEqualTo("r24");
    }

    @Test
    void reads_earlier_results_and_leaves_out_what_is_broken() throws IOException {
        Files.writeString(
                folder.resolve("1-result.json"), "{\"historyId\":\"a\",\"status\":\"broken\",\"start\":1,\"stop\":4}");
        Files.writeString(folder.resolve("2-result.json"), "{\"historyId\":\"b\"");
        Files.writeString(folder.resolve("3-container.json"), "{\"historyId\":\"c\"}");

        PastRun run = PastRun.read("r", NIGHT, "", folder);

        assertThat(run.results()).containsOnly(Map.entry("a", new PastResult("broken", 1, 4)));
        assertThat(PastRun.read("r", NIGHT, "", folder.resolve("nowhere")).results())
                .isEmpty();
    }

    private JsonNode read(String name) throws IOException {
        return JSON.readTree(folder.resolve("history").resolve(name).toFile());
    }
}
