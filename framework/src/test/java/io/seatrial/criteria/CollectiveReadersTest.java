package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.CurveRule;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.measurement.Collective;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;

/** The sections of collectives in criteria.yaml. */
class CollectiveReadersTest {
    private static final Layout PORTS = Layout.ofNics(8, 100_000_000_000L);

    private final Problems problems = new Problems("criteria.yaml");

    private Section section(String yaml, Set<String> keys) {
        return Section.open(problems, "asks.x", new Yaml().compose(new StringReader(yaml)), keys);
    }

    private String said() {
        try {
            problems.throwIfAny();
            return "";
        } catch (InvalidFileException e) {
            return e.getMessage();
        }
    }

    private List<SizeLimit> limits(String yaml) {
        return new CollectiveLimitReader(
                        section(yaml, CollectiveLimitReader.KEYS),
                        Set.of(Profile.BRINGUP),
                        new Physics(Optional.of(SmallFabric.cluster())),
                        Collective.ALL_REDUCE,
                        Optional.of(Algorithm.RING),
                        List.of(PORTS),
                        List.of(8L << 20, 512L << 20, 1L << 30))
                .read();
    }

    @Test
    void a_curve_that_says_nothing_has_the_defaults() {
        CurveRule rule = CurveReader.read(section("{}", CurveReader.KEYS));
        assertThat(said()).isEmpty();
        assertThat(rule.dip()).isEqualTo(200_000);
        assertThat(rule.plateau()).isEqualTo(50_000);
        assertThat(rule.smallTime()).isEmpty();
        assertThat(rule.inPlace()).isEmpty();
    }

    @Test
    void a_curve_says_what_it_asks() {
        CurveRule rule = CurveReader.read(section(
                "{dip: 15%, plateau: 3%, small-size: 64B, small-time: 40us, in-place: 10%, iterations: 5}",
                CurveReader.KEYS));
        assertThat(said()).isEmpty();
        assertThat(rule.dip()).isEqualTo(150_000);
        assertThat(rule.smallSize()).isEqualTo(64);
        assertThat(rule.smallTime()).hasValue(40_000);
        assertThat(rule.inPlace()).hasValue(100_000);
        assertThat(rule.iterations()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{dip: 0%} | asks.x.dip: expected a share above 0 %",
                "{plateau: 100%} | below 100 %",
                "{small-size: 64B} | expected small-time beside it",
                "{small-time: 0us} | asks.x.small-time: expected 1 ns or more",
                "{dipp: 3%} | expected 'dip'?",
            })
    void a_curve_that_cannot_be_read_is_refused(String yaml, String said) {
        CurveReader.read(section(yaml, CurveReader.KEYS));
        assertThat(said()).contains(said);
    }

    @Test
    void rows_are_read_by_size() {
        List<SizeLimit> limits = limits("""
                rows:
                  - {size: 512MiB, fail: 80% of bound, warn: 90% of bound, source: ours, evidence: D}
                  - {size: 8MiB, fail: 6.5GB/s, source: ours, evidence: A, approved: {by: Ada, on: 2026-01-15}}
                """);
        assertThat(said()).isEmpty();
        assertThat(limits).hasSize(2);
        assertThat(limits.get(0).fail().isRelative()).isTrue();
        assertThat(limits.get(0).provisional()).isTrue();
        assertThat(limits.get(1).fail().declared().value()).isEqualTo(6_500_000_000L);
        assertThat(limits.get(1).provisional()).isFalse();
    }

