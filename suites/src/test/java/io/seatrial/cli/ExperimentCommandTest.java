package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.seatrial.archive.RunArchive;
import io.seatrial.run.LeftTreatment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line says of experiments: of one that is only declared, and of one whose runs lie there. */
class ExperimentCommandTest {
    private static final String DECLARED = """
            version: 1
            name: queue-pairs
            question: "Do four queue pairs help?"
            cluster: %s
            factors:
              - name: qps
                hosts: gpu-[01-02]
                levels:
                  - {name: as-found}
                  - {name: "4", apply: "set-queues 4", restore: "set-queues 1", costs: "twice the memory", risks: "none known"}
            fixed:
              - {name: kernel, command: "uname -r"}
            measure: {profile: pre, only: [bandwidth], asks: [bandwidth.alone], tolerance: 2%%}
            blocks: 6
            """;

    @TempDir
    Path folder;

    @TempDir
    Path runs;

    private void declare() throws IOException {
        Files.writeString(
                folder.resolve("experiment.yaml"),
                DECLARED.formatted(VirtualCopy.ORIGINAL.toAbsolutePath().normalize()));
    }

    private CommandLineRun experiment(String word, String... more) {
        String[] words = new String[more.length + 5];
        String[] first = {"experiment", word, folder.toString(), "--runs", runs.toString()};
        System.arraycopy(first, 0, words, 0, 5);
        System.arraycopy(more, 0, words, 5, more.length);
        return CommandLineRun.of(words);
    }

    /** Runs as 'experiment run' would have left them. */
    private void measured(int blocks, ToDoubleFunction<String> factorOf) {
        ExperimentPlan plan = ExperimentPlan.read(folder);
        for (int block = 0; block < blocks; block++) {
            for (var treatment : plan.experiment().inBlock(block)) {
                Map<String, String> options = new HashMap<>(plan.recorded(block, treatment));
                long seed = 100L * block + treatment.text().length();
                double factor = (1 + 0.05 * Math.sin(block)) * factorOf.applyAsDouble(treatment.text());
                new ComparedArchives(runs)
                        .size(12, 1)
                        .options(options)
                        .write("r" + block + "-" + treatment.text(), seed, i -> factor);
            }
        }
    }

    @Test
    void a_dry_run_shows_every_command_and_touches_nothing() throws IOException {
        declare();
        CommandLineRun dry = experiment("run", "--dry-run");
        assertThat(dry.status()).as(dry.text()).isZero();
        assertThat(dry.out())
                .contains("  gpu-[01-02]: set-queues 4", "  gpu-[01-02]: afterwards: set-queues 1")
                .contains("fixed: kernel: on every host, before every run: uname -r")
                .filteredOn(line -> line.startsWith("block "))
                .hasSize(12);
        assertThat(runs).isEmptyDirectory();
        assertThat(CommandLineRun.of("experiment", "plan", folder.toString()).out())
                .isEqualTo(dry.out());
    }

    @Test
    void five_percent_between_two_levels_is_found_from_the_folders_alone() throws IOException {
        declare();
        measured(6, treatment -> treatment.equals("qps=4") ? 1.05 : 1);
        Path json = runs.resolve("out.json");
        Path html = runs.resolve("out.html");
        CommandLineRun analysed = experiment("analyse", "--json", json.toString(), "--html", html.toString());
        assertThat(analysed.status()).as(analysed.text()).isZero();
        assertThat(analysed.lastLine()).isEqualTo("BETTER");
        JsonNode effect =
                new ObjectMapper().readTree(json.toFile()).path("effects").path(0);
        assertThat(effect.path("change").asDouble()).isBetween(0.045, 0.055);
        assertThat(effect.path("blocks").asInt()).isEqualTo(6);
        assertThat(Files.readString(html)).contains("<h1>BETTER</h1>", "twice the memory", "set-queues 1");
    }

    @Test
    void the_same_level_twice_is_nothing() throws IOException {
        declare();
        measured(6, treatment -> 1);
        CommandLineRun analysed = experiment("analyse");
        assertThat(analysed.status()).as(analysed.text()).isZero();
        assertThat(analysed.lastLine()).isEqualTo("NOTHING WORSE");
    }

    @Test
    void blocks_that_are_missing_are_said_and_leave_the_question_open() throws IOException {
        declare();
        measured(5, treatment -> 1);
        CommandLineRun analysed = experiment("analyse");
        assertThat(analysed.status()).isEqualTo(3);
        assertThat(analysed.text()).contains("2 of 12 runs are not measured");
    }

    @Test
    void runs_of_another_version_of_the_file_do_not_count() throws IOException {
        declare();
        measured(6, treatment -> 1);
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, Files.readString(file).replace("set-queues 4", "set-queues 8"));
        CommandLineRun analysed = experiment("analyse");
        assertThat(analysed.status()).isEqualTo(3);
        assertThat(analysed.text()).contains("12 runs belong to another version of experiment.yaml");
    }

    private Path left(String run, String line) throws IOException {
        Path journal = runs.resolve("virtual").resolve(run).resolve("journal.ndjson");
        Files.createDirectories(journal.getParent());
        return Files.writeString(journal, line);
    }

    private static final String NOT_TAKEN_BACK =
            "{\"event\":\"change\",\"sequence\":1,\"at\":\"2026-11-30T10:00:00Z\",\"host\":\"gpu-01\",\"kind\":\"COMMAND\","
                    + "\"target\":\"set-queues 1\",\"run\":\"r\",\"before\":\"PRESENT\"}\n";

    @Test
    void nothing_is_measured_while_a_setting_of_any_run_is_not_taken_back() throws IOException {
        declare();
        new ComparedArchives(runs).open().write("crashed", 1, i -> 1);
        Path journal = left("crashed", NOT_TAKEN_BACK);
        for (int again = 0; again < 2; again++) {
            CommandLineRun refused = experiment("run");
            assertThat(refused.status()).as(refused.text()).isEqualTo(4);
            assertThat(refused.err())
                    .contains("gpu-01", "'set-queues 1'", journal.toString(), "seatrial cleanup --cluster ");
        }
        assertThat(RunArchive.all(runs)).hasSize(1);
        Files.writeString(
                journal, NOT_TAKEN_BACK.replace("COMMAND", "DIRECTORY").replace("set-queues 1", "/tmp/x"));
        assertThat(LeftTreatment.of(runs, "virtual")).isEmpty();
        Files.writeString(journal, "no journal\n");
        assertThat(experiment("run").status()).isEqualTo(4);
    }

    @Test
    void a_run_that_left_its_setting_does_not_count_and_is_named() throws IOException {
        declare();
        measured(6, treatment -> 1);
        left("r3-qps=4", NOT_TAKEN_BACK);
        CommandLineRun analysed = experiment("analyse");
        assertThat(analysed.status()).isEqualTo(3);
        assertThat(analysed.text()).contains("1 of 12 runs are not measured").contains("run r3-qps=4 does not count");
    }

    @Test
    void a_host_that_the_cluster_does_not_have_is_refused() throws IOException {
        declare();
        Path file = folder.resolve("experiment.yaml");
        Files.writeString(file, Files.readString(file).replace("gpu-[01-02]", "gpu-[01-09]"));
        CommandLineRun refused = experiment("run");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).contains("has no host gpu-05");
    }
}
