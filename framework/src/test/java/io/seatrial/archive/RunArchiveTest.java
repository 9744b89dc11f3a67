package io.seatrial.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterReading;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunArchiveTest {
    private static final Metric METRIC = new Metric("latency.rtt.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    private static final SubjectId FLOW = new SubjectId(SubjectId.Kind.FLOW, "a/x>b/x");
    private static final Instant TIME = Instant.parse("2026-11-29T10:00:00.123456789Z");

    @TempDir
    Path runs;

    @TempDir
    Path inputs;

    private final Locale locale = Locale.getDefault();
    private RunArchive archive;

    @BeforeEach
    void create() throws IOException {
        Files.writeString(inputs.resolve("cluster.yaml"), "format: 1\n");
        archive = RunArchive.create(runs, header("r1"), inputs);
    }

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    private static RunHeader header(String run) {
        return header(RunHeader.FORMAT, run);
    }

    private static RunHeader header(int format, String run) {
        return new RunHeader(format, run, "c", "00", "bringup", 7, TIME, List.of("a", "b"), Map.of(), "0.1.0");
    }

    private static Measurement measured() {
        return new Measurement(
                METRIC,
                FLOW,
                OptionalLong.of(9_007_199_254_740_993L),
                Optional.empty(),
                Optional.of(new Histogram(new TreeMap<>(Map.of(5, 2L)))),
                Optional.of(new Noise(17, 1, 2)),
                Map.of("p99", 12L),
                new Conditions(Map.of("size", "8")),
                new Provenance(0, 1, TIME, TIME, "0123456789ab", "c/x"));
    }

    private static Measurement absent() {
        return Measurement.absent(
                METRIC,
                FLOW,
                Message.of("k", "text", "a \"quoted\" cause", "n", 3L, "q", new Quantity(5, Unit.BYTES)),
                new Conditions(Map.of()),
                new Provenance(0, 0, TIME, TIME, "none", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "de-DE", "ar-EG"})
    void rounds_come_back_as_they_were_in_every_locale(String tag) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        RoundRecord round = new RoundRecord("latency", 3, 0, List.of(measured(), absent()));
        archive.append(round);
        Locale.setDefault(Locale.ROOT);
        assertThat(RunArchive.open(archive.folder()).rounds()).containsExactly(round);
    }

    @Test
    void a_run_is_in_doubt_until_it_is_sealed_and_once_it_is_changed() throws IOException {
        assertThat(archive.doubt()).map(Doubt::kind).contains(Doubt.Kind.UNFINISHED);
        archive.conclude(new Closing("ACCEPTED", 0, TIME, true, List.of()));
        assertThat(archive.doubt()).map(Doubt::kind).contains(Doubt.Kind.HALF_CLOSED);
        archive.seal();
        assertThat(archive.doubt()).isEmpty();
        Files.delete(archive.folder().resolve("closed.json"));
        assertThat(archive.doubt()).hasValueSatisfying(doubt -> {
            assertThat(doubt.kind()).isEqualTo(Doubt.Kind.CHANGED);
            assertThat(doubt.said().values()).containsEntry("difference", "closed.json is listed and not there");
        });
    }

    /** Append one of every kind of line that a run writes, two of the counters. */
    private static void fill(RunArchive archive, int i) {
        CounterSource source = new CounterSource("a", "ethtool", Duration.ofMillis(100), Duration.ofMillis(1));
        archive.append(new AskRecord("latency" + i, METRIC, 1, List.of(FLOW.name())));
        archive.append(new HostRecord("a", "contact", true, "agent talks " + i, "0123"));
        archive.append(new RoundRecord("latency", i, 0, List.of(measured(), absent())));
        archive.append(new SourceRecord(TIME.plusSeconds(i), source, Optional.empty()));
        archive.append(List.of(reading(2 * i), reading(2 * i + 1)));
        archive.append(CaptureRecord.none("latency", i, 1, "a/x", "no tcpdump"), new byte[0]);
        archive.appendSettings(List.of(Setting.of(new SubjectId(SubjectId.Kind.PORT, "a/x"), "mtu", "" + i)));
        archive.append(new StimulusRecord("a~b", "b", "00", i + 1, "r0", TIME));
    }

    private static CounterReading reading(long bytes) {
        SubjectId port = new SubjectId(SubjectId.Kind.PORT, "a/x");
        return new CounterReading(
                port,
                "ethtool",
                TIME,
                Optional.empty(),
                true,
                new TreeMap<>(Map.of(Counter.Kind.RX_BYTES.one(), bytes)));
    }

    private static List<Object> everything(RunArchive archive) {
        List<Object> all = new ArrayList<>();
        all.addAll(archive.asks());
        all.addAll(archive.hosts());
        all.addAll(archive.rounds());
        all.addAll(archive.sources());
        archive.forEachReading(all::add);
        all.addAll(archive.captures());
        all.addAll(archive.settings());
        all.addAll(archive.stimuli());
        return all;
    }

    private static List<Path> lineFiles(RunArchive archive) throws IOException {
        try (Stream<Path> files = Files.list(archive.folder())) {
            return files.filter(file -> file.getFileName().toString().contains(".ndjson"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {RunHeader.PLAIN, RunHeader.FORMAT})
    void a_crash_at_any_byte_of_any_file_loses_at_most_what_was_being_appended(int format) throws IOException {
        RunArchive run = RunArchive.create(runs, header(format, "r-" + format), inputs);
        fill(run, 0);
        List<Object> earlier = everything(run);
        List<Path> files = lineFiles(run);
        assertThat(files).hasSize(8).allMatch(file -> file.toString().endsWith(".gz") == (format > RunHeader.PLAIN));
        Map<Path, Integer> lengths = new TreeMap<>();
        files.forEach(file -> lengths.put(file, (int) file.toFile().length()));
        fill(run, 1);
        List<Object> all = everything(run);
        for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            for (int cut = lengths.get(file); cut < bytes.length; cut++) {
                Files.write(file, Arrays.copyOf(bytes, cut));
                List<Object> left = everything(RunArchive.open(run.folder()));
                // the counters' append holds two lines, of which a plain file may show one
                assertThat(left)
                        .as(file + " cut at " + cut)
                        .containsAll(earlier)
                        .isSubsetOf(all);
                assertThat(left).as(file + " cut at " + cut).hasSizeBetween(all.size() - 2, all.size() - 1);
            }
            Files.write(file, bytes);
        }
        assertThat(everything(run)).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(ints = {RunHeader.PLAIN, RunHeader.FORMAT})
    void what_a_crash_cut_off_does_not_spoil_the_next_round(int format) throws IOException {
        RunArchive run = RunArchive.create(runs, header(format, "r-" + format), inputs);
        RoundRecord first = new RoundRecord("latency", 0, 0, List.of(measured()));
        run.append(first);
        run.append(new RoundRecord("latency", 1, 0, List.of(absent())));
        Path file = lineFiles(run).get(0);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 5));
        RoundRecord next = new RoundRecord("latency", 1, 0, List.of(measured()));
        RunArchive resumed = RunArchive.open(run.folder());
        resumed.append(next);
        assertThat(resumed.rounds()).containsExactly(first, next);
    }

    @Test
    void a_spoiled_line_in_the_middle_is_named() throws IOException {
        RunArchive plain = RunArchive.create(runs, header(RunHeader.PLAIN, "plain"), inputs);
        plain.append(new RoundRecord("latency", 0, 0, List.of(measured())));
        Path file = plain.folder().resolve("rounds.ndjson");
        Files.writeString(file, "garbage\n" + Files.readString(file));
        assertThatThrownBy(plain::rounds)
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("rounds.ndjson:1")
                .hasMessageContaining("RoundRecord");
    }

    @Test
    void a_layout_of_a_later_version_is_refused() throws IOException {
        Path file = archive.folder().resolve("run.json");
        Files.writeString(file, Files.readString(file).replace("\"format\" : 2", "\"format\" : 3"));
        assertThatThrownBy(() -> RunArchive.open(archive.folder()))
                .isInstanceOf(ArchiveException.class)
                .hasMessage(file + ": format: expected 1 to 2, got 3; use the version that wrote it");
    }

    private static Closing closing() {
        return new Closing(
                "ACCEPTED", 0, TIME, true, List.of(new Closing.Result("a.limit", FLOW.toString(), "pass", "abc")));
    }

    @Test
    void a_closed_run_is_sealed_by_a_manifest_over_all_that_is_in_its_folder() throws IOException {
        fill(archive, 0);
        archive.keep("transcripts/a.txt", List.of("< hello"));
        archive.close(closing());
        Manifest manifest = archive.manifest().orElseThrow();
        assertThat(manifest.hashes())
                .hasSize(8 + 4)
                .containsKeys(
                        "run.json", "closed.json", "inputs/cluster.yaml", "transcripts/a.txt", "rounds.ndjson.gz");
        assertThat(manifest.check(archive.folder())).isEmpty();
        Files.writeString(archive.folder().resolve("transcripts/a.txt"), "< hallo\n");
        assertThat(manifest.check(archive.folder()))
                .extracting(Manifest.Difference::text)
                .containsExactly("transcripts/a.txt differs from what the manifest lists");
    }

    @Test
    void a_run_that_crashed_while_it_was_sealed_says_so_and_can_be_sealed() throws IOException {
        assertThat(archive.isHalfClosed()).isFalse();
        archive.close(closing());
        Files.move(archive.folder().resolve(Manifest.NAME), archive.folder().resolve(Manifest.NAME + ".draft"));
        RunArchive crashed = RunArchive.open(archive.folder());
        assertThat(crashed.isHalfClosed()).isTrue();
        assertThat(crashed.manifest()).isEmpty();
        crashed.seal();
        assertThat(crashed.isHalfClosed()).isFalse();
        assertThat(crashed.manifest().orElseThrow().check(archive.folder())).isEmpty();
    }

    @Test
    void a_plain_run_of_the_first_layout_has_no_manifest_and_misses_none() {
        RunArchive plain = RunArchive.create(runs, header(RunHeader.PLAIN, "plain"), inputs);
        plain.close(closing());
        assertThat(plain.closing()).contains(closing());
        assertThat(plain.isHalfClosed()).isFalse();
        assertThat(plain.manifest()).isEmpty();
    }

    @Test
    void the_journal_of_a_sealed_run_goes_on_beside_it() throws IOException {
        Path own = archive.folder().resolve("journal.ndjson");
        Files.writeString(own, "a change\n");
        assertThat(archive.journalToGoOn()).isEqualTo(own);
        archive.close(closing());
        Path later = archive.journalToGoOn();
        assertThat(later)
                .isEqualTo(archive.folder().resolveSibling("r1.journal.ndjson"))
                .hasContent("a change\n");
        assertThat(archive.journal()).isEqualTo(later);
        Files.writeString(later, "a change\nundone\n");
        assertThat(archive.journalToGoOn()).isEqualTo(later).hasContent("a change\nundone\n");
        assertThat(archive.manifest().orElseThrow().check(archive.folder())).isEmpty();
        assertThat(RunArchive.all(runs)).containsExactly(archive.folder());
    }

    @Test
    void what_the_disk_does_not_take_is_no_wrong_input() throws IOException {
        Path file = Files.writeString(runs.resolve("file"), "in the way of a folder");
        assertThatThrownBy(() -> RunArchive.create(file, header("r1"), inputs))
                .isInstanceOf(DiskException.class)
                .hasMessageContaining("cannot write " + file);
    }

    @Test
    void the_inputs_are_kept_as_they_were_used() throws IOException {
        Files.writeString(inputs.resolve("cluster.yaml"), "changed afterwards\n");
        assertThat(archive.inputs().resolve("cluster.yaml")).hasContent("format: 1\n");
    }

    @Test
    void a_run_id_is_used_once() {
        assertThatThrownBy(() -> RunArchive.create(runs, header("r1"), inputs))
                .hasMessageContaining("is there already");
    }

    @Test
    void a_folder_that_is_no_run_is_refused() {
        assertThatThrownBy(() -> RunArchive.open(inputs)).hasMessageContaining("reports/runs/CLUSTER/RUN");
    }

    @Test
    void a_run_is_found_by_id_by_folder_and_as_the_latest() {
        RunArchive later = RunArchive.create(runs, header("r2"), inputs);
        assertThat(RunArchive.find(runs, "r1")).isEqualTo(archive.folder());
        assertThat(RunArchive.find(runs, archive.folder().toString())).isEqualTo(archive.folder());
        assertThat(RunArchive.find(runs, "latest")).isEqualTo(later.folder());
        assertThatThrownBy(() -> RunArchive.find(runs, "r3")).hasMessageContaining("there are 2 runs");
    }

    @Test
    void a_run_that_did_not_close_has_no_closing() {
        assertThat(archive.closing()).isEmpty();
        archive.close(closing());
        assertThat(RunArchive.open(archive.folder()).closing()).contains(closing());
    }

    @Test
    void captured_headers_lie_beside_the_line_that_speaks_of_them() throws IOException {
        CaptureRecord kept = CaptureRecord.kept("rdma.write-bandwidth.alone", 3, 1, "a/x:2", Map.of("ce", 7L), true);
        CaptureRecord none =
                CaptureRecord.none("rdma.write-bandwidth.alone", 3, 1, "b/x", "host b: tcpdump is not there");
        archive.append(kept, new byte[] {1, 2, 3});
        archive.append(none, new byte[0]);
        assertThat(RunArchive.open(archive.folder()).captures()).containsExactly(kept, none);
        assertThat(kept.file()).contains("captures/rdma.write-bandwidth.alone-3-1-a-x-2.pcap");
        assertThat(Files.readAllBytes(archive.folder().resolve(kept.file().orElseThrow())))
                .containsExactly(1, 2, 3);
    }
}
