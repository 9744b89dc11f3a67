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

    private static String fail(String ask) {
        return ask.contains("-latency.") || ask.startsWith("latency.") ? "3us" : "90%";
    }

    private List<Problem> problems(String ask, String probe) throws IOException {
        Path written = write(ask, probe, fail(ask));
        return problems(written);
    }

    private static List<Problem> problems(Path written) {
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
        String ask = "rdma.write-bandwidth.alone";
        Ask.ProbeSettings settings = CriteriaFile.read(write(
                        ask,
                        "connect: exchange, mode: event, mtu: 4096B, qps: 4, depth: 64, inline: 0B, sl: 3,"
                                + " traffic-class: 106, flow-label: 74565, gid-type: roce1, memory: 'cuda:7'",
                        "90%"))
                .ask(ask)
                .orElseThrow()
                .probe();
        assertThat(settings.verbs())
                .isEqualTo(new VerbsSettings(
                        Optional.of("exchange"),
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
        assertThat(read("tool: perftest").tool()).isEqualTo("perftest");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdma.write-latency.within-rail | mode: event | probe.mode: expected poll",
                "rdma.write-latency.within-rail | memory: 'cuda:0' | probe.memory: expected host",
                "rdma.write-latency.within-rail | memory: 'hip:1' | probe.memory: expected host",
                "rdma.send-latency.within-rail | qps: 2 | probe.qps: expected 1",
                "rdma.read-latency.within-rail | depth: 8 | probe.depth: depth is for bandwidth",
                "rdma.read-latency.within-rail | streams: 2 | probe.streams: streams is for bandwidth",
                "rdma.beside-tcp.latency | qps: 2 | probe.qps: expected 1",
                "rdma.write-bandwidth.alone | streams: 2 | probe.streams: streams is for TCP",
                "rdma.write-bandwidth.alone | warmup: 2 | probe.warmup: warmup is for latency",
                "rdma.write-bandwidth.alone | count: 100000 | probe.count: count is for latency",
                "rdma.beside-tcp.cpu | count: 100000 | probe.count: count is for latency",
                "rdma.beside-tcp.cpu | warmup: 5 | probe.warmup: warmup is for latency",
                "rdma.beside-tcp.latency | streams: 2 | probe.streams: streams is for bandwidth",
                "rdma.beside-tcp.latency | depth: 2 | probe.depth: depth is for bandwidth",
                "rdma.perftest-agreement.bandwidth | streams: 2 | probe.streams: streams is for TCP",
                "latency.within-rail | streams: 2 | probe.streams: streams is for bandwidth",
                "bandwidth.alone | count: 5000 | probe.count: count is for latency",
                "bandwidth.together | warmup: 5 | probe.warmup: warmup is for latency",
                "incast.goodput | count: 5000 | probe.count: count is for latency",
                "links.speed | size: 8B | probe.size: size is for traffic",
                "rdma.write-bandwidth.alone | duration: 31d | probe.duration: expected at most 30 d",
                "latency.within-rail | duration: 31d | probe.duration: expected at most 30 d",
                "rdma.write-latency.within-rail | 'connect: rdma-cm, sl: 1' | probe.sl: sl cannot be chosen",
                "rdma.write-latency.within-rail | 'connect: rdma-cm, mtu: 1024B' | probe.mtu: mtu cannot be chosen",
                "rdma.write-latency.within-rail | 'connect: rdma-cm, flow-label: 1' | probe.flow-label: flow-label cannot",
                "rdma.write-latency.within-rail | 'tool: perftest, connect: rdma-cm' | probe.connect: expected exchange",
                "rdma.write-latency.within-rail | 'tool: perftest, flow-label: 1' | probe.flow-label: flow-label cannot",
                "rdma.write-latency.within-rail | 'tool: perftest, gid-type: roce2' | probe.gid-type: gid-type cannot",
                "rdma.write-latency.within-rail | 'tool: perftest, warmup: 5' | probe.warmup: warmup cannot be chosen",
                "rdma.write-bandwidth.alone | 'tool: perftest, duration: 900ms' | probe.duration: expected 1 s or more",
                "rdma.read-latency.within-rail | 'tool: perftest, memory: \"hip:0\"' | probe.memory: expected host or cuda:N",
                "rdma.perftest-agreement.bandwidth | memory: 'hip:0' | probe.memory: expected host or cuda:N",
                "rdma.perftest-agreement.bandwidth | connect: rdma-cm | probe.connect: expected exchange",
                "rdma.perftest-agreement.bandwidth | duration: 900ms | probe.duration: expected 1 s or more",
                "rdma.perftest-agreement.latency | count: 1000001 | probe.count: expected at most 1000000",
                "rdma.perftest-agreement.latency | flow-label: 1 | probe.flow-label: flow-label cannot be chosen",
                "rdma.perftest-agreement.latency | gid-type: roce2 | probe.gid-type: gid-type cannot be chosen",
                "rdma.perftest-agreement.latency | tool: perftest | probe.tool: tool cannot be chosen",
                "rdma.beside-tcp.cpu | tool: perftest | probe.tool: tool cannot be chosen",
            })
    void what_the_probe_would_refuse_or_nobody_would_read_is_refused_when_the_file_is_read(
            String ask, String probe, String why) throws IOException {
        assertThat(problems(ask, probe)).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(4);
            assertThat(problem.toString()).contains("asks." + ask + "." + why.split(": ", 2)[0], why.split(": ", 2)[1]);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdma.send-latency.within-rail | mode: event",
                "rdma.read-latency.within-rail | memory: 'cuda:0'",
                "rdma.write-latency.within-rail | 'qps: 1, warmup: 5, connect: rdma-cm, traffic-class: 4'",
                "rdma.write-bandwidth.alone | 'depth: 32, qps: 2'",
                "rdma.beside-tcp.cpu | 'streams: 2, qps: 2, depth: 64, size: 64KiB'",
                "rdma.beside-tcp.latency | 'count: 5000, warmup: 5'",
                "rdma.perftest-agreement.latency | 'count: 5000, warmup: 5'",
                "rdma.perftest-agreement.bandwidth | memory: 'cuda:0'",
                "rdma.read-latency.within-rail | 'tool: perftest, memory: \"cuda:0\"'",
                "bandwidth.alone | 'streams: 2, duration: 1s'",
                "latency.within-rail | 'count: 5000, warmup: 5'",
                "links.speed | statistic: value",
                "rdma.write-bandwidth.alone | duration: 30d",
                "rdma.write-bandwidth.alone | 'tool: perftest, duration: 1s'",
            })
    void what_the_probe_takes_is_taken(String ask, String probe) throws IOException {
        Path written = write(ask, probe, fail(ask));
        assertThat(CriteriaFile.read(written).ask(ask)).isPresent();
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
                "inline: 4097B | expected 0..4096 B, got '4097B'",
                "inline: 9KiB | expected 0..4096 B, got '9KiB'",
                "memory: gpu0 | expected host, cuda:N or hip:N",
                "mode: interrupt | poll",
                "tool: iperf | perftest",
            })
    void a_value_that_no_queue_pair_takes_is_refused_with_what_is_expected(String probe, String expected)
            throws IOException {
        assertThat(problems(LATENCY, probe)).singleElement().asString().contains(expected.strip());
    }

    @Test
    void a_gap_of_a_clock_that_perftest_does_not_look_at_is_refused() throws IOException {
        Path written = write(LATENCY, "tool: perftest", "3us");
        Path file = written.resolve(CriteriaFile.NAME);
        Files.writeString(file, Files.readString(file) + "    gap-max: 5ms\n");
        assertThat(problems(written))
                .singleElement()
                .asString()
                .contains(LATENCY + ".gap-max", "does not observe the host's clock");
        Files.writeString(file, Files.readString(file).replace("tool: perftest", "size: 8B"));
        assertThat(CriteriaFile.read(written).ask(LATENCY)).isPresent();
    }

    @Test
    void what_perftest_measured_keeps_a_limit_with_the_remark_that_nobody_saw_the_host_stand_still()
            throws IOException {
        Criteria criteria = CriteriaFile.read(write(LATENCY, "tool: perftest", "9ms"), SmallFabric.cluster());
        Criterion limit = criteria.criteria(LATENCY, Profile.BRINGUP, SmallFabric.cluster(), BaselineFamily.none())
                .get(0);
        Metric metric = new Metric("rdma.write-latency.p50", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
        Survey own = survey(LATENCY, metric, 2_000, Map.of("n", 1_000L), "");
        Survey perftest = survey(LATENCY, metric, 2_000, Map.of("n", 1_000L), "perftest");
        assertThat(limit.judge(own).values())
                .singleElement()
                .satisfies(verdict -> assertThat(Told.passes(verdict).watch()).isEmpty());
        assertThat(limit.judge(perftest).values())
                .singleElement()
                .satisfies(verdict -> assertThat(
                                Told.passes(verdict).watch().orElseThrow().key())
                        .isEqualTo("watch.clock-not-observed"));
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
        Criterion limit = criteria.criteria(ask, Profile.BRINGUP, SmallFabric.cluster(), BaselineFamily.none())
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
        return survey(ask, metric, value, Map.of(), "");
    }

    private static Survey survey(String ask, Metric metric, long value, Map<String, Long> details, String tool) {
        Conditions conditions = new Conditions(Map.of("path-class", "within-leaf", "fabric", "roce2"));
        Measurement one = new Measurement(
                metric,
                Samples.FLOW,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                details,
                tool.isEmpty() ? conditions : conditions.with("tool", tool),
                new Provenance(0, 0, Samples.NOON, Samples.NOON, "build", ""));
        return Survey.of(ask, metric, new TreeSet<>(List.of(one.subject())), List.of(one));
    }
}
