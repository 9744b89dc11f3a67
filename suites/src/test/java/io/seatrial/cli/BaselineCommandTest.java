package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.AskRecord;
import io.seatrial.archive.Closing;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Patterns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Baselines by the command line, from runs that are written instead of measured. */
class BaselineCommandTest {
    private static final Instant DAWN = Instant.parse("2026-02-01T06:00:00Z");
    private static final Metric GOODPUT =
            new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);

    @TempDir
    private Path folder;

    private Path cluster;
    private Cluster declared;
    private List<Flow> flows;

    @BeforeEach
    void copy() {
        cluster = VirtualCopy.in(folder);
        declared = ClusterFile.read(cluster);
        flows = Patterns.eachLinkAlone().rounds(declared).stream()
                .flatMap(round -> round.flows().stream())
                .toList();
    }

    private String one() {
        return flows.get(0).id();
    }

    private void run(int number, boolean countable, ToLongFunction<Flow> value) {
        run(number, countable, value, "bandwidth.alone", flows);
    }

    /** What is not among the flows is left to another night where some are, and not there at all where none is. */
    private void run(int number, boolean countable, ToLongFunction<Flow> value, String ask, List<Flow> measuredFlows) {
        Instant at = DAWN.plusSeconds(86_400L * number);
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                "run-" + number,
                declared.name(),
                declared.hash(),
                "bringup",
                1,
                at,
                List.of("gpu-01", "gpu-02", "gpu-03", "gpu-04"),
                Map.of(),
                "0");
        RunArchive archive = RunArchive.create(folder.resolve("runs"), header, cluster);
        archive.append(new AskRecord(
                ask,
                GOODPUT,
                1,
                measuredFlows.stream().map(Flow::id).toList(),
                flows.stream()
                        .filter(flow -> !measuredFlows.contains(flow))
                        .map(Flow::id)
                        .toList()));
        List<Measurement> measured = new ArrayList<>();
        measuredFlows.forEach(flow -> measured.add(measured(flow, value.applyAsLong(flow), at)));
        archive.append(new RoundRecord(ask, 0, 0, measured));
        archive.close(new Closing("ACCEPTED", 0, at, countable, List.of()));
    }

    private static Measurement measured(Flow flow, long value, Instant at) {
        return new Measurement(
                GOODPUT,
                flow.subject(),
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                new Conditions(Map.of("fabric", "virtual-tcp", "path-class", "within-leaf")),
                new Provenance(0, 0, at, at, "probe", ""));
    }

    /** 200 Mb/s, and one megabit more each night. */
    private void nights(int count) {
        for (int night = 1; night <= count; night++) {
            long value = 200_000_000 + night * 1_000_000L;
            run(night, true, flow -> value);
        }
    }

    private CommandLineRun baseline(String command, String... more) {
        List<String> line = new ArrayList<>(List.of("baseline", command, "--cluster", cluster.toString()));
        if (!command.equals("show")) {
            line.addAll(List.of("--runs", folder.resolve("runs").toString()));
        }
        line.addAll(Arrays.asList(more));
        return CommandLineRun.of(line.toArray(String[]::new));
    }

    @Test
    void three_runs_are_proposed_accepted_and_shown_with_who_and_why() {
        nights(3);
        CommandLineRun proposed = baseline("propose");
        assertThat(proposed.status()).as(proposed.text()).isZero();
        assertThat(proposed.text()).contains("runs: run-1, run-2, run-3").contains("8 subjects, 3 runs");
        assertThat(Files.exists(cluster.resolve("baseline.json"))).isFalse();
        assertThat(baseline("accept", "--by", "Ada", "--reason", "bring-up is done")
                        .status())
                .isZero();
        CommandLineRun shown = baseline("show");
        assertThat(shown.status()).as(shown.text()).isZero();
        assertThat(shown.text())
                .contains("by Ada, because bring-up is done")
                .contains("virtual: says nothing about hardware")
                .contains("limit: bandwidth.alone")
                .contains("26.25 % is left");
    }

    @Test
    void what_each_run_gave_of_a_subject_is_shown() {
        nights(3);
        baseline("accept");
        assertThat(baseline("show", "--subject", one()).text())
                .containsSubsequence("run-1  201 Mb/s", "run-2  202 Mb/s", "run-3  203 Mb/s");
        CommandLineRun unknown = baseline("show", "--subject", "nobody");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.text()).contains("holds nothing of 'nobody'");
    }

    @Test
    void more_runs_are_taken_where_more_are_asked_for() {
        nights(5);
        assertThat(baseline("propose").text()).contains("runs: run-3, run-4, run-5\n");
        assertThat(baseline("propose", "--last", "5").text()).contains("runs: run-1, run-2, run-3, run-4, run-5\n");
        CommandLineRun fewer = baseline("propose", "--last", "6");
        assertThat(fewer.status()).isZero();
        assertThat(fewer.lastLine()).startsWith("--last 6: countable runs of this cluster as it is now: 5");
        assertThat(baseline("propose", "--last", "0").status()).isEqualTo(2);
    }

    @Test
    void a_worse_value_is_an_objection_until_it_is_left_out_by_name_with_a_reason() {
        nights(3);
        run(4, true, flow -> flow.id().equals(one()) ? 150_000_000 : 200_000_000);
        CommandLineRun proposed = baseline("propose", "--last", "4");
        assertThat(proposed.status()).isEqualTo(1);
        assertThat(proposed.text()).contains("objection: " + one()).contains("--without \"run-4:" + one() + "\"");
        CommandLineRun refused = baseline("accept", "--last", "4");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.lastLine()).startsWith("not accepted, objections: 1");
        assertThat(refused.text()).doesNotContain("Quantity[").doesNotContain("baseline.worse");
        String name = "run-4:" + one();
        assertThat(baseline("propose", "--last", "4", "--without", name).status())
                .isZero();
        CommandLineRun silent = baseline("accept", "--last", "4", "--without", name);
        assertThat(silent.status()).isEqualTo(2);
        assertThat(silent.text()).contains("expected a reason");
        assertThat(baseline("accept", "--last", "4", "--without", name, "--reason", "cable was pulled")
                        .status())
                .isZero();
        assertThat(baseline("show").text())
                .contains("left out: bandwidth.alone, " + one() + " in run run-4: 150 Mb/s (by name)");
    }

    @Test
    void what_is_to_be_left_out_and_is_not_there_is_refused() {
        nights(3);
        CommandLineRun half = baseline("propose", "--without", "run-1");
        assertThat(half.status()).isEqualTo(2);
        assertThat(half.text()).contains("--without: expected RUN:SUBJECT");
        CommandLineRun absent = baseline("propose", "--without", "run-9:" + one());
        assertThat(absent.status()).isEqualTo(1);
        assertThat(absent.text()).contains("Run run-9 has no value of " + one() + " that disagrees");
    }

    @Test
    void what_would_change_is_shown_before_it_is_accepted_and_what_was_replaced_after() throws IOException {
        nights(3);
        baseline("accept", "--by", "Ada");
        for (int night = 4; night <= 6; night++) {
            run(night, true, flow -> flow.id().equals(one()) ? 192_000_000 : 204_000_000);
        }
        CommandLineRun diff = baseline("diff");
        assertThat(diff.status()).as(diff.text()).isZero();
        assertThat(diff.text())
                .contains("half of the subjects 0.99 % better")
                .contains(one() + ": 202 Mb/s -> 192 Mb/s, 4.95 % worse");
        byte[] before = Files.readAllBytes(cluster.resolve("baseline.json"));
        assertThat(baseline("accept", "--by", "Bob", "--reason", "new cables").status())
                .isZero();
        assertThat(Files.readAllBytes(cluster.resolve("baseline.json"))).isNotEqualTo(before);
        assertThat(baseline("show").text()).contains("by Bob").contains("by Ada, 3 runs, SHA-256 ");
    }

    @Test
    void a_reference_beyond_a_declared_limit_is_said_loudly_and_first() {
        for (int night = 1; night <= 3; night++) {
            run(night, true, flow -> 150_000_000);
        }
        assertThat(baseline("propose").text()).contains("BEYOND ITS LIMIT: bandwidth.alone");
        assertThat(baseline("accept").status()).isZero();
        assertThat(baseline("show").out().get(0)).startsWith("BEYOND ITS LIMIT: bandwidth.alone");
    }

    @Test
    void without_a_baseline_there_is_nothing_to_show_or_to_compare_with() {
        nights(3);
        for (String command : List.of("show", "diff")) {
            CommandLineRun none = baseline(command);
            assertThat(none.status()).isEqualTo(2);
            assertThat(none.text()).contains("no baseline.json in").contains("seatrial baseline accept");
        }
    }

    @Test
    void runs_that_do_not_count_are_not_taken_and_refused_by_name() {
        nights(2);
        run(3, false, flow -> 200_000_000);
        for (String command : List.of("propose", "accept")) {
            CommandLineRun few = baseline(command);
            assertThat(few.status()).as(command).isEqualTo(1);
            assertThat(few.text()).contains("objection: A baseline needs 3 countable runs; runs here: 2.");
        }
        CommandLineRun named = baseline("propose", "--run", "run-1", "--run", "run-2", "--run", "run-3");
        assertThat(named.status()).isEqualTo(1);
        assertThat(named.text()).contains("Run run-3 does not count");
    }

    private void edit(int number, String file, String from, String to) throws IOException {
        Path edited = run(number).resolve(file);
        Files.writeString(edited, Files.readString(edited).replace(from, to));
    }

    private Path run(int number) {
        return folder.resolve("runs").resolve(declared.name()).resolve("run-" + number);
    }

    @Test
    void a_run_that_was_changed_after_it_was_closed_is_neither_proposed_nor_accepted() throws IOException {
        nights(3);
        assertThat(baseline("accept").status()).isZero();
        byte[] before = Files.readAllBytes(cluster.resolve("baseline.json"));
        edit(3, "closed.json", "\"countable\" : true", "\"countable\" : true ");
        for (String command : List.of("propose", "diff", "accept")) {
            CommandLineRun changed = baseline(command);
            assertThat(changed.status()).as(command + changed.text()).isEqualTo(1);
            assertThat(changed.text())
                    .contains("objection: run run-3 was changed after it was closed:"
                            + " closed.json differs from what the manifest lists");
        }
        assertThat(Files.readAllBytes(cluster.resolve("baseline.json"))).isEqualTo(before);
    }

    @Test
    void values_that_were_cut_off_or_are_missing_are_no_baseline() throws IOException {
        nights(3);
        Path rounds = run(2).resolve("rounds.ndjson.gz");
        Files.write(rounds, Arrays.copyOf(Files.readAllBytes(rounds), 40));
        assertThat(baseline("propose").text()).contains("rounds.ndjson.gz differs from what the manifest lists");
        Files.delete(rounds);
        CommandLineRun missing = baseline("accept");
        assertThat(missing.status()).isEqualTo(1);
        assertThat(missing.text()).contains("rounds.ndjson.gz is listed and not there");
    }

    @Test
    void a_run_that_did_not_end_is_said_to_be_that() throws IOException {
        nights(3);
        Files.delete(run(3).resolve("manifest.sha256"));
        String[] named = {"--run", "run-1", "--run", "run-2", "--run", "run-3"};
        assertThat(baseline("propose", named).text()).contains("run run-3 crashed while it was closed");
        Files.delete(run(3).resolve("closed.json"));
        CommandLineRun unfinished = baseline("propose", named);
        assertThat(unfinished.status()).isEqualTo(1);
        assertThat(unfinished.text())
                .contains("objection: run run-3 did not come to its end; go on with run --resume run-3 first")
                .doesNotContain("something failed");
    }

    @Test
    void either_of_two_runs_that_an_objection_names_may_be_left_out() {
        long[] values = {193_600_000, 168_100_000, 199_400_000};
        for (int night = 1; night <= 3; night++) {
            long value = values[night - 1];
            run(night, true, flow -> flow.id().equals(one()) ? value : 200_000_000);
        }
        assertThat(baseline("propose").text())
                .contains("run run-2 saw 168.1 Mb/s, run run-3 saw 199.4 Mb/s")
                .contains("--without \"run-2:" + one() + "\"");
        assertThat(baseline("propose", "--without", "run-2:" + one()).status()).isZero();
        assertThat(baseline("propose", "--without", "run-3:" + one()).status()).isZero();
        assertThat(baseline("propose", "--without", "run-1:" + one()).status()).isEqualTo(1);
    }

    @Test
    void a_baseline_that_cannot_be_read_is_not_replaced() throws IOException {
        nights(3);
        Path file = cluster.resolve("baseline.json");
        for (String text : List.of("{\"version\": 2, \"origin\": {", "{\"version\": 3}", "{}", "")) {
            Files.writeString(file, text);
            CommandLineRun refused = baseline("accept");
            assertThat(refused.status()).as(text).isEqualTo(2);
            assertThat(refused.err())
                    .contains("move it away, which loses its list")
                    .doesNotContain("[Source");
            assertThat(file).hasContent(text);
            assertThat(baseline("show").err()).contains("move it away");
        }
    }

    @Test
    void a_folder_in_place_of_the_baseline_or_none_for_the_cluster_is_named() throws IOException {
        nights(3);
        Files.createDirectory(cluster.resolve("baseline.json"));
        for (String command : List.of("accept", "show", "diff")) {
            CommandLineRun refused = baseline(command);
            assertThat(refused.status()).as(command).isEqualTo(2);
            assertThat(refused.err())
                    .contains(cluster.resolve("baseline.json") + ": expected a file")
                    .contains("folder");
        }
        CommandLineRun nowhere = CommandLineRun.of("baseline", "show", "--cluster", "nowhere");
        assertThat(nowhere.status()).isEqualTo(2);
        assertThat(nowhere.err()).contains("nowhere: no such folder");
    }

    @Test
    void a_single_run_is_one_run_in_words() {
        nights(1);
        CommandLineRun silent = baseline("accept", "--from", "run-1");
        assertThat(silent.status()).isEqualTo(2);
        assertThat(silent.err())
                .contains("expected a reason, got none; say by --reason")
                .doesNotContain("1 runs");
        CommandLineRun single = baseline("accept", "--from", "run-1", "--reason", "first of all");
        assertThat(single.status()).as(single.text()).isZero();
        assertThat(single.text()).contains("8 subjects, 1 run,").doesNotContain("1 runs");
    }

    @Test
    void a_night_that_left_something_out_does_not_count_and_says_how_much() {
        nights(3);
        run(4, true, flow -> 204_000_000, "bandwidth.alone", flows.subList(0, 2));
        assertThat(baseline("propose").text()).contains("runs: run-1, run-2, run-3\n");
        CommandLineRun named = baseline("propose", "--run", "run-1", "--run", "run-2", "--run", "run-4");
        assertThat(named.status()).isEqualTo(1);
        assertThat(named.text())
                .contains("Run run-4 does not count: it left out 6 of 8 flows and groups, by its budget")
                .doesNotContain("something failed in it");
        assertThat(baseline("accept", "--run", "run-1", "--run", "run-2", "--run", "run-4")
                        .status())
                .isEqualTo(1);
    }

    @Test
    void an_ask_is_not_lost_without_a_reason() {
        nights(3);
        assertThat(baseline("accept").status()).isZero();
        for (int night = 4; night <= 6; night++) {
            run(night, true, flow -> 200_000_000, "bandwidth.together", flows);
        }
        for (String command : List.of("propose", "diff")) {
            CommandLineRun lost = baseline(command);
            assertThat(lost.status()).as(lost.text()).isEqualTo(1);
            assertThat(lost.text()).contains("objection: bandwidth.alone: the baseline before knows it (8 subjects");
        }
        assertThat(baseline("accept", "--reason", "no").status()).isEqualTo(1);
        CommandLineRun silent = baseline("accept", "--allow-lost");
        assertThat(silent.status()).isEqualTo(2);
        assertThat(silent.text()).contains("--allow-lost: expected a --reason");
        CommandLineRun allowed = baseline("accept", "--allow-lost", "--reason", "asked no longer");
        assertThat(allowed.status()).as(allowed.text()).isZero();
        assertThat(allowed.text()).contains("WARNING: bandwidth.alone: the baseline before knows it");
        assertThat(baseline("show").text()).contains("because asked no longer");
    }

    @Test
    void subjects_that_would_be_lost_or_have_few_values_are_said() {
        nights(3);
        assertThat(baseline("accept").status()).isZero();
        List<Flow> whole = flows;
        flows = whole.subList(1, whole.size()); // one flow is gone from what is asked, though its hosts are there
        for (int night = 4; night <= 6; night++) {
            int from = night == 6 ? 1 : 0;
            flows = whole.subList(1 + from, whole.size());
            run(night, true, flow -> 200_000_000);
        }
        CommandLineRun proposed = baseline("propose");
        assertThat(proposed.status()).as(proposed.text()).isZero();
        assertThat(proposed.text())
                .contains("WARNING: bandwidth.alone: 1 of the 8 subjects of the baseline before would be lost although"
                        + " their hosts are still there, the first: "
                        + whole.get(0).id())
                .contains("WARNING: bandwidth.alone: 1 of 7 subjects have fewer than 3 values, the first: "
                        + whole.get(1).id());
        assertThat(baseline("diff").text()).contains("would be lost although").contains("fewer than 3 values");
    }

    @Test
    void a_baseline_of_another_cluster_or_of_another_file_is_warned_of_first() throws IOException {
        nights(3);
        assertThat(baseline("accept").status()).isZero();
        Path file = cluster.resolve("cluster.yaml");
        Files.writeString(file, Files.readString(file) + "\n# moved\n");
        assertThat(baseline("show").out().get(0)).startsWith("WARNING: cluster.yaml was changed since");

        Files.writeString(file, Files.readString(file).replace("name: " + declared.name(), "name: oname"));
        for (CommandLineRun run : List.of(
                baseline("show"), CommandLineRun.of("plan", "--cluster", cluster.toString(), "--profile", "nightly"))) {
            assertThat(run.status()).as(run.text()).isZero();
            assertThat(run.out().get(0))
                    .startsWith("WARNING: the baseline is of cluster " + declared.name()
                            + ", and this is oname: nothing will be judged by it");
        }
    }

    @Test
    void a_plan_says_how_many_rounds_a_loss_takes_that_is_as_large_as_tolerated() {
        nights(4);
        assertThat(baseline("accept", "--last", "4").status()).isZero();
        CommandLineRun plan = CommandLineRun.of("plan", "--cluster", cluster.toString(), "--profile", "nightly");
        assertThat(plan.status()).as(plan.text()).isZero();
        assertThat(plan.text()).contains("baseline of bandwidth.alone (within-leaf): a loss of 15");
    }
}
