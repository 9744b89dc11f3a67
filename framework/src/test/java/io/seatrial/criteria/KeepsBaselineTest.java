package io.seatrial.criteria;

import static io.seatrial.criteria.Nights.FLOWS;
import static io.seatrial.criteria.Nights.ONE;
import static io.seatrial.criteria.Samples.NOON;
import static io.seatrial.criteria.Samples.goodput;
import static io.seatrial.criteria.Samples.latency;
import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.baseline.Baseline;
import io.seatrial.baseline.Origin;
import io.seatrial.inventory.Cluster;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import io.seatrial.report.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A night held against accepted ones: what is worse by more than is tolerated and by more than chance fails, what could not be seen is not proven. */
class KeepsBaselineTest {
    private static final Cluster CLUSTER = SmallFabric.cluster();
    /** Nights that differ by two parts in a thousand, and a tolerance of 10 %: a loss of 30 % cannot be missed. */
    private static final Nights QUIET = Nights.latency(0.002, 1);
    /** Nights that differ by a fifth: a loss of 10 % cannot be seen. */
    private static final Nights NOISY = Nights.latency(0.2, 1);

    @TempDir
    private Path folder;

    private Criteria criteria;

    @BeforeEach
    void read() {
        criteria = criteria("tolerance: 10%, class-tolerance: 20%, max-age: 30d");
    }

