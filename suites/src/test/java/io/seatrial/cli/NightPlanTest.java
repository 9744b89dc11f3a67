package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import io.seatrial.archive.RunHeader;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.plan.Flow;
import io.seatrial.plan.Patterns;
import io.seatrial.plan.Round;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code plan --profile nightly --budget} chooses, and what it says of the rest. */
class NightPlanTest {
    private static final Path VIRTUAL = Path.of("..", "inventory", "virtual");
    private static final Cluster CLUSTER = ClusterFile.read(VIRTUAL);
    private static final Metric METRIC = new Metric(
            "latency.rtt.p50",
            io.seatrial.measurement.Unit.NANOSECONDS,
            io.seatrial.measurement.Direction.LOWER_IS_BETTER);

    @TempDir
    Path runs;

    private CommandLineRun plan(String profile, String budget) {
        CommandLineRun run = command("plan", profile, budget);
        assertThat(run.status()).as(run.text()).isZero();
        return run;
    }

    private CommandLineRun command(String command, String profile, String budget) {
        List<String> line = new ArrayList<>(List.of(
                command,
                "--cluster",
                VIRTUAL.toString(),
                "--profile",
                profile,
                "--only",
                "latency",
                "--budget",
                budget,
                "--runs",
                runs.toString()));
        line.add(command.equals("plan") ? "--rounds" : "--dry-run");
        return CommandLineRun.of(line.toArray(String[]::new));
    }

    /** A night in which some rounds of latency.within-rail were asked, in vain. */
    private RunArchive night(String run, Instant at, List<Round> rounds) {
        RunHeader header = new RunHeader(
                RunHeader.FORMAT, run, CLUSTER.name(), CLUSTER.hash(), "nightly", 1, at, List.of(), Map.of(), "test");
        RunArchive archive = RunArchive.create(runs, header, VIRTUAL);
        rounds.forEach(round -> archive.append(new RoundRecord(
                "latency.within-rail",
                round.number(),
                0,
                round.flows().stream()
                        .map(flow -> Measurement.absent(
                                METRIC,
                                flow.subject(),
                                Message.of("plain", "text", "no answer"),
                                new Conditions(Map.of()),
                                new Provenance(round.number(), 0, at, at, "test", "")))
                        .toList())));
        return archive;
    }

    private static List<Round> within() {
        return Patterns.everyPairWithinRail().rounds(CLUSTER);
    }

    /** Return which rounds of the pattern are planned, in their order; a later pass has other numbers for the same flows. */
    private static List<Integer> chosen(CommandLineRun run) {
        List<String> rounds = within().stream()
                .map(round ->
                        String.join(", ", round.flows().stream().map(Flow::id).toList()))
                .toList();
        return run.out().stream()
                .filter(line -> line.startsWith("  round "))
                .map(line -> rounds.indexOf(line.substring(line.indexOf(": ") + 2)))
                .filter(index -> index >= 0)
                .toList();
    }

    @Test
    void a_night_without_history_takes_the_first_rounds_and_repeats_them() {
        CommandLineRun run = plan("nightly", "25s");

        assertThat(chosen(run)).containsExactly(0, 0, 0);
        assertThat(run.text())
                .contains("this night covers 8 of 8 links")
                .contains("latency.within-rail: 1 of 3 rounds tonight; not asked tonight are 8 of 12 flows or groups,"
                        + " 8 of them never yet");
    }

    @Test
    void the_next_night_takes_what_was_never_asked_and_then_the_oldest() throws IOException {
        Instant now = Instant.now();
        night("r1", now.minusSeconds(5 * 86_400), within().subList(0, 1));
        night("r2", now.minusSeconds(3 * 86_400 + 60), within().subList(1, 2));
        assertThat(chosen(plan("nightly", "25s"))).containsExactly(2, 2, 2);

        night("r3", now.minusSeconds(86_400 + 60), within().subList(2, 3));
        CommandLineRun run = plan("nightly", "25s");
        assertThat(chosen(run)).containsExactly(0, 0, 0);
        assertThat(run.text())
                .contains("latency.within-rail: 1 of 3 rounds tonight; not asked tonight are 8 of 12 flows or groups,"
                        + " the oldest was last asked 3 days ago");
    }

    @Test
    void a_run_that_cannot_be_read_is_named_and_hides_no_other() throws IOException {
        night("r1", Instant.now().minusSeconds(86_400), within().subList(0, 1));
        RunArchive damaged = night("r2", Instant.now().minusSeconds(3_600), within().subList(1, 2));
        try (Stream<Path> files = Files.list(damaged.folder())) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("rounds"))
                    .toList()) {
                Files.writeString(file, "this is no record of a round\n{}\n");
            }
        }

        CommandLineRun run = plan("nightly", "25s");

        assertThat(run.text()).contains("run r2 cannot be read").contains("what it asked counts as not asked");
        assertThat(chosen(run)).containsExactly(1, 1, 1);
    }

    @Test
    void a_budget_in_which_an_ask_never_has_its_turn_is_refused_with_the_one_that_gives_all_theirs() {
        for (String profile : List.of("nightly", "pre")) {
            for (String command : List.of("plan", "run")) {
                CommandLineRun refused = command(command, profile, "1s");
                assertThat(refused.status()).as(refused.text()).isEqualTo(2);
                Matcher least = Pattern.compile("--budget: expected (\\d+)s or more, got 1s")
                        .matcher(refused.text());
                assertThat(least.find()).as(refused.text()).isTrue();
                assertThat(refused.text()).contains("latency.within-rail (").contains("latency.across-leaves (");

                int enough = Integer.parseInt(least.group(1));
                assertThat(command("plan", profile, enough + "s").status()).isZero();
                assertThat(command("plan", profile, (enough - 1) + "s").status())
                        .isEqualTo(2);
            }
        }
        assertThat(runs).isEmptyDirectory();
    }

    @Test
    void a_budget_of_nothing_is_refused_whatever_is_asked() {
        for (String only : List.of("latency", "configuration", "links")) {
            CommandLineRun refused = CommandLineRun.of(
                    "plan", "--cluster", VIRTUAL.toString(), "--profile", "nightly", "--only", only, "--budget", "0s");
            assertThat(refused.status()).as(only + refused.text()).isEqualTo(2);
            assertThat(refused.text()).contains("--budget: expected ").contains("got 0s");
        }
    }

    @Test
    void the_smallest_budget_gives_every_ask_its_turn_within_the_nights_that_are_told() {
        CommandLineRun run = plan("nightly", "25s");

        assertThat(run.text())
                .containsPattern("everything in [2-9] nights or more")
                .doesNotContain("never measured");
    }

    @Test
    void before_maintenance_repeats_are_cut_before_rounds() {
        CommandLineRun run = plan("pre", "38s");

        assertThat(run.text()).contains("latency.within-rail: the budget leaves room for 2 of 3 repeats");
        assertThat(run.text()).doesNotContain("dropped").doesNotContain("tonight");
        assertThat(chosen(run)).containsExactly(0, 1, 2, 0, 1, 2);
    }
}
