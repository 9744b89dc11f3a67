package io.seatrial.report.allure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qameta.allure.Allure;
import io.qameta.allure.AllureLifecycle;
import io.seatrial.measurement.SubjectId;
import io.seatrial.report.Finding;
import io.seatrial.report.SampleRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllureSessionTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void keeps_the_history_of_a_subject_when_others_are_added_and_reordered() throws IOException {
        List<Finding> few = latencies(4);
        List<Finding> more = new ArrayList<>(latencies(6));
        Collections.reverse(more);

        Map<String, String> before = historyByName(run(folder.resolve("a"), few));
        Map<String, String> after = historyByName(run(folder.resolve("b"), more));

        assertThat(before).hasSize(4);
        assertThat(after).hasSize(6).containsAllEntriesOf(before);
        assertThat(after.values()).doesNotHaveDuplicates();
    }

    @Test
    void shows_verdicts_as_the_four_statuses() throws IOException {
        Map<String, String> statuses = new TreeMap<>();
        for (JsonNode result : run(folder, SampleRun.ofLinks(8).findings())) {
            statuses.merge(result.get("status").asText(), "x", String::concat);
        }
        assertThat(statuses)
                .containsOnlyKeys("passed", "failed", "broken", "skipped")
                .containsEntry("failed", "x")
                .containsEntry("broken", "x")
                .containsEntry("skipped", "x");
    }

    @Test
    void never_hides_a_result_behind_another_of_the_same_test_and_subject() throws IOException {
        List<JsonNode> results = run(folder, SampleRun.ofLinks(4).findings());
        assertThat(results).hasSize(8);
        assertThat(results.stream().map(r -> r.get("historyId").asText())).doesNotHaveDuplicates();
    }

    @Test
    void lets_no_injected_argument_index_thread_or_controller_reach_a_file() throws IOException {
        JsonNode result = run(folder, latencies(1)).get(0);

        assertThat(names(result.get("parameters"))).containsExactly("link", "seen");
        assertThat(result.get("parameters").get(1).get("excluded").asBoolean()).isTrue();
        assertThat(names(result.get("labels")))
                .contains("suite", "host", "switch", "rail", "tier")
                .doesNotContain("thread", "junit.platform.uniqueid");
        assertThat(label(result, "host")).isEqualTo("gpu-01");
        assertThat(label(result, "suite")).isEqualTo("latency");
        assertThat(result.toString()).doesNotContain("java.lang.Object@").doesNotContain("#1");
    }

    @Test
    void hangs_steps_and_attachments_below_their_result() throws IOException {
        JsonNode result = run(folder, latencies(3)).stream()
                .filter(r -> r.get("status").asText().equals("failed"))
                .findFirst()
                .orElseThrow();

        assertThat(result.get("steps")).hasSize(1);
        assertThat(result.get("steps").get(0).get("status").asText()).isEqualTo("failed");
        Path attachment =
                folder.resolve(result.get("attachments").get(0).get("source").asText());
        assertThat(attachment).hasContent("said <b>this</b>");
        assertThat(result.get("statusDetails").get("message").asText())
                .contains("expected at most : 5.00 us   (baseline 4.21 us)\nbut was          : 7.31 us\n");
    }

    @Test
    void writes_only_into_its_folder_and_gives_the_global_door_back() throws IOException {
        AllureLifecycle before = Allure.getLifecycle();
        run(folder, latencies(1));
        assertThat(Allure.getLifecycle()).isSameAs(before);
        assertThat(Path.of("allure-results")).doesNotExist();
    }

    @Test
    void says_at_the_end_that_a_result_could_not_be_written() throws IOException {
        Path full = folder.resolve("results");
        AllureSession session = AllureSession.open(full);
        Files.delete(full);
        Files.writeString(full, "a file in the place of the folder");
        SampleSuite.run(session, latencies(2));
        assertThatThrownBy(session::close)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("Allure results cannot be written into " + full);
    }

    @Test
    void does_nothing_outside_a_test() {
        try (AllureSession session = AllureSession.open(folder)) {
            List<String> ran = new ArrayList<>();
            session.result().attachText("a", "b").step("s", () -> ran.add("s")).measured("x", "1");
            assertThat(ran).containsExactly("s");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void tells_the_same_link_in_two_tests_apart() {
        SubjectId subject = SampleRun.link(0).subject();
        assertThat(identity("a", subject).historyId())
                .matches("[0-9a-f]{32}")
                .isNotEqualTo(identity("b", subject).historyId())
                .isEqualTo(identity("a", subject).historyId());
    }

    private static ResultIdentity identity(String method, SubjectId subject) {
        return new ResultIdentity("T", method, subject, "n", "latency", Map.of());
    }

    private static List<Finding> latencies(int count) {
        return SampleRun.ofLinks(count).findings().stream()
                .filter(finding -> finding.family().equals("latency"))
                .toList();
    }

    private static List<JsonNode> run(Path into, List<Finding> findings) throws IOException {
        try (AllureSession session = AllureSession.open(into)) {
            SampleSuite.run(session, findings);
        }
        List<JsonNode> results = new ArrayList<>();
        try (Stream<Path> files = Files.list(into)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith("-result.json")).toList()) {
                results.add(JSON.readTree(file.toFile()));
            }
        }
        return results;
    }

    private static Map<String, String> historyByName(List<JsonNode> results) {
        return results.stream()
                .collect(Collectors.toMap(
                        r -> r.get("name").asText(), r -> r.get("historyId").asText()));
    }

    private static List<String> names(JsonNode items) {
        return items.findValuesAsText("name");
    }

    private static String label(JsonNode result, String name) {
        for (JsonNode label : result.get("labels")) {
            if (label.get("name").asText().equals(name)) {
                return label.get("value").asText();
            }
        }
        return "";
    }
}
