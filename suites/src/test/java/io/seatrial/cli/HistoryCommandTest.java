package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpServer;
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
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history from the command line, over folders that a run could have written. */
class HistoryCommandTest {
    private static final Path VIRTUAL = Path.of("..", "inventory", "virtual");
    private static final Cluster CLUSTER = ClusterFile.read(VIRTUAL);
    private static final Metric METRIC =
            new Metric("bandwidth.goodput", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    private static final String ASK = "bandwidth.alone";
    private static final String SLOW = "gpu-01/mlx5_0>gpu-02/mlx5_0";
    private static final List<String> FLOWS = List.of(
            SLOW,
            "gpu-02/mlx5_0>gpu-01/mlx5_0",
            "gpu-03/mlx5_0>gpu-04/mlx5_0",
            "gpu-04/mlx5_0>gpu-03/mlx5_0",
            "gpu-01/mlx5_1>gpu-02/mlx5_1",
            "gpu-02/mlx5_1>gpu-01/mlx5_1");
    private static final Instant FIRST = Instant.parse("2026-11-01T02:00:00Z");
    private static final long DAY_S = 86_400;

    @TempDir
    Path folder;

    private Path runs() {
        return folder.resolve("runs");
    }

    private Path store() {
        return folder.resolve("history.sqlite");
    }

    private CommandLineRun history(String... arguments) {
        List<String> all = new ArrayList<>(List.of("history"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--runs", runs().toString()));
        return CommandLineRun.of(all.toArray(String[]::new));
    }

    private RunArchive open(int night) {
        Instant at = FIRST.plusSeconds(night * DAY_S);
        RunHeader header = new RunHeader(
                RunHeader.FORMAT,
                "night-" + night,
                CLUSTER.name(),
                CLUSTER.hash(),
                "bringup",
                1,
                at,
                CLUSTER.hosts().stream().map(host -> host.name()).toList(),
                Map.of(),
                "0.1.0");
        return RunArchive.create(runs(), header, VIRTUAL);
    }

    /** A night in which the first flow gives so many Mb/s, and its neighbours 200 with a little scatter. */
    private RunArchive night(int number, long first) {
        RunArchive archive = open(number);
        archive.append(new AskRecord(ASK, METRIC, 1, FLOWS));
        List<Measurement> measured = new ArrayList<>();
        for (int i = 0; i < FLOWS.size(); i++) {
            measured.add(measured(FLOWS.get(i), i == 0 ? first : 200 + (i + number) % 2));
        }
        archive.append(new RoundRecord(ASK, 0, 0, measured));
        archive.close(new Closing(
                "ACCEPTED",
                0,
                archive.header().started().plusSeconds(60),
                true,
                List.of(new Closing.Result(
                        ASK + ".limit", "flow " + SLOW, number % 2 == 0 ? "passed" : "failed", "h"))));
        return archive;
    }

    private static Measurement measured(String flow, long megabits) {
        return new Measurement(
                METRIC,
                new SubjectId(SubjectId.Kind.FLOW, flow),
                OptionalLong.of(megabits * 1_000_000),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                new Conditions(Map.of(Conditions.FABRIC, "virtual-tcp")),
                new Provenance(0, 0, FIRST, FIRST, "probe", ""));
    }

    private void fourNights() {
        for (int night = 1; night <= 4; night++) {
            night(night, night == 4 ? 150 : 200);
        }
        assertThat(history("import").status()).isZero();
    }

    @Test
    void a_damaged_run_is_named_and_the_others_are_imported() throws IOException {
        night(1, 200);
        RunArchive damaged = night(2, 200);
        Files.writeString(damaged.folder().resolve("closed.json"), "{");
        night(3, 200);
        RunArchive under = open(4);
        CommandLineRun first = history("import");
        assertThat(first.status()).isEqualTo(1);
        assertThat(first.out())
                .anySatisfy(line -> assertThat(line)
                        .startsWith(damaged.folder() + ": damaged")
                        .contains("closed.json"))
                .anySatisfy(
                        line -> assertThat(line).startsWith(under.folder() + ": run night-4 did not come to its end"));
        assertThat(first.lastLine()).startsWith("imported 2, there already 0, left out 1, damaged 1");
        assertThat(history("import").lastLine()).startsWith("imported 0, there already 2, left out 1, damaged 1");
    }

    @Test
    void a_run_that_was_changed_after_it_was_closed_is_not_stored() throws IOException {
        RunArchive cut = night(1, 200);
        Path rounds = cut.folder().resolve("rounds.ndjson.gz");
        Files.write(rounds, Arrays.copyOf(Files.readAllBytes(rounds), 40));
        night(2, 200);
        CommandLineRun run = history("import");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out().get(0))
                .contains("damaged, not imported: run night-1 was changed after it was closed: rounds.ndjson.gz");
        assertThat(run.lastLine()).startsWith("imported 1, there already 0, left out 0, damaged 1");
    }

    @Test
    void runs_of_which_none_came_to_its_end_cannot_tell() {
        open(1);
        CommandLineRun run = history("import");
        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out().get(0)).contains("run night-1 did not come to its end; go on with run --resume night-1");
    }

    @Test
    void verify_finds_a_folder_that_gives_something_else() throws IOException {
        RunArchive archive = night(1, 200);
        night(2, 200);
        assertThat(history("import").status()).isZero();
        assertThat(history("import", "--verify").status()).isZero();
        Path closed = archive.folder().resolve("closed.json");
        Files.writeString(closed, Files.readString(closed).replace("ACCEPTED", "REJECTED"));
        assertThat(history("import").status()).isZero();
        CommandLineRun verify = history("import", "--verify");
        assertThat(verify.status()).isEqualTo(1);
        assertThat(verify.out().get(0)).contains("night-1").contains("was changed after it was closed: closed.json");
        Files.delete(archive.folder().resolve("manifest.sha256"));
        archive.seal();
        assertThat(history("import", "--verify").out().get(0)).contains("does not give what the store holds");
        assertThat(history("runs").text()).doesNotContain("REJECTED");
    }

    @Test
    void a_history_that_is_not_there_or_empty_cannot_tell() {
        for (List<String> question : List.of(
                List.of("runs"),
                List.of("trend", "gpu-01"),
                List.of("movers"),
                List.of("flaky"),
                List.of("export", "--openmetrics", "-"))) {
            CommandLineRun run = history(question.toArray(String[]::new));
            assertThat(run.status()).as(question.toString()).isEqualTo(3);
            assertThat(run.lastLine()).contains("there is none yet").contains("seatrial history import");
        }
        assertThat(store()).doesNotExist();
        assertThat(history("import").status()).isEqualTo(3);
    }

    @Test
    void a_trend_shows_every_run_and_the_change_against_those_before() {
        fourNights();
        CommandLineRun trend = history("trend", SLOW);
        assertThat(trend.status()).as(trend.text()).isZero();
        assertThat(trend.out().get(0))
                .isEqualTo("flow " + SLOW + ": bandwidth.alone bandwidth.goodput (higher is better)," + " cluster "
                        + CLUSTER.name());
        assertThat(trend.lastLine()).contains("night-4").contains("150 Mb/s").endsWith("-25.0 %");
        assertThat(history("trend", SLOW, "--last", "2").out()).hasSize(5);
    }

    @Test
    void a_trend_as_json_holds_the_values_in_base_units() throws IOException {
        fourNights();
        JsonNode json = JsonMapper.builder()
                .build()
                .readTree(String.join("\n", history("trend", SLOW, "--json").out()));
        assertThat(json.path(0)
                        .path("points")
                        .path(3)
                        .path("value")
                        .path("median")
                        .asLong())
                .isEqualTo(150_000_000L);
        assertThat(json.path(0).path("subject").asText()).isEqualTo("flow " + SLOW);
        assertThat(json.path(0).path("of").path("metric").path("unit").asText()).isEqualTo("bit/s");
    }

    @Test
    void a_trend_is_drawn_on_demand() throws IOException {
        fourNights();
        Path svg = folder.resolve("trend.svg");
        assertThat(history("trend", SLOW, "--svg", svg.toString()).status()).isZero();
        assertThat(Files.readString(svg)).startsWith("<svg").contains("night-4: 150 Mb/s");
    }

    @Test
    void an_unknown_subject_ask_or_cluster_gets_the_nearest_names() {
        fourNights();
        CommandLineRun typo = history("trend", "gpu-01/mlx5_0>gpu-02/mlx_0");
        assertThat(typo.status()).isEqualTo(2);
        assertThat(typo.err()).contains("nearest: " + SLOW);
        CommandLineRun ask = history("trend", SLOW, "--ask", "bandwidth.alne");
        assertThat(ask.status()).isEqualTo(2);
        assertThat(ask.err()).contains("bandwidth.alone bandwidth.goodput");
        CommandLineRun cluster = history("movers", "--cluster", "virtul");
        assertThat(cluster.status()).isEqualTo(2);
        assertThat(cluster.err()).contains("did you mean " + CLUSTER.name());
    }

    @Test
    void movers_name_the_flow_that_became_slow_first() {
        fourNights();
        CommandLineRun movers = history("movers");
        assertThat(movers.status()).isZero();
        assertThat(movers.out().get(1)).contains("6 series, 1 beyond the screen");
        assertThat(movers.out().get(3))
                .contains("150 Mb/s")
                .contains("200 Mb/s")
                .endsWith(SLOW);
    }

    @Test
    void movers_of_few_runs_cannot_tell() {
        night(1, 200);
        night(2, 100);
        history("import");
        CommandLineRun movers = history("movers");
        assertThat(movers.status()).isEqualTo(3);
        assertThat(movers.lastLine()).contains("cannot tell");
    }

    @Test
    void flaky_shows_the_verdict_that_flips_every_night() {
        fourNights();
        CommandLineRun flaky = history("flaky");
        assertThat(flaky.status()).isZero();
        assertThat(flaky.lastLine()).contains("FpFp").contains(ASK + ".limit").contains(SLOW);
        assertThat(flaky.text())
                .contains("1 that came and went over the last 4 runs of cluster " + CLUSTER.name())
                .doesNotContain("30 runs");
        assertThat(history("flaky", "--last", "3").text()).contains("over the last 3 runs of cluster");
    }

    @Test
    void two_runs_are_too_few_to_tell_what_comes_and_goes() {
        night(1, 200);
        night(2, 150);
        assertThat(history("import").status()).isZero();
        CommandLineRun flaky = history("flaky");
        assertThat(flaky.status()).isEqualTo(3);
        assertThat(flaky.text())
                .contains("too few runs to tell what comes and goes: expected 3 or more, got 2")
                .doesNotContain("came and went");
    }

    @Test
    void a_subject_that_a_night_left_out_was_not_asked() {
        night(1, 200);
        RunArchive archive = open(2);
        archive.append(new AskRecord(ASK, METRIC, 1, FLOWS.subList(1, FLOWS.size()), List.of(SLOW)));
        archive.close(new Closing("ACCEPTED", 0, archive.header().started().plusSeconds(60), true, List.of()));
        assertThat(history("import").status()).isZero();

        assertThat(history("trend", SLOW).lastLine()).contains("not asked");
        assertThat(history("trend", FLOWS.get(1)).lastLine()).contains("no value");
        assertThat(history("runs").text()).containsPattern("night-1 .* yes ").containsPattern("night-2 .* no\\b");
    }

    @Test
    void a_textfile_is_written_whole_and_everybody_may_read_it() throws IOException {
        fourNights();
        Path file = folder.resolve("out").resolve("seatrial.prom");
        Files.createDirectories(file.getParent());
        assertThat(history("export", "--textfile", file.toString()).status()).isZero();
        assertThat(Files.readString(file)).contains("seatrial_run_info{").contains("run=\"night-4\"");
        assertThat(Files.getPosixFilePermissions(file)).contains(PosixFilePermission.GROUP_READ);
        try (Stream<Path> all = Files.list(file.getParent())) {
            assertThat(all).containsExactly(file);
        }
        assertThat(history("export", "--openmetrics", "-").lastLine()).isEqualTo("# EOF");
        CommandLineRun other = history("export", "--textfile", "seatrial.txt");
        assertThat(other.status()).isEqualTo(2);
        assertThat(other.err()).contains(".prom");
    }

    @Test
    void a_pushgateway_gets_one_group_for_the_cluster() throws IOException {
        fourNights();
        List<String> requests = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + "\n" + text);
            exchange.sendResponseHeaders(requests.size() == 1 ? 200 : 400, -1);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        assertThat(history("export", "--pushgateway", url).status()).isZero();
        assertThat(requests.get(0))
                .startsWith("PUT /metrics/job/seatrial/cluster/" + CLUSTER.name() + "\n")
                .contains("seatrial_run_exit_status{");
        CommandLineRun refused = history("export", "--pushgateway", url);
        assertThat(refused.status()).isEqualTo(4);
        assertThat(refused.err()).contains("status 400").contains(url);
        server.stop(0);
    }

