package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line says of two archived runs. */
class CompareCommandTest {
    @TempDir
    Path runs;

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    private ComparedArchives archives() {
        return new ComparedArchives(runs);
    }

    private CommandLineRun compare(String... more) {
        List<String> words = new ArrayList<>(List.of("compare", "a", "b", "--runs", runs.toString()));
        words.addAll(List.of(more));
        return CommandLineRun.of(words.toArray(String[]::new));
    }

    private void refused(String said) {
        CommandLineRun compared = compare();
        assertThat(compared.status()).as(compared.text()).isEqualTo(2);
        assertThat(compared.err()).contains(said);
        assertThat(compared.err().lines()).hasSize(1);
    }

    @Test
    void a_link_that_lost_a_tenth_is_named_with_its_numbers_in_text_json_and_page() throws IOException {
        archives().write("a", 1, i -> 1);
        archives().profile("post").write("b", 2, i -> i == 3 ? 0.9 : 1);
        Path json = runs.resolve("out/c.json");
        Path html = runs.resolve("out/c.html");
        CommandLineRun compared = compare("--tolerance", "5%", "--json", json.toString(), "--html", html.toString());
        String slow = ComparedArchives.flow(3).name();
        assertThat(compared.status()).as(compared.text()).isEqualTo(1);
        assertThat(compared.lastLine()).isEqualTo("WORSE");
        assertThat(compared.text()).contains("worse 1", slow, "-10.", "unchanged 23", "Mb/s");
        JsonNode read = new ObjectMapper().readTree(json.toFile());
        assertThat(read.path("worse")).singleElement().satisfies(one -> {
            assertThat(one.path("subject").asText()).isEqualTo("flow " + slow);
            assertThat(one.path("change").asDouble()).isBetween(-0.11, -0.09);
            assertThat(one.path("before").path("rounds").asInt()).isEqualTo(5);
        });
        assertThat(read.path("unchanged").asInt()).isEqualTo(23);
        assertThat(Files.readString(html)).contains("<h1>WORSE</h1>", slow.replace(">", "&gt;"), "virtual");
    }

    @Test
    void a_folder_is_no_file_to_write_to() {
        archives().write("a", 1, i -> 1);
        archives().write("b", 2, i -> 1);
        for (String option : List.of("--json", "--html")) {
            CommandLineRun compared = compare(option, runs.toString());
            assertThat(compared.status()).as(option).isEqualTo(2);
            assertThat(compared.err()).contains(runs + " is a folder");
        }
    }

    @Test
    void two_runs_of_a_sound_cluster_have_nothing_worse() {
        archives().write("a", 1, i -> 1);
        archives().write("b", 2, i -> 1);
        CommandLineRun compared = compare("--tolerance", "5%");
        assertThat(compared.status()).as(compared.text()).isZero();
        assertThat(compared.lastLine()).isEqualTo("NOTHING WORSE");
        assertThat(compared.text()).contains("The runs have the profile pre");
    }

    @Test
    void archives_without_results_are_compared_by_their_numbers_and_that_is_said() {
        Path runs = Path.of(System.getProperty("seatrial.project.dir"), "inventory/case-1024/runs");
        CommandLineRun compared = CommandLineRun.of(
                "compare",
                runs.resolve("after").toString(),
                runs.resolve("before").toString());
        assertThat(compared.status()).as(compared.text()).isEqualTo(3);
        assertThat(compared.text()).contains("after holds no results").contains("before holds no results");
    }

    @Test
    void what_the_rounds_cannot_show_is_not_called_unchanged() {
        archives().size(12, 1).write("a", 1, i -> 1);
        archives().size(12, 1).write("b", 2, i -> 1 + 0.2 * Math.sin(1.7 * i * i));
        CommandLineRun compared = compare("--tolerance", "5%");
        assertThat(compared.status()).as(compared.text()).isEqualTo(3);
        assertThat(compared.lastLine()).isEqualTo("CANNOT TELL");
        assertThat(compared.text()).contains("not even the loss of all of it is surely seen");
    }

    @Test
    void a_changed_setting_and_a_turned_verdict_stand_beside_the_numbers() {
        archives()
                .verdicts(Map.of("links.state.limit", "passed", "cabling.limit", "passed"))
                .write("a", 1, i -> 1);
        archives().mtu("1024").verdicts(Map.of("links.state.limit", "failed")).write("b", 2, i -> 1);
        CommandLineRun compared = compare("--tolerance", "5%");
        assertThat(compared.status()).isEqualTo(1);
        assertThat(compared.text())
                .contains("mtu.active: 4096 -> 1024: port gpu-01/mlx5_0")
                .contains("links.state.limit: passed -> failed")
                .contains("Only the first run has results of: cabling.limit");
    }