    /** The bound of a port of 100 Gb/s is 12.5 GB/s; five quarters of it are 15.625. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fail: 12.5GB/s | ''",
                "fail: 15.625GB/s | ''",
                "fail: 15.626GB/s | expected at most 125 % of 12.5 GB/s (ring over one NIC of 100 Gb/s for each rank), got '15.626GB/s'",
                "fail: 100% of bound | ''",
                "fail: 100.1% of bound | expected at most 100% of bound, got '100.1% of bound'",
                "fail: 90% of bound, warn: 101% of bound | asks.x.rows[0].warn: expected at most 100% of bound",
                "fail: 30% of bounds | expected a bus bandwidth with its unit (B/s, kB/s, MB/s, GB/s) or a share of the bound",
                "fail: 85% of wire | or a share of the bound, such as 80% of bound, got '85% of wire'",
                "fail: 0GB/s | expected a limit above 0",
                "fail: 10Gb/s | expected a bus bandwidth with its unit",
                "fail: 80% | or a share of the bound, such as 80% of bound",
                "fail: 80% of bound, warn: 10GB/s | expected the same kind of amount as fail",
                "fail: 80% of bound, warn: 70% of bound | expected an edge on the better side of fail",
                "fail: 8GB/s, warn: 16GB/s | asks.x.rows[0].warn: expected at most 125 % of 12.5 GB/s",
                "fail: 8GB/s, platform: h100-8x400G | expected 'h100-8x400g'?",
                "fail: 8GB/s, profiles: [nightly] | can hold here in profile bringup",
            })
    void limits_above_physics_and_without_sense_are_refused(String row, String said) {
        limits("rows: [{size: 1GiB, source: s, evidence: D, " + row + "}]");
        if (said.isEmpty()) {
            assertThat(said()).isEmpty();
        } else {
            assertThat(said()).contains(said);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALL_GATHER | {backend: gpu, algorithm: tree} | asks.x.algorithm: all-gather has no tree, it has ring",
                "ALL_TO_ALL | {backend: nccl-tests, algorithm: ring} | all-to-all has no ring: each rank sends",
                "BROADCAST | {backend: gpu, algorithm: collnet-chain} | broadcast has no collnet-chain, it has ring",
                "ALL_GATHER | {backend: host, algorithm: tree} | all-gather has no tree",
                "ALL_REDUCE | {backend: gpu, algorithm: collnet-chain} | ''",
                "ALL_REDUCE | {backend: gpu, algorithm: nvls-tree} | ''",
                "ALL_GATHER | {backend: gpu, algorithm: pat} | ''",
            })
    void an_algorithm_that_the_collective_does_not_have_is_refused(Collective of, String yaml, String said) {
        CollectiveKeys.read(section(yaml, CollectiveKeys.keys()), of);
        assertThat(said())
                .contains(said)
                .satisfies(text -> assertThat(text.isEmpty()).isEqualTo(said.isEmpty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{backend: gpu, stall: 5s} | expected no stall with backend: gpu: only backend: host reads it; leave it out",
                "{backend: host, over: tcp, sl: 3} | with backend: host, over: tcp: only backend: host, over: verbs reads it",
                "{backend: host, library: /x} | only backend: gpu reads it",
                "{backend: gpu, qps: 4} | expected one of",
                "{backend: host, qps: 4} | expected one of",
                "{budget: 0s} | asks.x.budget: expected 1 ms or more, got '0s'",
                "{iterations: 0} | asks.x.iterations: expected 1 or more, got '0'",
                "{sizes: 1TiB} | expected a size of 4 B to 16 GiB with its unit (B, KiB, MiB, GiB), got '1TiB'",
                "{sizes: 8B..32GiB} | expected a size of 4 B to 16 GiB with its unit (B, KiB, MiB, GiB), got '32GiB'",
                "{sizes: [8B, 1KB]} | got '1KB'",
                "{sizes: [8KiB, 8B]} | such as 8B..128MiB; got 8 KiB, 8 B",
            })
    void bad_probe_keys_give_one_error_with_the_cure(String yaml, String said) {
        CollectiveKeys.read(section(yaml, CollectiveKeys.keys()), Collective.ALL_REDUCE);
        assertThat(said()).contains(said).hasLineCount(1);
    }

    @Test
    void a_row_is_not_held_against_sizes_that_cannot_be_read() {
        new CollectiveLimitReader(
                        section(
                                "rows: [{size: 2MiB, fail: 6GB/s, source: s, evidence: D}]",
                                CollectiveLimitReader.KEYS),
                        Set.of(Profile.BRINGUP),
                        new Physics(Optional.of(SmallFabric.cluster())),
                        Collective.ALL_REDUCE,
                        Optional.of(Algorithm.RING),
                        List.of(PORTS),
                        List.of())
                .read();
        assertThat(said()).isEmpty();
    }

    @Test
    void a_size_that_is_not_run_would_never_be_proven() {
        limits("rows: [{size: 2MiB, fail: 6GB/s, source: s, evidence: D}]");
        assertThat(said()).contains("expected one of the sizes that are run (8 MiB, 512 MiB, 1 GiB), got '2MiB'");
    }

    @Test
    void a_row_without_size_is_no_criterion() {
        limits("rows: [{fail: 8GB/s, source: s, evidence: D}]");
        assertThat(said()).contains("asks.x.rows[0].size: expected a value, got none");
    }

    @Test
    void no_row_at_all_is_refused() {
        limits("rows: []");
        assertThat(said()).contains("expected at least one row with its size");
    }

    @Test
    void a_row_that_another_leaves_nothing_to_is_refused() {
        limits(
                "rows: [{size: 1GiB, fail: 8GB/s, source: s, evidence: D}, {size: 1GiB, fail: 9GB/s, source: s, evidence: D}]");
        assertThat(said()).contains("rows[1].size: this row never holds");
    }
}