    private Criteria criteria(String rule) {
        try {
            Files.writeString(folder.resolve("criteria.yaml"), """
                    version: 1
                    asks:
                      latency.within-rail: {minimum-samples: 100, retests: 1, baseline: {%1$s}}
                      bandwidth.alone: {retests: 1, baseline: {%1$s}}
                    """.formatted(rule));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return CriteriaFile.read(folder, CLUSTER);
    }

    private BaselineFamily family(Optional<Baseline> baseline, Survey... surveys) {
        return BaselineFamily.of(baseline, criteria, Profile.NIGHTLY, CLUSTER, List.of(surveys));
    }

    private SortedMap<SubjectId, Verdict> judge(Optional<Baseline> baseline, Survey survey, Survey... beside) {
        List<Survey> all = new ArrayList<>(List.of(beside));
        all.add(survey);
        return judge(family(baseline, all.toArray(Survey[]::new)), survey);
    }

    private SortedMap<SubjectId, Verdict> judge(BaselineFamily family, Survey survey) {
        return criteria.criteria(survey.ask(), Profile.NIGHTLY, CLUSTER, family)
                .get(0)
                .judge(survey);
    }

    private static ToDoubleFunction<SubjectId> only(SubjectId subject, double times) {
        return flow -> flow.equals(subject) ? times : 1;
    }

    private static void allPassBut(SubjectId one, SortedMap<SubjectId, Verdict> verdicts) {
        assertThat(verdicts).hasSize(FLOWS.size());
        verdicts.forEach((subject, verdict) -> {
            if (!subject.equals(one)) {
                Told.passes(verdict);
            }
        });
    }

    @Test
    void a_healthy_night_keeps_its_baseline_and_says_what_it_could_have_seen() {
        Survey night = QUIET.healthy(99);
        SortedMap<SubjectId, Verdict> verdicts = judge(Optional.of(QUIET.baseline(6)), night);
        allPassBut(null, verdicts);
        Map<String, Object> values = verdicts.get(ONE).message().values();
        assertThat(((Quantity) values.get("detectable")).value()).isBetween(1_000L, 100_000L);
        assertThat(values).containsKeys("p", "needed", "smallest", "tolerance").containsEntry("runs", 6L);
    }

    @Test
    void one_slow_flow_fails_alone_and_shows_its_reference_and_its_odds() {
        SortedMap<SubjectId, Verdict> verdicts = judge(Optional.of(QUIET.baseline(6)), QUIET.night(99, only(ONE, 1.3)));
        allPassBut(ONE, verdicts);
        Verdict.Fail fail = Told.fails(verdicts.get(ONE));
        assertThat(fail.message().key()).isEqualTo("baseline.fail.at-most");
        assertThat(fail.evidence().orElseThrow().baseline().orElseThrow().value())
                .isBetween(99_000L, 101_000L);
        assertThat(fail.evidence().orElseThrow().limit().orElseThrow().value()).isBetween(109_000L, 111_500L);
        assertThat(fail.message().values()).containsEntry("tests", 25L).containsKeys("p", "needed");
    }

    @Test
    void what_is_significant_but_within_the_tolerance_passes_with_a_remark() {
        Verdict.Pass pass = Told.passes(judge(Optional.of(QUIET.baseline(6)), QUIET.night(99, only(ONE, 1.05)))
                .get(ONE));
        assertThat(pass.watch()).hasValueSatisfying(w -> assertThat(w.key()).isEqualTo("watch.worse-within-tolerance"));
    }

    @Test
    void better_than_the_baseline_passes_however_far() {
        allPassBut(null, judge(Optional.of(QUIET.baseline(6)), QUIET.night(99, only(ONE, 0.1))));
    }

    @Test
    void of_bandwidth_the_lower_side_is_worse() {
        Nights nights = Nights.goodput(0.002);
        SortedMap<SubjectId, Verdict> verdicts =
                judge(Optional.of(nights.baseline(6)), nights.night(99, flow -> flow.equals(ONE) ? 0.7 : 1.0));
        Verdict.Fail fail = Told.fails(verdicts.get(ONE));
        assertThat(fail.message().key()).isEqualTo("baseline.fail.at-least");
        allPassBut(ONE, verdicts);
        Told.passes(judge(Optional.of(nights.baseline(6)), nights.night(99, only(ONE, 1.4)))
                .get(ONE));
    }

    @Test
    void a_class_that_got_slower_as_a_whole_fails_together_and_says_so() {
        Survey night = QUIET.night(99, flow -> 1.3);
        BaselineFamily family = family(Optional.of(QUIET.baseline(6)), night);
        judge(family, night)
                .values()
                .forEach(verdict ->
                        assertThat(Told.fails(verdict).message().key()).isEqualTo("baseline.shared.fail.at-most"));
        family.remarks().forEach(Told::assertTold);
        assertThat(family.remarks()).extracting(Message::key).contains("baseline.class-moved");
    }

    @Test
    void a_good_retest_clears_and_stays_visible() {
        Survey night = QUIET.night(99, only(ONE, 1.3), Map.of(ONE, new long[] {100_500}));
        Verdict.Pass pass =
                Told.passes(judge(Optional.of(QUIET.baseline(6)), night).get(ONE));
        assertThat(pass.watch()).hasValueSatisfying(w -> assertThat(w.key()).isEqualTo("watch.kept-on-retest"));
    }

    @Test
    void a_bad_retest_confirms() {
        Survey night = QUIET.night(99, only(ONE, 1.3), Map.of(ONE, new long[] {128_000}));
        Verdict.Fail fail =
                Told.fails(judge(Optional.of(QUIET.baseline(6)), night).get(ONE));
        assertThat(fail.message().values()).containsEntry("attempts", 2L);
    }

    @Test
    void a_retest_that_was_lost_leaves_it_unconfirmed() {
        Survey night = QUIET.night(99, only(ONE, 1.3), Map.of(ONE, new long[] {-1}));
        Told.notProven(judge(Optional.of(QUIET.baseline(6)), night).get(ONE), "probe.timed-out");
    }

    @Test
    void a_baseline_that_could_not_have_seen_a_loss_as_large_as_tolerated_proves_nothing() {
        Survey night = NOISY.night(99, flow -> 1);
        SortedMap<SubjectId, Verdict> verdicts = judge(Optional.of(NOISY.baseline(4)), night);
        assertThat(verdicts.values())
                .noneMatch(Verdict.Fail.class::isInstance)
                .anyMatch(Verdict.NotProven.class::isInstance);
        verdicts.values().stream().filter(Verdict.NotProven.class::isInstance).forEach(verdict -> {
            Told.assertTold(verdict.message());
            assertThat(verdict.message().key()).isIn("baseline.cannot-tell", "baseline.maybe-worse");
            assertThat(verdict.message().values()).containsKeys("detectable", "cure");
        });
        assertThat(family(Optional.of(NOISY.baseline(4)), night).remarks())
                .extracting(Message::key)
                .contains("baseline.family", "baseline.could-not-see");
    }

    @Test
    void what_is_so_good_that_a_loss_is_excluded_is_proven_even_then() {
        Survey night = NOISY.night(99, only(ONE, 0.2));
        Verdict verdict = judge(Optional.of(NOISY.baseline(4)), night).get(ONE);
        Told.passes(verdict);
        assertThat(verdict.message().key()).startsWith("baseline.bound.pass.");
        assertThat(Texts.sentence(verdict.message()))
                .contains("would not have seen every loss of 10.0 %, which is what is tolerated")
                .contains("a loss beyond the tolerance is excluded at 95 %: it lost 0.0 % at most");
    }

    @Test
    void a_pass_of_a_run_that_would_have_seen_the_loss_rests_on_that() {
        judge(Optional.of(QUIET.baseline(6)), QUIET.healthy(99))
                .values()
                .forEach(verdict -> assertThat(verdict.message().key()).startsWith("baseline.pass."));
    }

    @Test
    void what_looks_worse_and_may_be_chance_is_neither_good_nor_bad() {
        Survey night = NOISY.night(99, only(ONE, 1.4));
        Told.notProven(judge(Optional.of(NOISY.baseline(4)), night).get(ONE), "baseline.maybe-worse");
    }

    @Test
    void while_the_run_goes_on_whatever_is_beyond_its_tolerance_is_called_worse_to_be_retested() {
        Survey night = NOISY.night(99, only(ONE, 1.4));
        BaselineFamily screening = BaselineFamily.screening(
                Optional.of(NOISY.baseline(4)), criteria, Profile.NIGHTLY, CLUSTER, List.of(night));
        Told.fails(judge(screening, night).get(ONE));
    }

    @Test
    void a_baseline_of_a_single_run_knows_no_scatter_and_proves_nothing() {
        Survey night = QUIET.healthy(99);
        judge(Optional.of(QUIET.baseline(1)), night)
                .values()
                .forEach(verdict -> Told.notProven(verdict, "baseline.single-run"));
    }

    @Test
    void a_tolerance_that_nobody_declared_is_said_to_be_provisional() {
        criteria = criteria("max-age: 30d");
        Verdict verdict =
                judge(Optional.of(QUIET.baseline(6)), QUIET.healthy(99)).get(ONE);
        Told.assertTold(verdict.evidence().orElseThrow().provisional().orElseThrow());
        criteria = criteria("tolerance: 10%, max-age: 30d");
        assertThat(judge(Optional.of(QUIET.baseline(6)), QUIET.healthy(99))
                        .get(ONE)
                        .evidence()
                        .orElseThrow()
                        .provisional())
                .isEmpty();
    }

    @Test
    void asked_for_but_absent_is_not_proven() {
        Told.notProven(judge(Optional.empty(), QUIET.healthy(99)).get(ONE), "baseline.missing");
    }

    @Test
    void of_another_ask_only_is_not_proven() {
        Baseline other = Nights.goodput(0.002).baseline(6);
        Told.notProven(judge(Optional.of(other), QUIET.healthy(99)).get(ONE), "baseline.missing");
    }

    @Test
    void of_other_conditions_is_not_proven_and_says_which() {
        Nights large = Nights.latency(0.002, 1).under(Nights.CONDITIONS.with("size", "64"));
        Nights small = Nights.latency(0.002, 1).under(Nights.CONDITIONS.with("size", "8"));
        Verdict.NotProven verdict = Told.notProven(
                judge(Optional.of(large.baseline(6)), small.healthy(99)).get(ONE), "baseline.other-conditions");
        assertThat(verdict.message().values()).containsEntry("difference", "size 8 instead of 64");
    }

    @Test
    void of_another_firmware_is_not_proven_and_says_which() {
        Baseline before = Nights.latency(0.002, 1)
                .under(Nights.CONDITIONS.with("firmware", "28.39"))
                .baseline(6);
        Verdict.NotProven unread =
                Told.notProven(judge(Optional.of(before), QUIET.healthy(99)).get(ONE), "baseline.other-conditions");
        assertThat(unread.message().values()).containsEntry("difference", "firmware (none) instead of 28.39");
        Verdict.NotProven step = Told.notProven(
                judge(Optional.of(before), QUIET.healthy(99), firmware("28.40")).get(ONE), "baseline.other-conditions");
        assertThat(step.message().values()).containsEntry("difference", "firmware 28.40 instead of 28.39");
        allPassBut(null, judge(Optional.of(before), QUIET.healthy(99), firmware("28.39")));
    }

    private static Survey firmware(String release) {
        List<Setting> read = new ArrayList<>();
        for (int host = 1; host <= 4; host++) {
            for (int rail = 0; rail < 2; rail++) {
                SubjectId port = new SubjectId(
                        SubjectId.Kind.PORT, SmallFabric.port(host, rail).id());
                read.add(Setting.of(port, Setting.FIRMWARE, release));
            }
        }
        return Survey.ofSettings("configuration.nic", new TreeSet<>(), read);
    }

    @ParameterizedTest
    @CsvSource({
        "roce2, tcp",
        "virtual-tcp, roce2",
        "soft-roce, roce2",
        "soft-iwarp, iwarp",
        "soft-roce, infiniband",
        "roce2, soft-roce",
        "iwarp, soft-iwarp",
        "infiniband, soft-roce"
    })
    void software_and_hardware_fabrics_never_meet(String seen, String reference) {
        Nights before = Nights.latency(0.002, 1).under(Nights.CONDITIONS.with("fabric", reference));
        Nights now = Nights.latency(0.002, 1).under(Nights.CONDITIONS.with("fabric", seen));
        Verdict.NotProven verdict = Told.notProven(
                judge(Optional.of(before.baseline(6)), now.healthy(99)).get(ONE), "baseline.other-kind-of-fabric");
        assertThat(verdict.message().values()).containsEntry("seen", seen).containsEntry("reference", reference);
    }

    @Test
    void a_run_that_measured_over_sockets_and_rdma_keeps_a_reference_of_each() {
        Nights rdma = Nights.latency(0.002, 1).under(Nights.CONDITIONS.with("fabric", "roce2"));
        List<Survey> nights = new ArrayList<>();
        for (int night = 0; night < 6; night++) {
            nights.add(rdma.healthy(night));
        }
        // the run is called by the fabric of its sockets
        Baseline baseline = rdma.baseline(nights, "tcp");
        allPassBut(null, judge(Optional.of(baseline), rdma.healthy(99)));
        Told.fails(judge(Optional.of(baseline), rdma.night(99, only(ONE, 1.3))).get(ONE));
    }

    @Test
    void two_hardware_fabrics_are_other_conditions() {
        Nights before = Nights.latency(0.002, 1).under(Nights.CONDITIONS.with("fabric", "roce2"));
        Nights now = Nights.latency(0.002, 1).under(Nights.CONDITIONS.with("fabric", "infiniband"));
        Told.notProven(judge(Optional.of(before.baseline(6)), now.healthy(99)).get(ONE), "baseline.other-conditions");
    }

    @Test
    void a_fabric_that_nobody_could_name_is_compared_with_nothing_not_even_with_itself() {
        Nights unknown = Nights.latency(0.002, 1).under(Nights.CONDITIONS.with("fabric", "unknown"));
        Told.notProven(
                judge(Optional.of(unknown.baseline(6)), unknown.healthy(99)).get(ONE), "baseline.unknown-fabric");
    }

    @Test
    void older_than_allowed_is_not_proven() {
        // The newest of six nights begins five days after the first; measurements end one second after noon.
        Instant newest = NOON.plusSeconds(1).minus(Duration.ofDays(30));
        Instant first = newest.minus(Duration.ofDays(5));
        allPassBut(null, judge(Optional.of(Nights.latency(0.002, 1).from(first).baseline(6)), QUIET.healthy(99)));
        Baseline stale = Nights.latency(0.002, 1).from(first.minusNanos(1)).baseline(6);
        Told.notProven(judge(Optional.of(stale), QUIET.healthy(99)).get(ONE), "baseline.stale");
    }

    @Test
    void of_another_cluster_is_not_proven() {
        Baseline own = QUIET.baseline(6);
        Origin o = own.origin();
        Origin other = new Origin(
                "elsewhere", o.clusterHash(), o.fabric(), o.virtual(), o.runs(), o.accepted(), o.leftOut(), o.before());
        Told.notProven(
                judge(Optional.of(new Baseline(other, own.references())), QUIET.healthy(99))
                        .get(ONE),
                "baseline.of-other-cluster");
    }

    @Test
    void no_samples_is_not_proven() {
        Survey nothing = latency().asked(ONE).survey();
        Told.notProven(judge(Optional.of(QUIET.baseline(6)), nothing).get(ONE), "evidence.none");
    }

    /** Of seven flows on each rail the last has no reference; the class median lies at 111.5 us and 20 % are tolerated. */
    @Test
    void a_flow_without_a_reference_is_held_against_its_class_and_says_so() {
        SubjectId fresh = new SubjectId(SubjectId.Kind.FLOW, "gpu-04/mlx5_0>gpu-09/mlx5_0");
        Baseline baseline = QUIET.baseline(6);
        Verdict inside = judge(Optional.of(baseline), one(fresh, 133_000)).get(fresh);
        assertThat(Told.passes(inside).watch())
                .hasValueSatisfying(watch -> assertThat(watch.key()).isEqualTo("watch.no-own-reference"));
        Told.fails(judge(Optional.of(baseline), one(fresh, 135_000)).get(fresh));
    }

    /** Alone in its class a subject is its own common mode; a scatter within the class says nothing there. */
    @Test
    void a_class_of_one_is_judged_by_how_the_whole_class_moves_between_runs() {
        Verdict good = alone(1).get(ONE);
        assertThat(((Quantity) Told.passes(good).message().values().get("detectable")).value())
                .isBetween(5_000L, 100_000L);
        Told.fails(alone(1.3).get(ONE));
        Baseline noisy = NOISY.baseline(
                LongStream.range(0, 8).mapToObj(n -> onlyOne(NOISY.healthy(n))).toList(), "tcp");
        Survey night = onlyOne(NOISY.healthy(99));
        assertThat(judge(Optional.of(noisy), night).get(ONE)).isInstanceOf(Verdict.NotProven.class);
    }

    private SortedMap<SubjectId, Verdict> alone(double times) {
        Baseline quiet = QUIET.baseline(
                LongStream.range(0, 8).mapToObj(n -> onlyOne(QUIET.healthy(n))).toList(), "tcp");
        return judge(Optional.of(quiet), onlyOne(QUIET.night(99, flow -> times)));
    }

    private static Survey onlyOne(Survey survey) {
        return Survey.of(survey.ask(), survey.metric(), new TreeSet<>(List.of(ONE)), survey.of(ONE));
    }

    private static Survey one(SubjectId flow, long value) {
        return Survey.of(
                "latency.within-rail",
                Samples.LATENCY,
                new TreeSet<>(List.of(flow)),
                List.of(QUIET.measured(flow, value, 0, 0)));
    }

    @Test
    void a_retest_stands_in_for_measurements_that_do_not_count() {
        Baseline baseline = QUIET.baseline(6);
        Survey night = QUIET.healthy(99);
        List<Measurement> all = new ArrayList<>();
        night.subjects().forEach((flow, of) -> {
            if (flow.equals(ONE)) {
                all.add(QUIET.measured(flow, -1, 0, 0));
                all.add(QUIET.measured(flow, 100_100, 1, 0));
            } else {
                all.addAll(of);
            }
        });
        Survey retested = Survey.of(night.ask(), night.metric(), new TreeSet<>(FLOWS), all);
        allPassBut(null, judge(Optional.of(baseline), retested));
    }

    @Test
    void surveys_of_every_kind_make_no_family() {
        assertThat(family(Optional.of(QUIET.baseline(6)), goodput().asked(ONE).survey(), firmware("1"))
                        .remarks())
                .isEmpty();
    }
}
