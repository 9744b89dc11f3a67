package io.seatrial.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.archive.ArchiveJson;
import io.seatrial.archive.Closing;
import io.seatrial.archive.Manifest;
import io.seatrial.archive.RoundRecord;
import io.seatrial.archive.RunArchive;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One healthy run of the virtual cluster, made where numbers have a decimal comma, and what can be done with its archive. */
class VirtualRunTest {
    private static final Path VIRTUAL = Path.of("..", "inventory", "virtual");

    @TempDir
    static Path runs;

    private static CommandLineRun run;
    private static RunArchive archive;

    @BeforeAll
    static void runOnce() {
        String cluster = VirtualCopy.in(runs).toString();
        run = in(
                Locale.GERMANY,
                () -> CommandLineRun.of(
                        "run", "--cluster", cluster, "--profile", "bringup", "--runs", runs.toString()));
        archive = RunArchive.open(RunArchive.find(runs, "latest"));
    }

    private static <T> T in(Locale locale, Supplier<T> step) {
        Locale before = Locale.getDefault();
        Locale.setDefault(locale);
        try {
            return step.get();
        } finally {
            Locale.setDefault(before);
        }
    }

    private static CommandLineRun judge(String... more) {
        String[] arguments = new String[4 + more.length];
        arguments[0] = "judge";
        arguments[1] = "latest";
        arguments[2] = "--runs";
        arguments[3] = runs.toString();
        System.arraycopy(more, 0, arguments, 4, more.length);
        return CommandLineRun.of(arguments);
    }

    @Test
    void a_healthy_cluster_is_accepted_and_the_verdict_is_the_last_line() {
        assertThat(run.status()).as(run.text()).isZero();
        assertThat(run.lastLine()).isEqualTo("ACCEPTED");
    }

    @Test
    void every_link_has_every_asked_result() {
        Closing closing = archive.closing().orElseThrow();
        assertThat(closing.results())
                .hasSize(88)
                .allMatch(result -> List.of("passed", "watch").contains(result.verdict()));
        assertThat(closing.results()).extracting(Closing.Result::historyId).doesNotHaveDuplicates();
        assertThat(closing.countable()).isTrue();
    }

    @Test
    void the_report_lies_beside_the_archive() {
        assertThat(archive.folder().resolve("summary.html")).content().contains("ACCEPTED");
        assertThat(archive.folder().resolve("index.html")).isNotEmptyFile();
        assertThat(archive.folder().resolve("TEST-seatrial.xml")).content().contains("failures=\"0\"");
    }

    @Test
    void every_host_is_as_found() {
        assertThat(archive.hosts().stream().filter(host -> host.phase().equals("close")))
                .hasSize(4)
                .allMatch(host -> host.good() && host.text().equals("as found"));
        assertThat(io.seatrial.run.Cleanup.isNeeded(archive)).isFalse();
    }

    @Test
    void judging_the_archive_again_gives_the_same_verdict() {
        CommandLineRun again = judge();
        assertThat(again.status()).isZero();
        assertThat(again.lastLine()).isEqualTo("ACCEPTED");
    }

