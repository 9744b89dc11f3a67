package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line says of the constructed archives of the cluster of 1,024 GPUs. */
class CaseTest {
    private static final String WRITES = "rdma.write-bandwidth.together.limit";
    private static final String PAUSE = "congestion.pause-ratio.limit";
    private static final String MARKS = "congestion.ecn-ratio.limit";
    private static final int HOST_LINKS = 128;
    private static final int UPLINKS = 64;

    @TempDir
    Path results;

    /** One result of a judgement, as Allure got it. */
    private record Result(String name, String status, String message) {}

    private CommandLineRun judge(String archive) {
        String run = Path.of("..", "inventory", "case-1024", "runs", archive).toString();
        CommandLineRun judged = CommandLineRun.of("judge", run, "--results", results.toString());
        assertThat(judged.text())
                .contains("nothing here was measured: archive " + archive + " is constructed")
                .doesNotContain("did not come to its end")
                .doesNotContain("was changed after the run");
        return judged;
    }

    private List<Result> results(String criterion, String status) throws IOException {
        List<Result> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(results.resolve("allure-results"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith("-result.json")).toList()) {
                JsonNode node = new ObjectMapper().readTree(file.toFile());
                Result result = new Result(
                        node.path("name").asText(),
                        node.path("status").asText(),
                        node.path("statusDetails").path("message").asText());
                if (result.name().startsWith(criterion) && result.status().equals(status)) {
                    found.add(result);
                }
            }
        }
        return found;
    }

    @Test
    void before_is_rejected_for_marks_pauses_and_bandwidth_with_their_limits() throws IOException {
        CommandLineRun judged = judge("before");
        assertThat(judged.status()).as(judged.text()).isEqualTo(1);
        assertThat(judged.lastLine()).isEqualTo("REJECTED");
        assertThat(results(MARKS, "failed")).hasSize(UPLINKS).allSatisfy(result -> {
            assertThat(result.name()).contains("~spine-");
            assertThat(result.message()).contains("at most : 1 %", "evidence D", "was          : 8 %");
        });
        assertThat(results(MARKS, "passed")).hasSize(HOST_LINKS);
        assertThat(results(PAUSE, "failed"))
                .hasSize(HOST_LINKS)
                .allSatisfy(result ->
                        assertThat(result.message()).contains("at most :  5 %", "evidence D", "was          : 20 %"));
        assertThat(results(PAUSE, "passed")).hasSize(UPLINKS);
        assertThat(results(WRITES, "failed"))
                .hasSize(HOST_LINKS)
                .allSatisfy(result ->
                        assertThat(result.message()).contains("at least : 180 Gb/s", "was           : 100 Gb/s"));
        assertThat(Files.readString(results.resolve("summary.html")))
                .contains("leaf-1/Ethernet17, queue 3", "gpu-001/mlx5_0&gt;leaf-1/Ethernet1, priority 3");
    }

    @Test
    void after_keeps_the_limits_of_congestion_and_still_falls_short_of_nine_tenths_of_the_bound() throws IOException {
        CommandLineRun judged = judge("after");
        assertThat(judged.status()).as(judged.text()).isEqualTo(1);
        assertThat(judged.lastLine()).isEqualTo("REJECTED");
        assertThat(results("congestion.", "failed")).isEmpty();
        assertThat(results("congestion.", "broken")).isEmpty();
        assertThat(results(MARKS, "passed")).hasSize(HOST_LINKS + UPLINKS);
        assertThat(results(PAUSE, "passed")).hasSize(HOST_LINKS + UPLINKS);
        assertThat(judged.text()).contains("166.4 Gb/s  180.0 Gb/s [D]");
        assertThat(results(WRITES, "failed"))
                .hasSize(HOST_LINKS)
                .allSatisfy(result ->
                        assertThat(result.message()).contains("at least : 180.0 Gb/s", "was           : 166.4 Gb/s"));
    }

    @Test
    void frames_without_durations_are_not_proven_and_say_between_what_the_share_lies() throws IOException {
        CommandLineRun judged = judge("frames-only");
        assertThat(judged.status()).as(judged.text()).isEqualTo(3);
        assertThat(judged.lastLine()).isEqualTo("NOT PROVEN");
        assertThat(results("", "failed")).isEmpty();
        assertThat(results(PAUSE, "broken"))
                .hasSize(HOST_LINKS)
                .allSatisfy(result -> assertThat(result.message()).contains("between 0 and 33.6 %"));
        assertThat(results(PAUSE, "passed")).hasSize(UPLINKS);
        assertThat(results(MARKS, "passed")).hasSize(HOST_LINKS + UPLINKS);
        assertThat(results(WRITES, "passed")).hasSize(HOST_LINKS);
    }
}
