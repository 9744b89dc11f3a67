package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code seatrial explain} says. */
class ExplainCommandTest {
    private static final String EXAMPLE =
            Path.of("..", "inventory", "example-h100").toString();

    private static CommandLineRun stepTime(String... more) {
        List<String> line = List.of(
                "explain",
                "step-time",
                "--step",
                "2.3s",
                "--communication",
                "1.1s",
                "--bandwidth",
                "12.5GB/s",
                "--to",
                "20.8GB/s");
        return CommandLineRun.of(Stream.concat(line.stream(), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void the_step_time_table_is_that_of_the_case() {
        CommandLineRun run = stepTime("--exposed", "0.805s", "--claim", "1.6s");
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains(
                        "assumption                    communication   exposed     step  overlap   speedup  reduction",
                        "measured before                       1.100     0.805    2.300   26.8 %    +0.0 %      0.0 %",
                        "the same time hidden                  0.661     0.366    1.861   44.6 %   +23.6 %     19.1 %",
                        "the same share hidden                 0.661     0.484    1.979   26.8 %   +16.2 %     14.0 %",
                        "claimed                               0.661     0.105    1.600   84.1 %  +43.75 %     30.4 %");
        assertThat(run.lastLine()).contains("needs an overlap of 84.1 %").contains("measured were 26.8 %");
    }

    @Test
    void idle_gpus_stand_for_exposed_communication() {
        assertThat(stepTime("--idle", "35%").out())
                .contains(
                        "Compute 1.495 s, communication 1.100 s (47.8 % of the step), of which 0.805 s exposed and 0.295 s hidden.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--exposed 0.805s --idle 35% | either --exposed or --idle",
                "--exposed 1.2s | within step",
                "--exposed 0.805 | --exposed: expected a time",
                "--exposed 0.805s --claim 0s | claim: expected a step above 0 s",
                "--exposed 0.805s --claim soon | --claim: expected a time",
            })
    void wrong_input_is_refused(String more, String said) {
        CommandLineRun run = stepTime(more.trim().split(" "));
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains(said);
    }

    @ParameterizedTest
    @CsvSource({"1.4s, shorter than computing alone", "2.2s, longer than with all communication exposed"})
    void a_claim_that_nothing_brings_about_does_not_hold(String claim, String said) {
        CommandLineRun run = stepTime("--exposed", "0.805s", "--claim", claim);
        assertThat(run.status()).isEqualTo(Status.DOES_NOT_HOLD);
        assertThat(run.out())
                .contains(
                        "the same time hidden                  0.661     0.366    1.861   44.6 %   +23.6 %     19.1 %");
        assertThat(run.lastLine())
                .contains(
                        "does not hold: expected 1.495 s, with everything hidden, to 2.156 s, with nothing hidden",
                        said);
        assertThat(run.text()).doesNotContain("claimed  ");
    }

    @Test
    void json_has_the_numbers_of_the_table_not_rounded() throws IOException {
        JsonNode table = new ObjectMapper()
                .readTree(stepTime("--exposed", "0.805s", "--claim", "1.6s", "--json")
                        .text());
        assertThat(table.at("/measured/step_seconds").decimalValue()).isEqualByComparingTo("2.3");
        assertThat(table.at("/measured/hidden_seconds").decimalValue()).isEqualByComparingTo("0.295");
        assertThat(table.at("/to_bytes_per_second").longValue()).isEqualTo(20_800_000_000L);
        assertThat(table.at("/assumptions/0/assumption").textValue()).isEqualTo("the same time hidden");
        assertThat(table.at("/assumptions/0/times/communication_seconds").asText())
                .startsWith("0.66105769");
        assertThat(table.at("/assumptions")).hasSize(2);
        assertThat(table.at("/claim/is_possible").booleanValue()).isTrue();
        assertThat(table.at("/claim/needs/speedup").decimalValue()).isEqualByComparingTo("0.4375");
    }

    @Test
    void json_of_an_impossible_claim_says_what_would_be_possible() throws IOException {
        CommandLineRun run = stepTime("--exposed", "0.805s", "--claim", "1.4s", "--json");
        assertThat(run.status()).isEqualTo(Status.DOES_NOT_HOLD);
        JsonNode claim = new ObjectMapper().readTree(run.text()).path("claim");
        assertThat(claim.path("is_possible").booleanValue()).isFalse();
        assertThat(claim.path("least_seconds").decimalValue()).isEqualByComparingTo("1.495");
        assertThat(claim.path("needs").isNull()).isTrue();
    }

    @Test
    void json_without_a_claim_has_none() {
        assertThat(stepTime("--idle", "35%", "--json").text())
                .contains("assumptions")
                .doesNotContain("claim");
    }

    @Test
    void bounds_of_the_example_are_said_with_their_reasons() {
        CommandLineRun run = CommandLineRun.of("explain", "bound", "--cluster", EXAMPLE);
        assertThat(run.status()).isZero();
        assertThat(run.text())
                .contains(
                        "  rail 0, rail 1, rail 2, rail 3, rail 4, rail 5, rail 6, rail 7, all-reduce\n    50 GB/s: every byte leaves each node once, by one NIC of 400 Gb/s for each rank")
                .contains("  gpu-001+gpu-002, all-reduce\n    750 GB/s: on two nodes a tree")
                .contains(
                        "    400 GB/s: every byte leaves each node once, by 8 NICs of 400 Gb/s a node (ring; ranks 16, nodes 2; rule 1, evidence D).")
                .contains("  gpu-001+gpu-002, all-to-all\n    93.75 GB/s: ")
                .contains("  all, all-to-all\n    52.92 GB/s: ")
                .contains("450 GB/s: every GPU passes everything on over NVLink");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--collective all-gather --algorithm tree | --algorithm: all-gather has no tree, it has ring, nvls",
                "--collective all-to-all --algorithm ring | all-to-all has no ring: each rank sends",
                "--collective all-gather --algorithm pat | all-gather has no pat on the layouts of this cluster",
                "--algorithm pat | all-reduce has no pat",
                "--algorithm rings | collnet-direct",
            })
    void an_algorithm_that_is_not_there_is_refused(String more, String said) {
        CommandLineRun run = CommandLineRun.of(
                Stream.concat(Stream.of("explain", "bound", "--cluster", EXAMPLE), Stream.of(more.split(" ")))
                        .toArray(String[]::new));
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains(said);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void a_layout_without_the_algorithm_is_told_beside_those_that_have_it() {
        CommandLineRun run = CommandLineRun.of("explain", "bound", "--cluster", EXAMPLE, "--algorithm", "nvls-tree");
        assertThat(run.status()).isZero();
        assertThat(run.text()).contains("all-reduce has no nvls-tree here", "(nvls-tree; ranks");
    }

    @Test
    void a_collective_named_twice_is_shown_once() {
        String[] once = {"explain", "bound", "--cluster", EXAMPLE, "--collective", "broadcast"};
        String[] twice = Stream.concat(Stream.of(once), Stream.of("--collective", "broadcast"))
                .toArray(String[]::new);
        assertThat(CommandLineRun.of(twice).text())
                .isEqualTo(CommandLineRun.of(once).text());
    }

    @Test
    void an_unknown_collective_is_refused_with_those_that_there_are() {
        CommandLineRun run = CommandLineRun.of("explain", "bound", "--cluster", EXAMPLE, "--collective", "all-reduces");
        assertThat(run.status()).isEqualTo(Status.USAGE);
        assertThat(run.err()).contains("reduce-scatter").contains("'all-reduces'");
    }
}