    @Test
    void a_decimal_comma_changes_no_byte_of_what_is_kept_and_reported(@TempDir Path folder) throws IOException {
        String written = in(
                Locale.ROOT,
                () -> archive.rounds().stream().map(VirtualRunTest::json).collect(Collectors.joining("\n", "", "\n")));
        try (InputStream kept =
                new GZIPInputStream(Files.newInputStream(archive.folder().resolve("rounds.ndjson.gz")))) {
            assertThat(new String(kept.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(written);
        }
        assertThat(in(Locale.GERMANY, () -> judge()).out())
                .isEqualTo(in(Locale.ROOT, () -> judge()).out());
        for (Locale locale : List.of(Locale.ROOT, Locale.GERMANY)) {
            String out = folder.resolve(locale.toString() + "report").toString();
            in(locale, () -> CommandLineRun.of("report", "latest", "--runs", runs.toString(), "--out", out));
        }
        for (String page : List.of("summary.html", "TEST-seatrial.xml")) {
            assertThat(folder.resolve("de_DEreport").resolve(page))
                    .hasSameBinaryContentAs(folder.resolve("report").resolve(page));
        }
    }

    private static String json(RoundRecord round) {
        try {
            return ArchiveJson.mapper().writeValueAsString(round);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_stricter_criteria_file_changes_the_expected_results_and_no_others(@TempDir Path folder) throws IOException {
        Path stricter = folder.resolve("criteria.yaml");
        String text = Files.readString(VIRTUAL.resolve("criteria.yaml"))
                .replace("warn: 12ms", "warn: 8ms")
                .replace("fail: 14ms", "fail: 8ms");
        Files.writeString(stricter, text);
        CommandLineRun again = judge(
                "--criteria",
                stricter.toString(),
                "--results",
                folder.resolve("report").toString());
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.lastLine()).isEqualTo("REJECTED");
        assertThat(again.text()).contains("failed 8, not proven 0");
        assertThat(folder.resolve("report/summary.html")).content().contains("REJECTED");
    }

    @Test
    void a_baseline_that_is_asked_for_and_missing_is_not_proven(@TempDir Path folder) throws IOException {
        Path nightly = RunArchiveCopies.withProfile(archive, folder, "nightly");
        Files.deleteIfExists(nightly.resolve("inputs/baseline.json"));
        CommandLineRun again = CommandLineRun.of("judge", nightly.toString());
        assertThat(again.status()).as(again.text()).isEqualTo(3);
        assertThat(again.lastLine()).isEqualTo("NOT PROVEN");
        assertThat(again.text()).contains("failed 0, not proven 36").contains("passed 88");
    }

    @Test
    void three_countable_runs_or_one_with_a_reason_make_a_baseline(@TempDir Path folder) throws IOException {
        for (String file : List.of("cluster.yaml", "criteria.yaml", "waivers.yaml")) {
            Files.copy(VirtualCopy.in(runs).resolve(file), folder.resolve(file));
        }
        String[] accept = {"baseline", "accept", "--cluster", folder.toString(), "--runs", runs.toString()};
        assertThat(CommandLineRun.of(accept).status()).isEqualTo(1);
        String[] single = java.util.Arrays.copyOf(accept, accept.length + 4);
        System.arraycopy(new String[] {"--from", "latest", "--reason", "a test"}, 0, single, accept.length, 4);
        CommandLineRun accepted = CommandLineRun.of(single);
        assertThat(accepted.status()).as(accepted.text()).isZero();
        assertThat(folder.resolve("baseline.json")).content().contains("a test").contains("virtual-tcp");
        assertProvesNothingByASingleRun(folder);
    }

    /** How much runs differ when nothing is wrong is not to be seen in one of them. */
    private static void assertProvesNothingByASingleRun(Path folder) throws IOException {
        Path nightly = RunArchiveCopies.withProfile(archive, folder.resolve("copy"), "nightly");
        Files.copy(
                folder.resolve("baseline.json"),
                nightly.resolve("inputs/baseline.json"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        CommandLineRun judged = CommandLineRun.of("judge", nightly.toString());
        assertThat(judged.status()).as(judged.text()).isEqualTo(3);
        assertThat(judged.text()).contains("failed 0, not proven 36").contains("passed 88");
    }

    @Test
    void the_archive_stays_as_it_is(@TempDir Path out) {
        Manifest manifest = archive.manifest().orElseThrow();
        assertThat(manifest.hashes())
                .containsKeys("summary.html", "index.html", "journal.ndjson", "transcripts/gpu-01.txt");
        judge();
        CommandLineRun report =
                CommandLineRun.of("report", "latest", "--runs", runs.toString(), "--out", out.toString());
        assertThat(report.status()).as(report.text()).isZero();
        assertThat(manifest.check(archive.folder())).isEmpty();
    }
}
