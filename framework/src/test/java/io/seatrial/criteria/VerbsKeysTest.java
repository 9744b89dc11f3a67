package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Unit;
import io.seatrial.measurement.Verdict;
import io.seatrial.probe.VerbsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerbsKeysTest {
    private static final String LATENCY = "rdma.write-latency.within-rail";

    @TempDir
    private Path folder;

    private Path write(String ask, String probe, String fail) throws IOException {
        Files.writeString(
                folder.resolve(CriteriaFile.NAME),
                "version: 1\nasks:\n  " + ask + ":\n    probe: {" + probe + "}\n    limit: {rows: [{fail: " + fail
                        + ", source: s, evidence: D}]}\n");
        return folder;
    }

    private Ask.ProbeSettings read(String probe) throws IOException {
        return CriteriaFile.read(write(LATENCY, probe, "3us"))
                .ask(LATENCY)
                .orElseThrow()
                .probe();
    }

    private List<Problem> problems(String ask, String probe) throws IOException {
        Path written = write(ask, probe, ask.contains("latency") ? "3us" : "90%");
        return catchThrowableOfType(InvalidFileException.class, () -> CriteriaFile.read(written))
                .problems();
    }

    @Test
    void what_is_left_out_is_left_to_the_probe() throws IOException {
        assertThat(read("size: 8B").verbs()).isEqualTo(VerbsSettings.DEFAULT);
        assertThat(read("size: 8B").tool()).isEqualTo("seatrial");
    }

    @Test
    void every_key_is_read() throws IOException {
        Ask.ProbeSettings settings =
                read("connect: rdma-cm, mode: event, mtu: 4096B, qps: 4, depth: 64, inline: 0B, sl: 3,"
                        + " traffic-class: 106, flow-label: 74565, gid-type: roce1, memory: 'cuda:7', tool: perftest");
        assertThat(settings.verbs())
                .isEqualTo(new VerbsSettings(
                        Optional.of("rdma-cm"),
                        Optional.of("event"),
                        OptionalInt.of(4096),
                        OptionalInt.of(4),
                        OptionalInt.of(64),
                        OptionalInt.of(0),
                        OptionalInt.of(3),
                        OptionalInt.of(106),
                        OptionalInt.of(74565),
                        Optional.of("roce1"),
                        Optional.of("cuda:7")));
        assertThat(settings.tool()).isEqualTo("perftest");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "size: 9MiB | expected at most 8388608 B, got '9MiB'",
                "mtu: 1500B | mtu",
                "mtu: 4096 | mtu",
                "qps: 65 | expected 1..64, got '65'",
                "qps: 0 | expected 1..64, got '0'",
                "sl: 16 | expected 0..15, got '16'",
                "traffic-class: 256 | expected 0..255",
                "flow-label: 1048576 | expected 0..1048575",
                "inline: 9KiB | expected 0..8192 B, got '9KiB'",
                "memory: gpu0 | expected host, cuda:N or hip:N",
                "mode: interrupt | poll",
                "tool: iperf | perftest",
            })
    void a_value_that_no_queue_pair_takes_is_refused_with_what_is_expected(String probe, String expected)
            throws IOException {
        assertThat(problems(LATENCY, probe)).singleElement().asString().contains(expected.strip());
    }

    @ParameterizedTest
    @CsvSource({"latency.within-rail", "bandwidth.alone"})
    void keys_of_queue_pairs_are_unknown_where_there_are_none(String ask) throws IOException {
        assertThat(problems(ask, "qps: 4")).singleElement().asString().contains("qps");
    }

    @Test
    void a_share_is_the_edge_of_a_ratio_itself_and_not_one_of_a_rate() throws IOException {
        String ask = "rdma.beside-tcp.latency";
        Criteria criteria = CriteriaFile.read(write(ask, "", "100%"), SmallFabric.cluster());
        Criterion limit = criteria.criteria(ask, Profile.BRINGUP, SmallFabric.cluster(), Optional.empty())
                .get(0);
        Metric metric = new Metric(ask, Unit.PARTS_PER_MILLION, Direction.LOWER_IS_BETTER);
        assertThat(limit.judge(survey(ask, metric, 100_040)).values())
                .singleElement()
                .isInstanceOf(Verdict.Pass.class);
        assertThat(limit.judge(survey(ask, metric, 1_000_000)).values())
                .singleElement()
                .isInstanceOf(Verdict.Pass.class);
        assertThat(limit.judge(survey(ask, metric, 1_000_001)).values())
                .singleElement()
                .isInstanceOf(Verdict.Fail.class);
    }

    private static Survey survey(String ask, Metric metric, long value) {
        Measurement one = new Measurement(
                metric,
                Samples.FLOW,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                new Conditions(Map.of("path-class", "within-leaf", "fabric", "roce2")),
                new Provenance(0, 0, Samples.NOON, Samples.NOON, "build", ""));
        return Survey.of(ask, metric, new TreeSet<>(List.of(one.subject())), List.of(one));
    }
}
