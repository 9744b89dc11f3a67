package io.seatrial.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Noise;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
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
        return new RunHeader(1, run, "c", "00", "bringup", 7, TIME, List.of("a", "b"), Map.of(), "0.1.0");
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
    void a_crash_at_any_byte_loses_at_most_the_open_round() throws IOException {
        RoundRecord first = new RoundRecord("latency", 0, 0, List.of(measured()));
        RoundRecord second = new RoundRecord("latency", 1, 0, List.of(absent()));
        archive.append(first);
        long whole = Files.size(archive.folder().resolve("rounds.ndjson"));
        archive.append(second);
        byte[] bytes = Files.readAllBytes(archive.folder().resolve("rounds.ndjson"));
        for (int cut = (int) whole; cut < bytes.length; cut++) {
            Files.write(archive.folder().resolve("rounds.ndjson"), java.util.Arrays.copyOf(bytes, cut));
            assertThat(archive.rounds()).as("cut at byte " + cut).containsExactly(first);
        }
    }

    @Test
    void what_a_crash_cut_off_does_not_spoil_the_next_round() throws IOException {
        RoundRecord first = new RoundRecord("latency", 0, 0, List.of(measured()));
        archive.append(first);
        Path file = archive.folder().resolve("rounds.ndjson");
        Files.writeString(file, Files.readString(file) + "{\"ask\":\"lat");
        RoundRecord next = new RoundRecord("latency", 1, 0, List.of(absent()));
        archive.append(next);
        assertThat(archive.rounds()).containsExactly(first, next);
    }

    @Test
    void a_spoiled_line_in_the_middle_is_named() throws IOException {
        archive.append(new RoundRecord("latency", 0, 0, List.of(measured())));
        Path file = archive.folder().resolve("rounds.ndjson");
        Files.writeString(file, "garbage\n" + Files.readString(file));
        assertThatThrownBy(archive::rounds)
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("rounds.ndjson:1")
                .hasMessageContaining("RoundRecord");
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
        Closing closing = new Closing(
                "ACCEPTED", 0, TIME, true, List.of(new Closing.Result("a.limit", FLOW.toString(), "pass", "abc")));
        archive.close(closing);
        assertThat(RunArchive.open(archive.folder()).closing()).contains(closing);
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
