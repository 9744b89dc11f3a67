package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.seatrial.criteria.Criteria.Asked;
import io.seatrial.criteria.Criteria.NotAsked;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.PciLink;
import io.seatrial.measurement.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CriteriaFileTest {
    @TempDir
    private Path folder;

    private static final String LATENCY = """
            version: 1
            asks:
              latency.within-rail:
                limit:
                  rows:
                    - path-class: within-leaf
                      warn: 12ms
                      fail: 14ms
                      source: OCI
                      evidence: A
                      approved: {by: Ada, on: 2026-01-15}
                class:
                baseline: {tolerance: 8%}
            """;

    private Criteria read(String text) {
        return CriteriaFile.read(write(text));
    }

    private Criteria readForSmallFabric(String text) {
        return CriteriaFile.read(write(text), SmallFabric.cluster());
    }

    private Path write(String text) {
        try {
            Files.writeString(folder.resolve("criteria.yaml"), text);
            return folder;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<Problem> problems(String text) {
        return catchThrowableOfType(InvalidFileException.class, () -> readForSmallFabric(text))
                .problems();
    }

    private static String row(String ask, String row) {
        return "version: 1\nasks:\n  " + ask + ":\n    limit:\n      rows:\n        - {source: s, evidence: D, " + row
                + "}\n";
    }

    @Test
    void reads_a_limit_with_its_edges_source_and_approval() {
        Limit limit =
                read(LATENCY).ask("latency.within-rail").orElseThrow().limits().get(0);
        assertThat(limit.fail().at(OptionalLong.empty())).hasValue(14_000_000);
        assertThat(limit.warn().orElseThrow().declared().value()).isEqualTo(12_000_000);
        assertThat(limit.grade()).isEqualTo(EvidenceGrade.A);
        assertThat(limit.approval()).contains(new Approval("Ada", LocalDate.of(2026, 1, 15)));
        assertThat(limit.holdsFor().pathClass()).contains("within-leaf");
    }

    @Test
    void everything_but_a_limit_has_a_default() {
        Ask ask = read(LATENCY).ask("latency.within-rail").orElseThrow();
        assertThat(ask.samples()).isEqualTo(new Ask.SampleRules(100, 10_000_000, 1));
        assertThat(ask.outlier()).contains(new Ask.OutlierRule(OptionalLong.of(300), 0, 5, 6));
        assertThat(ask.metric().id()).isEqualTo("latency.rtt.p50");
        assertThat(ask.drift().orElseThrow().ofClass().ppm()).isEqualTo(160_000);
        assertThat(ask.drift().orElseThrow().maxAge().toDays()).isEqualTo(180);
    }

    @Test
    void the_statistic_chooses_the_metric() {
        Criteria criteria = read(LATENCY + "    probe: {statistic: min, size: 1KiB, duration: 1.5s}\n");
        Ask ask = criteria.ask("latency.within-rail").orElseThrow();
        assertThat(ask.metric().id()).isEqualTo("latency.rtt.min");
        assertThat(ask.probe().size()).hasValue(1024);
        assertThat(ask.probe().duration()).hasValue(1_500_000_000);
    }

    @Test
    void bringup_never_asks_a_baseline_by_default() {
        assertThat(read(LATENCY).asked(Profile.BRINGUP))
                .extracting(Asked::id)
                .containsExactly("latency.within-rail.limit", "latency.within-rail.class");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nightly", "pre", "post"})
    void every_other_profile_asks_a_declared_baseline(String profile) {
        assertThat(read(LATENCY).asked(Profile.of(profile)))
                .extracting(Asked::id)
                .contains("latency.within-rail.baseline");
    }

    @Test
    void what_is_not_asked_is_listed_with_its_reason() {
        Criteria criteria = read(LATENCY
                + "    not-asked: {baseline: the fabric is rebuilt weekly}\n"
                + "not-asked: {latency.across-leaves: there is one leaf}\n");
        List<NotAsked> notAsked = criteria.notAsked(Profile.BRINGUP);
        assertThat(reason(notAsked, "latency.within-rail.baseline"))
                .containsEntry("reason", "the fabric is rebuilt weekly");
        assertThat(reason(notAsked, "latency.across-leaves.limit")).containsEntry("reason", "there is one leaf");
        assertThat(notAsked)
                .filteredOn(n -> n.ask().startsWith("bandwidth"))
                .extracting(n -> n.reason().key())
                .containsOnly("not-asked.not-mentioned");
        notAsked.forEach(n -> Told.assertTold(n.reason()));
    }

    private static java.util.Map<String, Object> reason(List<NotAsked> notAsked, String id) {
        return notAsked.stream()
                .filter(n -> n.id().equals(id))
                .findFirst()
                .orElseThrow()
                .reason()
                .values();
    }

    @Test
    void asked_and_not_asked_together_are_everything_there_is() {
        Criteria criteria = read(LATENCY);
        for (Profile profile : Profile.values()) {
            assertThat(criteria.asked(profile).size()
                            + criteria.notAsked(profile).size())
                    .isEqualTo(KnownAsk.LIST.stream()
                            .mapToInt(known -> known.questions().size())
                            .sum());
        }
    }

    @Test
    void a_row_may_be_the_edge_of_some_profiles_only() {
        Criteria criteria = read(LATENCY.replace("path-class: within-leaf", "profiles: [nightly]"));
        DeclaredLimit bringup = (DeclaredLimit)
                criteria.criteria("latency.within-rail", Profile.BRINGUP, SmallFabric.cluster(), BaselineFamily.none())
                        .get(0);
        assertThat(bringup.limits()).isEmpty();
        assertThat(criteria.criteria(
                        "latency.within-rail", Profile.NIGHTLY, SmallFabric.cluster(), BaselineFamily.none()))
                .hasSize(3)
                .first()
                .extracting(criterion -> ((DeclaredLimit) criterion).limits().size())
                .isEqualTo(1);
    }

    @Test
    void every_problem_is_reported_at_once_with_line_and_nearest_name() {
        List<Problem> problems = problems("""
                version: 2
                asks:
                  latency.within-rial:
                    limit:
                  bandwidth.alone:
                    gap-max: 5
                    limit:
                      rows:
                        - {fail: 90, source: s, evidence: E}
                        - {fial: 90%, source: s, evidence: A}
                """);
        assertThat(problems)
                .extracting(Problem::line, Problem::where)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1, "version"),
                        org.assertj.core.groups.Tuple.tuple(4, "asks.latency.within-rial"),
                        org.assertj.core.groups.Tuple.tuple(6, "asks.bandwidth.alone.gap-max"),
                        org.assertj.core.groups.Tuple.tuple(9, "asks.bandwidth.alone.limit.rows[0].fail"),
                        org.assertj.core.groups.Tuple.tuple(9, "asks.bandwidth.alone.limit.rows[0].evidence"),
                        org.assertj.core.groups.Tuple.tuple(10, "asks.bandwidth.alone.limit.rows[1].fial"),
                        org.assertj.core.groups.Tuple.tuple(10, "asks.bandwidth.alone.limit.rows[1].fail"));
        assertThat(problems.get(1).message()).startsWith("expected 'latency.within-rail'?");
        assertThat(problems.get(5).message()).startsWith("expected 'fail'?");
        assertThat(problems.get(0).file()).endsWith("criteria.yaml");
    }

    @Test
    void a_file_that_is_no_yaml_is_refused_with_its_line() {
        assertThatThrownBy(() -> read("version: 1\nasks: [\n"))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("criteria.yaml:3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "version: 1\n", "version: 1\nasks: {}\n", "version: 1\nasks: {links.state: {}}\n"})
    void a_file_that_asks_nothing_is_refused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InvalidFileException.class);
    }

    @Test
    void a_missing_file_is_refused() {
        assertThatThrownBy(() -> CriteriaFile.read(folder))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("criteria.yaml");
    }

    @Test
    void a_key_given_twice_is_refused() {
        assertThat(problems(LATENCY + "    class:\n")).singleElement().satisfies(problem -> {
            assertThat(problem.where()).isEqualTo("asks.latency.within-rail.class");
            assertThat(problem.line()).isEqualTo(14);
        });
    }

    @Test
    void a_question_that_an_ask_does_not_have_is_refused() {
        assertThat(problems(row("links.state", "fail: 1") + "    baseline: {}\n"))
                .singleElement()
                .extracting(Problem::where)
                .isEqualTo("asks.links.state.baseline");
    }

    @ParameterizedTest
    @CsvSource({
        "bandwidth.alone, fail: 100%",
        "bandwidth.alone, fail: 500Mb/s",
        "links.speed, fail: 100%",
        "links.state, fail: 1",
        "latency.within-rail, 'path-class: within-leaf, fail: 8ms'",
        "latency.within-rail, 'path-class: across-leaves, fail: 16ms'",
        "latency.within-rail, fail: 8ms",
    })
    void a_limit_that_physics_just_allows_is_taken(String ask, String edge) {
        assertThat(readForSmallFabric(row(ask, edge)).asks()).containsOnlyKeys(ask);
    }

    @ParameterizedTest
    @CsvSource({
        "bandwidth.alone, fail: 100.0001%",
        "bandwidth.alone, fail: 500000001b/s",
        "bandwidth.alone, fail: 0b/s",
        "bandwidth.alone, fail: 0%",
        "links.speed, fail: 101%",
        "links.state, fail: 2",
        "links.state, fail: 0",
        "latency.within-rail, 'path-class: within-leaf, fail: 7999999ns'",
        "latency.within-rail, 'path-class: across-leaves, fail: 15999999ns'",
        "latency.within-rail, fail: 7999999ns",
        "latency.within-rail, fail: 0ms",
    })
    void a_limit_that_physics_forbids_is_refused_at_its_line(String ask, String edge) {
        assertThat(problems(row(ask, edge))).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(6);
            assertThat(problem.where()).endsWith("rows[0].fail");
            assertThat(problem.message()).contains("expected");
        });
    }

    /** 500 Mb/s less the headers of InfiniBand at MTU 4096 and 8 MiB messages are 496 845 250 bit/s. */
    @ParameterizedTest
    @CsvSource({
        "rdma.write-bandwidth.alone, fail: 100% of wire",
        "rdma.write-bandwidth.alone, fail: 99.3%",
        "rdma.write-bandwidth.alone, fail: 496Mb/s",
        "rdma.write-bandwidth.bidirectional, fail: 992Mb/s",
        "rdma.read-bandwidth.alone, 'fail: 92% of wire, warn: 95% of wire'",
    })
    void a_limit_that_leaves_room_for_rdma_headers_is_taken(String ask, String edge) {
        assertThat(readForSmallFabric(row(ask, edge)).asks()).containsOnlyKeys(ask);
    }

    @ParameterizedTest
    @CsvSource({
        "rdma.write-bandwidth.alone, fail: 101% of wire, 100% of wire",
        "rdma.write-bandwidth.alone, fail: 99.4%, InfiniBand",
        "rdma.write-bandwidth.alone, fail: 497Mb/s, InfiniBand",
        "rdma.write-bandwidth.bidirectional, fail: 994Mb/s, InfiniBand",
        "bandwidth.alone, fail: 92% of wire, of an RDMA bandwidth only",
        "rdma.write-latency.within-rail, fail: 92% of wire, of an RDMA bandwidth only",
    })
    void a_limit_that_leaves_no_room_for_rdma_headers_is_refused(String ask, String edge, String why) {
        assertThat(problems(row(ask, edge)))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains(why);
    }

    @Test
    void a_limit_above_a_declared_slot_is_refused() {
        Cluster gen4 = SmallFabric.cluster(400_000_000_000L, PciLink.parse("16GT/s x16"));
        write(row("rdma.write-bandwidth.alone", "fail: 90% of wire"));
        assertThatThrownBy(() -> CriteriaFile.read(folder, gen4))
                .hasMessageContaining("declared PCIe slot of gpu-01/mlx5_0 carries (16 GT/s x16");
        Cluster gen5 = SmallFabric.cluster(400_000_000_000L, PciLink.parse("32GT/s x16"));
        assertThat(CriteriaFile.read(folder, gen5).asks()).hasSize(1);
    }

    @Test
    void a_warn_edge_of_another_kind_than_fail_is_refused() {
        assertThat(problems(row("rdma.write-bandwidth.alone", "warn: 95%, fail: 92% of wire")))
                .singleElement()
                .extracting(Problem::message)
                .asString()
                .contains("same kind");
    }

    @Test
    void a_tail_needs_a_count_that_leaves_ten_samples_beyond_it() {
        String text = row("rdma.write-latency.within-rail", "fail: 20ms")
                .replace("    limit:", "    probe: {statistic: p999, count: 9999}\n    limit:");
        assertThat(problems(text)).singleElement().satisfies(problem -> {
            assertThat(problem.where()).endsWith("probe");
            assertThat(problem.message()).contains("10000 or more");
        });
        assertThat(read(text.replace("9999", "10000")).asks()).hasSize(1);
        assertThat(read(text.replace(", count: 9999", "")).asks())
                .as("without a count 10000 are measured")
                .hasSize(1);
    }

    @Test
    void a_rate_above_its_own_selector_is_refused_without_knowing_the_cluster() {
        assertThatThrownBy(() -> read(row("bandwidth.alone", "rate: 200Gb/s, fail: 201Gb/s")))
                .hasMessageContaining("above the wire");
    }

    @ParameterizedTest
    @CsvSource({
        "bandwidth.alone, fail: 14ms",
        "bandwidth.alone, fail: 400",
        "latency.within-rail, fail: 14",
        "latency.within-rail, fail: 90%",
        "latency.within-rail, fail: -1ms",
        "latency.within-rail, fail: 0.5ns",
        "latency.within-rail, 'fail: 14,5ms'",
        "latency.within-rail, fail: 14MS",
    })
    void an_amount_without_the_unit_of_its_metric_is_refused(String ask, String edge) {
        assertThat(problems(row(ask, edge))).isNotEmpty();
    }

    @Test
    void a_warn_edge_on_the_worse_side_is_refused() {
        assertThat(problems(row("latency.within-rail", "warn: 15ms, fail: 14ms")))
                .singleElement()
                .extracting(Problem::where)
                .isEqualTo("asks.latency.within-rail.limit.rows[0].warn");
    }

    @ParameterizedTest
    @CsvSource({
        "bandwidth.alone, 'warn: 185%, fail: 80%'",
        "latency.within-rail, 'warn: 7999999ns, fail: 14ms'",
    })
    void a_warn_edge_that_nothing_can_keep_is_refused(String ask, String edges) {
        assertThat(problems(row(ask, edges)))
                .singleElement()
                .extracting(Problem::where)
                .asString()
                .endsWith("rows[0].warn");
    }

    @Test
    void more_samples_than_are_measured_are_refused() {
        String text =
                row("latency.within-rail", "fail: 14ms").replace("    limit:", "    probe: {count: 99}\n    limit:");
        assertThat(problems(text)).singleElement().satisfies(problem -> {
            assertThat(problem.where()).endsWith("minimum-samples");
            assertThat(problem.message()).contains("count (99)");
        });
        assertThat(read(text.replace("    limit:", "    minimum-samples: 99\n    limit:"))
                        .ask("latency.within-rail"))
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "latency.within-rail, 14ms, 1000, count (1000)",
        "rdma.write-latency.within-rail, 14ms, 10000, count (10000)",
        "rdma.beside-tcp.latency, 50%, 1000, count (1000)",
        "rdma.perftest-agreement.latency, 110%, 10000, count (10000)",
        "bandwidth.alone, 50%, 1, 1",
        "rdma.write-bandwidth.alone, 50%, 1, 1",
    })
    void more_samples_than_are_measured_are_refused_without_a_count_too(
            String ask, String fail, long most, String expected) {
        String text = row(ask, "fail: " + fail).replace("    limit:", "    minimum-samples: " + most + "\n    limit:");
        assertThat(read(text).ask(ask)).isPresent();
        String more = text.replace("minimum-samples: " + most, "minimum-samples: " + (most + 1));
        assertThat(problems(more)).singleElement().satisfies(problem -> {
            assertThat(problem.where()).endsWith("minimum-samples");
            assertThat(problem.message()).contains("expected at most", expected);
        });
    }

    @Test
    void a_row_that_can_never_hold_is_refused() {
        String text = row("latency.within-rail", "fail: 14ms")
                + "        - {source: s, evidence: D, path-class: within-leaf, fail: 12ms}\n";
        assertThat(problems(text)).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(7);
            assertThat(problem.message()).contains("never holds");
        });
    }

    @Test
    void numbers_are_read_alike_where_the_decimal_sign_is_a_comma() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(Amount.parse("2.5us").value()).isEqualTo(2500);
            assertThat(Amount.parse("99.5%").value()).isEqualTo(995_000);
            assertThat(Amount.parse("99.5%").unit()).isEqualTo(Unit.PARTS_PER_MILLION);
        } finally {
            Locale.setDefault(before);
        }
    }
}