    @Test
    void a_criterion_that_only_the_first_run_answered_leaves_the_question_open() {
        archives().verdicts(Map.of("links.state.limit", "passed")).write("a", 1, i -> 1);
        archives().write("b", 2, i -> 1);
        assertThat(compare("--tolerance", "5%").lastLine()).isEqualTo("CANNOT TELL");
    }

    @Test
    void a_comma_of_the_locale_changes_no_byte() throws IOException {
        archives().write("a", 1, i -> 1);
        archives().write("b", 2, i -> i == 3 ? 0.9 : 1);
        CommandLineRun point = compare("--json", runs.resolve("1.json").toString());
        Locale.setDefault(Locale.GERMANY);
        CommandLineRun comma = compare("--json", runs.resolve("2.json").toString());
        assertThat(comma.out()).isEqualTo(point.out());
        assertThat(runs.resolve("2.json")).hasSameTextualContentAs(runs.resolve("1.json"));
    }

    @Test
    void a_run_is_not_compared_with_itself() {
        archives().write("a", 1, i -> 1);
        CommandLineRun compared = CommandLineRun.of("compare", "a", "a", "--runs", runs.toString());
        assertThat(compared.status()).isEqualTo(2);
        assertThat(compared.err()).contains("a is named twice");
    }

    @Test
    void a_run_that_did_not_end_is_refused_with_what_to_do() {
        archives().write("a", 1, i -> 1);
        archives().open().write("b", 2, i -> 1);
        refused("run --resume b");
    }

    @Test
    void a_run_that_was_changed_after_it_was_closed_is_refused() throws IOException {
        archives().write("a", 1, i -> 1);
        archives().write("b", 2, i -> 1);
        Path changed;
        try (Stream<Path> all = Files.walk(runs, 3)) {
            changed = all.filter(path -> path.endsWith(Path.of("b", "closed.json")))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(changed, Files.readString(changed) + " ");
        refused("compare: run b was changed after it was closed: closed.json differs from what the manifest lists");
    }

    @Test
    void another_cluster_is_refused(@TempDir Path folder) {
        archives().write("a", 1, i -> 1);
        archives().inputs(VirtualCopy.in(folder)).write("b", 2, i -> 1);
        refused("expected two runs of one cluster");
    }

    @Test
    void software_is_never_compared_with_hardware() {
        archives().write("a", 1, i -> 1);
        archives().fabric("roce2").write("b", 2, i -> 1);
        refused("never compared with those of hardware");
    }

    @Test
    void a_tolerance_is_a_share() {
        archives().write("a", 1, i -> 1);
        archives().write("b", 2, i -> 1);
        for (String wrong : List.of("5", "0%", "100%", "5ms", "-1%", "much")) {
            CommandLineRun compared = compare("--tolerance=" + wrong);
            assertThat(compared.status()).as(wrong).isEqualTo(2);
            assertThat(compared.err()).contains("for example 5%").contains(wrong);
        }
    }

    @Test
    void a_run_that_follows_another_one_may_not_contradict_it() {
        archives().options(Map.of("only", "latency", "rail", "1")).write("a", 1, i -> 1);
        String[] follow = {
            "run",
            "--cluster",
            VirtualCopy.ORIGINAL.toString(),
            "--profile",
            "post",
            "--runs",
            runs.toString(),
            "--as",
            "a",
            "--dry-run"
        };
        CommandLineRun followed = CommandLineRun.of(follow);
        assertThat(followed.status()).as(followed.text()).isZero();
        assertThat(followed.out())
                .anyMatch(line -> line.matches("latency\\.within-rail +[0-9]+ .*"))
                .noneMatch(line -> line.matches("bandwidth\\.alone +[0-9]+ .*"));
        for (String other : List.of("--only=bandwidth", "--rail=0", "--seed=1", "--leaf=leaf-1")) {
            CommandLineRun contradicted = CommandLineRun.of(with(follow, other));
            assertThat(contradicted.status()).as(other).isEqualTo(2);
            assertThat(contradicted.err()).contains("--as: run a was measured with " + other.split("=")[0]);
        }
        assertThat(CommandLineRun.of(with(follow, "--seed=7")).status()).isZero();
        assertThat(CommandLineRun.of(with(follow, "--retest=a")).err()).contains("without --retest");
    }

    private static String[] with(String[] words, String more) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add(more);
        return all.toArray(String[]::new);
    }
}
