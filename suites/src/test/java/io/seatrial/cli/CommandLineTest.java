package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line says to wrong input: one clear text, exit status 2, and nothing is touched. */
class CommandLineTest {
    private static final String VIRTUAL = Path.of("..", "inventory", "virtual").toString();

    @ParameterizedTest
    @ValueSource(
            strings = {"run", "plan", "judge", "report", "baseline", "inventory", "lab", "cleanup", "read", "explain"})
    void every_command_has_help(String command) {
        CommandLineRun help = CommandLineRun.of("help", command);
        assertThat(help.status()).isZero();
        assertThat(help.text()).contains("Usage: seatrial " + command);
    }

    @Test
    void the_overview_names_every_command_as_full_help_does() {
        CommandLineRun overview = CommandLineRun.of("--help");
        assertThat(overview.status()).isZero();
        assertThat(overview.out()).isEqualTo(CommandLineRun.of("help").out());
        assertThat(overview.text()).contains("cleanup").contains("0   accepted; holds");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run --cluster VIRTUAL --profile bringup --fault slow-cabel:gpu-01/mlx5_0 | slow-cable",
                "run --cluster VIRTUAL --profile bringup --fault slow-cable:gpu-09/mlx5_0 | gpu-0",
                "run --cluster VIRTUAL --profile bringup --fault slow-cable | NAME:SUBJECT",
                "run --cluster EXAMPLE --profile bringup --fault slow-cable:gpu-01/mlx5_0 | not virtual",
                "run --cluster VIRTUAL --profile bringub | bringup",
                "run --cluster VIRTUAL --profile bringup --hosts gpu-9 | gpu-9",
                "run --cluster VIRTUAL --profile bringup --hosts gpu-[01- | gpu-[01-",
                "run --cluster VIRTUAL --profile bringup --leaf leaf-7 | leaf-",
                "run --cluster VIRTUAL --profile bringup --rail 5 | rail 5",
                "run --cluster VIRTUAL --profile bringup --budget 5 | 30m",
                "run --cluster VIRTUAL --profile bringup --only latencies | latencies",
                "run --cluster VIRTUAL --profile bringup --resume 2020 | 2020",
                "run --cluster VIRTUAL --profile bringup --retest 2020 | 2020",
                "run --cluster VIRTUAL | --profile",
                "run --profile bringup | --cluster",
                "run --cluster /nowhere --profile bringup | /nowhere",
                "judge 2020 | no such run",
                "nonsense | nonsense",
            })
    void wrong_input_is_refused_with_what_is_wrong(String line, String said, @TempDir Path runs) {
        String example = Path.of("..", "inventory", "example-h100").toString();
        String[] words = line.trim()
                .replace("VIRTUAL", VIRTUAL)
                .replace("EXAMPLE", example)
                .split(" ");
        boolean hasRuns = java.util.List.of("run", "judge", "baseline").contains(words[0]);
        CommandLineRun run = hasRuns ? withRuns(words, runs) : CommandLineRun.of(words);
        assertThat(run.status()).as(run.text()).isEqualTo(2);
        assertThat(run.text()).contains(said.trim());
        assertThat(runs).isEmptyDirectory();
    }

    private static CommandLineRun withRuns(String[] words, Path runs) {
        String[] all = java.util.Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--runs";
        all[words.length + 1] = runs.toString();
        return CommandLineRun.of(all);
    }

    @Test
    void a_broken_cluster_file_is_refused_with_file_and_line(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), "format: 1\nname: x\nhots: []\n");
        CommandLineRun run = CommandLineRun.of("inventory", "check", "--cluster", folder.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.text()).contains("cluster.yaml:3").contains("hots").contains("hosts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{\"version\": 7}", "{\"version\""})
    void a_broken_baseline_is_wrong_input_and_named_with_what_to_do(String text, @TempDir Path folder)
            throws IOException {
        for (String name : java.util.List.of("cluster.yaml", "criteria.yaml")) {
            Files.copy(Path.of(VIRTUAL, name), folder.resolve(name));
        }
        Files.writeString(folder.resolve("baseline.json"), text);
        CommandLineRun run = CommandLineRun.of("inventory", "check", "--cluster", folder.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("baseline.json:").contains("expected").contains("baseline accept");
        assertThat(run.err().lines()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "links|latency", "links latency", "&"})
    void only_takes_one_tag_at_a_time(String tag) {
        CommandLineRun plan = CommandLineRun.of("plan", "--cluster", VIRTUAL, "--profile", "bringup", "--only", tag);
        assertThat(plan.status()).isEqualTo(2);
        assertThat(plan.err()).startsWith("--only: expected one tag");
    }

    @Test
    void the_resolved_cluster_is_json() throws IOException {
        CommandLineRun run = CommandLineRun.of("inventory", "check", "--cluster", VIRTUAL, "--json");
        var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(String.join("\n", run.out()));
        assertThat(json.at("/hosts")).hasSize(4);
        assertThat(json.at("/hosts/0/name").asText()).isEqualTo("gpu-01");
        assertThat(json.at("/hosts/0/ports/0/device").asText()).isEqualTo("mlx5_0");
        assertThat(json.at("/switches")).hasSize(4);
        assertThat(json.at("/links")).hasSize(12);
    }

    @Test
    void a_plan_touches_nothing_and_says_what_is_not_asked() {
        CommandLineRun plan = CommandLineRun.of("plan", "--cluster", VIRTUAL, "--profile", "bringup", "--rounds");
        assertThat(plan.status()).isZero();
        assertThat(plan.text())
                .contains("bandwidth.together")
                .contains("round 0: gpu-01/mlx5_0>")
                .contains("not asked: latency.within-rail.baseline");
    }

    @Test
    void the_same_seed_gives_the_same_plan() {
        String[] words = {"plan", "--cluster", VIRTUAL, "--profile", "bringup", "--rounds", "--seed", "5"};
        assertThat(CommandLineRun.of(words).out())
                .isEqualTo(CommandLineRun.of(words).out());
    }

    @Test
    void a_budget_says_what_it_cuts() {
        CommandLineRun plan =
                CommandLineRun.of("plan", "--cluster", VIRTUAL, "--profile", "bringup", "--budget", "20s");
        assertThat(plan.text()).contains("rounds dropped");
    }

    @Test
    void a_dry_run_leaves_no_run(@TempDir Path runs) {
        CommandLineRun run = CommandLineRun.of(
                "run", "--cluster", VIRTUAL, "--profile", "bringup", "--dry-run", "--runs", runs.toString());
        assertThat(run.status()).isZero();
        assertThat(run.text()).contains("latency.within-rail");
        assertThat(runs).isEmptyDirectory();
    }

    @Test
    void the_faults_are_listed() {
        assertThat(CommandLineRun.of("lab", "faults").text())
                .contains("slow-cable")
                .contains("garbage-agent");
    }
}
