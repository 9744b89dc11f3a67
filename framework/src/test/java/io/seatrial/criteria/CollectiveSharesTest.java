package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.SizeCurve;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.plan.Tenants;
import io.seatrial.probe.CollectiveProbe;
import io.seatrial.probe.TenantLoad;
import io.seatrial.probe.TenantProbe;
import io.seatrial.probe.TrainingStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Overlap with computing and isolation from a neighbour, from their lines in criteria.yaml to a verdict. */
class CollectiveSharesTest {
    private static final SubjectId GROUP = new SubjectId(SubjectId.Kind.GROUP, "all rail 0");
    private static final String ROW =
            "limit: {rows: [{fail: 90%, evidence: D, source: s, approved: {by: Ada, on: 2026-01-15}}]}";

    @TempDir
    private Path folder;

    private Criteria read(String ask, String declared) {
        try {
            Files.writeString(
                    folder.resolve("criteria.yaml"), "version: 1\nasks:\n  " + ask + ": {" + declared + "}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return CriteriaFile.read(folder, SmallFabric.cluster());
    }

    private String refused(String ask, String declared) {
        try {
            read(ask, declared);
            return "";
        } catch (InvalidFileException e) {
            return e.getMessage();
        }
    }

    private CollectiveTerms terms(String ask, String declared) {
        return read(ask, declared).ask(ask).orElseThrow().collective().orElseThrow();
    }

    private Verdict verdict(String ask, String declared, Metric metric, long value, long wrong) {
        Criterion criterion = read(ask, declared)
                .criteria(ask, Profile.BRINGUP, SmallFabric.cluster(), BaselineFamily.none())
                .get(0);
        SizeCurve curve = new SizeCurve(
                Collective.ALL_REDUCE,
                2,
                List.of(new SizeCurve.Point(8, false, 20, 1000, OptionalInt.empty(), Optional.of(wrong))));
        Measurement measurement = new Measurement(
                metric,
                GROUP,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("samples", 3L),
                new Conditions(Map.of()),
                new Provenance(0, 0, Samples.NOON, Samples.NOON, "probe-1", ""),
                Optional.of(curve));
        Measurement again = new Measurement(
                metric,
                GROUP,
                OptionalLong.of(value),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("samples", 3L),
                new Conditions(Map.of()),
                new Provenance(0, 1, Samples.NOON, Samples.NOON, "probe-1", ""),
                Optional.of(curve));
        return criterion
                .judge(Survey.of(ask, metric, new TreeSet<>(Set.of(GROUP)), List.of(measurement, again)))
                .get(GROUP);
    }

    @Test
    void a_step_has_the_buckets_that_it_declares_and_their_size_is_the_one_that_is_run() {
        CollectiveTerms terms =
                terms("collective.overlap", "probe: {buckets: 4, bucket-size: 1MiB, compute: 2ms}, " + ROW);
        assertThat(terms.step()).contains(new TrainingStep(4, 1 << 20, Duration.ofMillis(2)));
        assertThat(terms.settings().sizes()).containsExactly(1L << 20);
    }

    @Test
    void a_neighbour_does_what_is_declared_and_without_a_word_an_incast_of_every_other_host() {
        assertThat(terms("tenants.isolation", ROW).load())
                .contains(new TenantLoad(TenantLoad.Kind.INCAST, 1 << 20, 3, Tenants.IN_TURN));
        CollectiveTerms named = terms(
                "tenants.isolation",
                "probe: {load: all-to-all, rounds: 5, tenant-a: 'gpu-0[1,3]', tenant-b: 'gpu-0[2,4]'}, " + ROW);
        assertThat(named.load().orElseThrow().kind()).isEqualTo(TenantLoad.Kind.ALL_TO_ALL);
        assertThat(named.load().orElseThrow().rounds()).isEqualTo(5);
        assertThat(named.load().orElseThrow().tenants().b()).containsExactly("gpu-02", "gpu-04");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tenants.isolation | probe: {rounds: 2} | expected 3",
                "tenants.isolation | probe: {tenant-a: 'gpu-0[1-2]'} | tenant-b: expected the hosts of both tenants",
                "tenants.isolation | probe: {tenant-a: 'gpu-0[1-2]', tenant-b: 'gpu-0[2-3]'} | got gpu-02 in both",
                "tenants.isolation | probe: {tenant-a: 'gpu-0[1-2]', tenant-b: 'gpu-0[8-9]'} | expected hosts of cluster.yaml, got gpu-[08-09]",
                "tenants.isolation | probe: {tenant-a: gpu-01, tenant-b: 'gpu-0[2-3]'} | expected 2 hosts or more",
                "tenants.isolation | probe: {backend: nccl-tests} | expected host or gpu",
                "tenants.isolation | probe: {buckets: 3} | buckets",
                "tenants.isolation | baseline: {} | baseline",
                "collective.overlap | probe: {sizes: [8B]} | sizes",
                "collective.overlap | probe: {compute: 2s} | expected at most",
                "collective.overlap | probe: {buckets: 0} | expected 1",
                "collective.overlap | curve: {} | curve",
            })
    void what_cannot_be_run_is_refused(String ask, String declared, String said) {
        assertThat(refused(ask, declared + ", " + ROW)).contains(said);
    }

    @ParameterizedTest
    @CsvSource({
        "collective.overlap, 100%",
        "collective.overlap, 120%",
        "tenants.isolation, 0%",
        "tenants.isolation, 100%"
    })
    void a_limit_that_nothing_can_fail_or_keep_is_refused(String ask, String fail) {
        assertThat(refused(ask, "limit: {rows: [{fail: " + fail + ", evidence: D, source: s}]}"))
                .contains(".fail: expected");
    }

    @Test
    void an_exposed_share_is_good_when_it_is_small_and_isolation_when_it_is_large() {
        String ask = "collective.overlap";
        Told.passes(verdict(ask, ROW, CollectiveProbe.EXPOSED_SHARE, 900_000, 0));
        Told.fails(verdict(ask, ROW, CollectiveProbe.EXPOSED_SHARE, 900_001, 0));
        Told.passes(verdict("tenants.isolation", ROW, TenantProbe.ISOLATION, 900_000, 0));
        Told.fails(verdict("tenants.isolation", ROW, TenantProbe.ISOLATION, 899_999, 0));
    }

    @Test
    void a_declared_share_is_said_as_any_limit_is() {
        assertThat(read("tenants.isolation", ROW).limits(Profile.BRINGUP, SmallFabric.cluster()))
                .singleElement()
                .satisfies(limit -> assertThat(limit.values()).containsEntry("fail", "90%"));
    }

    @Test
    void a_wrong_sum_fails_whatever_the_share() {
        Verdict.Fail fail = Told.fails(verdict("tenants.isolation", ROW, TenantProbe.ISOLATION, 1_000_000, 1));
        assertThat(fail.message().key()).isEqualTo("curve.wrong");
    }

    @Test
    void of_overlap_the_baseline_forgives_two_points_where_nothing_else_is_said() {
        Ask ask = read("collective.overlap", "baseline: {}")
                .ask("collective.overlap")
                .orElseThrow();
        assertThat(ask.drift().orElseThrow().ofFlow().floor()).isEqualTo(20_000);
    }
}