    @Test
    void the_report_of_a_run_shows_what_moved_and_without_a_store_nothing() throws IOException {
        fourNights();
        CommandLineRun report = CommandLineRun.of("report", "night-4", "--runs", runs().toString());
        assertThat(report.status()).as(report.text()).isZero();
        String page = Files.readString(Path.of(report.lastLine()));
        assertThat(page)
                .contains("class=\"trends\"")
                .contains("150 Mb/s, usually 200 Mb/s")
                .contains("night-4: 150 Mb/s");
        Files.move(store(), folder.resolve("away"));
        CommandLineRun without = CommandLineRun.of("report", "night-4", "--runs", runs().toString());
        assertThat(without.status()).isZero();
        assertThat(Files.readString(Path.of(without.lastLine()))).doesNotContain("class=\"trends\"");
    }

    @Test
    void a_store_that_is_none_changes_no_verdict_and_is_told() throws IOException {
        RunArchive archive = night(1, 200);
        Files.writeString(store(), "no database".repeat(100));
        RunsOption runs = new RunsOption();
        runs.folder = runs();
        assertThat(KeptHistory.of(new HistoryOption(), runs).keep(archive))
                .get()
                .extracting(Message::key)
                .isEqualTo("history.not-kept");
        CommandLineRun report = CommandLineRun.of("report", "night-1", "--runs", runs().toString());
        assertThat(report.status()).as(report.text()).isZero();
        assertThat(Files.readString(Path.of(report.lastLine()))).contains("what earlier runs say is not shown");
        CommandLineRun asked = history("runs");
        assertThat(asked.status()).isEqualTo(2);
        assertThat(asked.err()).contains("no database of SQLite");
    }

    @Test
    void a_run_is_stored_where_a_store_is_named() {
        RunArchive archive = night(1, 200);
        RunsOption runs = new RunsOption();
        runs.folder = runs();
        HistoryOption option = new HistoryOption();
        assertThat(KeptHistory.of(option, runs).keep(archive)).isEmpty();
        assertThat(store()).doesNotExist();
        option.given = Optional.of(store().toString());
        assertThat(KeptHistory.of(option, runs).keep(archive)).isEmpty();
        assertThat(history("runs").lastLine()).contains("night-1").contains("ACCEPTED");
    }
}
