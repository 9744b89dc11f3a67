package io.seatrial.criteria;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.PciLink;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Provenance;
import io.seatrial.measurement.Survey;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits that come with the product: their facts, and how a cluster takes them. */
class ShippedLimitsTest {
    private static final String BANDWIDTH = "rdma.write-bandwidth.alone";
    private static final String LATENCY = "rdma.write-latency.within-rail";

    @TempDir
    private Path folder;

    private static Cluster of(String platform, long gigabits) {
        Cluster small = SmallFabric.cluster(gigabits * 1_000_000_000, PciLink.parse("32GT/s x16"));
        return new Cluster(
                small.name(),
                small.folder(),
                small.hash(),
                platform,
                small.hosts(),
                small.switches(),
                small.tiers(),
                small.links(),
                small.cables(),
                small.nvlinkDomains(),
                small.lab());
    }

    private Criteria read(Cluster cluster, String ask, String limit) {
        try {
            Files.writeString(
                    folder.resolve("criteria.yaml"), "version: 1\nasks:\n  " + ask + ":\n    limit: " + limit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return CriteriaFile.read(folder, cluster);
    }

    private static Limit holding(Criteria criteria, String ask, Cluster cluster, Profile profile, Conditions seen) {
        DeclaredLimit criterion = (DeclaredLimit)
                criteria.criteria(ask, profile, cluster, BaselineFamily.none()).get(0);
        return criterion.limits().stream()
                .filter(limit -> limit.holdsFor().matches(seen, OptionalLong.empty()))
                .findFirst()
                .orElseThrow();
    }

    private static Conditions conditions(String pathClass, String fabric, String memory) {
        return new Conditions(Map.of("path-class", pathClass, "fabric", fabric, "memory", memory));
    }

    @Test
    void ten_platform_classes_are_known() {
        assertThat(ShippedLimits.get().platforms())
                .hasSize(10)
                .containsEntry("h100-8x400g", new ShippedLimits.Platform(8, 8, 400_000_000_000L, 450_000_000_000L));
    }

    @ParameterizedTest
    @CsvSource({
        "a100-8x200g, 200, 180Gb/s",
        "a100-16x100g, 100, 96Gb/s",
        "h100-8x400g, 400, 380Gb/s",
        "h100-16x200g, 200, 192Gb/s",
        "h200-8x400g, 400, 360Gb/s",
        "b200-8x400g, 400, 384Gb/s",
        "mi300x-8x400g, 400, 350Gb/s",
        "gb200-nvl72, 400, 384Gb/s",
        "v100-1x100g, 100, 78Gb/s"
    })
    void bandwidth_at_bringup_is_what_operators_of_the_platform_ask(String platform, long rate, String fail) {
        Cluster cluster = of(platform, rate);
        Criteria criteria = read(cluster, BANDWIDTH, "{rows: [{from: platform-defaults}]}");
        Limit limit =
                holding(criteria, BANDWIDTH, cluster, Profile.BRINGUP, conditions("within-leaf", "roce2", "host"));
        assertThat(limit.fail().text()).isEqualTo(fail);
        assertThat(limit.grade()).isEqualTo(EvidenceGrade.A);
        assertThat(limit.provisional())
                .as("nobody approved it for this cluster")
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"BRINGUP, 92% of wire, D", "POST, 92% of wire, D", "NIGHTLY, 90%, A", "PRE, 90%, A"})
    void a_platform_without_a_number_of_its_own_has_shares(Profile profile, String fail, EvidenceGrade grade) {
        Cluster cluster = of("a100-4x200g", 200);
        Criteria criteria = read(cluster, BANDWIDTH, "{rows: [{from: platform-defaults}]}");
        Limit limit = holding(criteria, BANDWIDTH, cluster, profile, conditions("within-leaf", "infiniband", "host"));
        assertThat(limit.fail().text()).isEqualTo(fail);
        assertThat(limit.grade()).isEqualTo(grade);
    }

    @ParameterizedTest
    @CsvSource({
        "within-leaf, infiniband, 2us, 3us",
        "across-leaves, infiniband, 2.6us, 3.6us",
        "across-spines, infiniband, 3.2us, 4.2us",
        "within-leaf, roce2, 2.5us, 3.5us",
        "across-leaves, roce2, 4us, 5us",
        "across-spines, roce2, 5.5us, 6.5us",
        "within-leaf, iwarp, 5us, 6us",
        "across-leaves, iwarp, 8us, 9us",
        "across-spines, iwarp, 11us, 12us"
    })
    void caps_follow_from_switches_fabric_and_memory_and_are_derived(
            String pathClass, String fabric, String host, String gpu) {
        Cluster cluster = of("", 400);
        Criteria criteria = read(cluster, LATENCY, "{rows: [{from: path-class-caps}]}");
        for (Profile profile : Profile.values()) {
            Limit onHost = holding(criteria, LATENCY, cluster, profile, conditions(pathClass, fabric, "host"));
            Limit onGpu = holding(criteria, LATENCY, cluster, profile, conditions(pathClass, fabric, "cuda-dmabuf"));
            assertThat(onHost.fail().text()).isEqualTo(host);
            assertThat(onGpu.fail().text()).isEqualTo(gpu);
            assertThat(List.of(onHost.grade(), onGpu.grade())).containsOnly(EvidenceGrade.D);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "h100-8x400g, within-leaf, roce2, 5us, 2.5us",
        "h100-8x400g, across-leaves, roce2, 5us, 4us",
        "h100-8x400g, across-spines, roce2, 5us, ",
        "h100-8x400g, across-spines, infiniband, 5us, 3.2us",
        "gb200-nvl72, across-spines, roce2, 9us, 5.5us",
    })
    void latency_fails_at_the_operators_cap_and_warns_at_that_of_the_path_class(
            String platform, String pathClass, String fabric, String fail, String warn) {
        Cluster cluster = of(platform, 400);
        Criteria criteria = read(cluster, LATENCY, "{profiles: [bringup, nightly], rows: [{from: platform-defaults}]}");
        Limit limit = holding(criteria, LATENCY, cluster, Profile.BRINGUP, conditions(pathClass, fabric, "host"));
        assertThat(limit.fail().text()).isEqualTo(fail);
        assertThat(limit.grade()).isEqualTo(EvidenceGrade.A);
        assertThat(limit.warn().map(Bound::text)).isEqualTo(Optional.ofNullable(warn));
        limit.warn().ifPresent(w -> assertThat(limit.foundingOfWarn().grade()).isEqualTo(EvidenceGrade.D));
    }

    @Test
    void an_approval_holds_for_every_row_that_is_taken() {
        Cluster cluster = of("h100-8x400g", 400);
        Criteria criteria =
                read(cluster, BANDWIDTH, "{rows: [{from: platform-defaults, approved: {by: Ada, on: 2026-01-15}}]}");
        assertThat(criteria.ask(BANDWIDTH).orElseThrow().limits()).isNotEmpty().allSatisfy(limit -> {
            assertThat(limit.approval().orElseThrow().by()).isEqualTo("Ada");
            assertThat(limit.provisional()).isEqualTo(limit.grade() == EvidenceGrade.D);
        });
    }

    @Test
    void a_row_of_ones_own_before_them_holds_first() {
        Cluster cluster = of("h100-8x400g", 400);
        Criteria criteria = read(
                cluster,
                BANDWIDTH,
                "{rows: [{profiles: [bringup], fail: 385Gb/s, source: s, evidence: A}, {from: platform-defaults}]}");
        Conditions seen = conditions("within-leaf", "roce2", "host");
        assertThat(holding(criteria, BANDWIDTH, cluster, Profile.BRINGUP, seen)
                        .fail()
                        .text())
                .isEqualTo("385Gb/s");
        assertThat(holding(criteria, BANDWIDTH, cluster, Profile.NIGHTLY, seen)
                        .fail()
                        .text())
                .isEqualTo("380Gb/s");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rdma.write-bandwidth.alone | h100-8x40g | {rows: [{from: platform-defaults}]} | expected 'h100-8x400g'? expected one of a100-4x200g,",
                "rdma.write-bandwidth.alone | '' | {rows: [{from: platform-defaults}]} | expected one of a100-4x200g,",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{from: platform-default}]} | expected 'platform-defaults'?",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{from: path-class-caps}]} | path-class-caps has no limit of rdma.write-bandwidth.alone",
                "rdma.read-latency.within-rail | h100-8x400g | {rows: [{from: path-class-caps}]} | has no limit of rdma.read-latency.within-rail",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{from: platform-defaults, fail: 1Gb/s}]} | nothing but profiles and approved beside from",
                "rdma.write-latency.within-rail | h100-8x400g | {rows: [{from: platform-defaults}]} | profile pre",
                "rdma.write-bandwidth.alone | b200-8x400g | {rows: [{from: platform-defaults}, {fail: 1%, source: s, evidence: D}, {fail: 2%, source: s, evidence: D}]} | rows[0] before it",
                "rdma.write-bandwidth.alone | a100-4x200g | {rows: [{from: platform-defaults}, {fail: 1%, source: s, evidence: D}]} | rows[1].fail: this row never holds",
                "rdma.write-latency.within-rail | h100-8x400g | {profiles: [nightly], rows: [{fail: 9us, source: s, evidence: D}, {from: path-class-caps}]} | rows[1].from: this row never holds",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{platform: h100-8x400G, fail: 1Gb/s, source: s, evidence: D}]} | criteria.yaml:4: asks.rdma.write-bandwidth.alone.limit.rows[0].platform: expected 'h100-8x400g'?",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{platform: a100-8x200g, fail: 1Gb/s, source: s, evidence: D}]} | expected a row that can hold here in profile bringup",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{rate: 200Gb/s, fail: 1Gb/s, source: s, evidence: D}]} | expected a row that can hold here in profile bringup",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{memory: gpu, fail: 1Gb/s, source: s, evidence: D}]} | expected a row that can hold here in profile bringup",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{fabric: tcp, fail: 1Gb/s, source: s, evidence: D}]} | expected a row that can hold here in profile bringup",
                "rdma.write-bandwidth.alone | h100-8x400g | {rows: [{fail: 1Gb/s, source: s, evidence: D, approved: {by: Ada, on: 2999-01-01}}]} | approved.on: expected the day of the approval"
            })
    void what_cannot_be_taken_is_refused(String ask, String platform, String limit, String why) {
        assertThatThrownBy(() -> read(of(platform, 400), ask, limit))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining(why);
    }

    @Test
    void a_row_may_name_the_platform_that_the_cluster_calls_its_own_and_rows_of_other_clusters_may_stand_beside_it() {
        Cluster cluster = of("ours", 400);
        Criteria criteria = read(
                cluster,
                BANDWIDTH,
                "{rows: [{platform: ours, fail: 1Gb/s, source: s, evidence: D},"
                        + " {platform: a100-8x200g, rate: 200Gb/s, fail: 2Gb/s, source: s, evidence: D}]}");
        Conditions seen = conditions("within-leaf", "roce2", "host");
        assertThat(holding(criteria, BANDWIDTH, cluster, Profile.BRINGUP, seen)
                        .fail()
                        .text())
                .isEqualTo("1Gb/s");
    }

    @Test
    void a_limit_of_another_fabric_than_the_measured_one_is_not_proven() {
        Cluster cluster = of("h100-8x400g", 400);
        Criteria criteria = read(
                cluster,
                "rdma.write-bandwidth.alone",
                "{rows: [{fabric: iwarp, fail: 1Gb/s, source: s, evidence: D}]}");
        Criterion limit = criteria.criteria(BANDWIDTH, Profile.BRINGUP, cluster, BaselineFamily.none())
                .get(0);
        Measurement one = new Measurement(
                criteria.ask(BANDWIDTH).orElseThrow().metric(),
                Samples.FLOW,
                OptionalLong.of(390_000_000_000L),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("samples", 1L),
                conditions("within-leaf", "roce2", "host"),
                new Provenance(0, 0, Samples.NOON, Samples.NOON, "build", ""));
        Survey survey = Survey.of(BANDWIDTH, one.metric(), new TreeSet<>(List.of(one.subject())), List.of(one));
        assertThat(limit.judge(survey).values()).singleElement().isInstanceOf(Verdict.NotProven.class);
    }

    @Test
    void the_placeholder_of_the_example_approves_nothing() {
        Cluster cluster = of("h100-8x400g", 400);
        Criteria criteria = read(
                cluster, BANDWIDTH, "{rows: [{from: platform-defaults, approved: {by: Your Name, on: 2026-01-15}}]}");
        assertThat(criteria.ask(BANDWIDTH).orElseThrow().limits()).isNotEmpty().allSatisfy(limit -> {
            assertThat(limit.approval()).isEmpty();
            assertThat(limit.provisional()).isTrue();
        });
    }

    @ParameterizedTest
    @CsvSource({
        "h100-8x400g, within-leaf, roce2, 6us, 3.5us",
        "h100-8x400g, across-spines, roce2, 6us, ",
        "h100-8x400g, across-spines, infiniband, 6us, 4.2us",
        "gb200-nvl72, within-leaf, roce2, 10us, 3.5us",
    })
    void the_microsecond_of_gpu_memory_comes_on_top_of_the_caps_of_the_host(
            String platform, String pathClass, String fabric, String fail, String warn) {
        Cluster cluster = of(platform, 400);
        Criteria criteria = read(cluster, LATENCY, "{profiles: [bringup, nightly], rows: [{from: platform-defaults}]}");
        Limit limit =
                holding(criteria, LATENCY, cluster, Profile.BRINGUP, conditions(pathClass, fabric, "cuda-dmabuf"));
        assertThat(limit.fail().text()).isEqualTo(fail);
        assertThat(limit.grade()).isEqualTo(EvidenceGrade.D);
        assertThat(limit.warn().map(Bound::text)).isEqualTo(Optional.ofNullable(warn));
    }

    @ParameterizedTest
    @CsvSource({"'mtu: 1024B', 98%", "'size: 256B', 90%"})
    void a_share_above_the_wire_of_the_asks_own_size_and_mtu_is_refused(String probe, String share) {
        Cluster cluster = of("h100-8x400g", 400);
        String limit = "{rows: [{fail: " + share + ", source: s, evidence: D}]}";
        assertThat(read(cluster, BANDWIDTH, limit).ask(BANDWIDTH)).isPresent();
        assertThatThrownBy(() -> read(cluster, BANDWIDTH, limit + "\n    probe: {" + probe + "}\n"))
                .hasMessageContaining("above the wire");
    }

    @Test
    void a_default_above_the_rate_that_cluster_yaml_declares_is_refused() {
        assertThatThrownBy(() -> read(of("h100-8x400g", 200), BANDWIDTH, "{rows: [{from: platform-defaults}]}"))
                .hasMessageContaining("above the wire");
    }

    @Test
    void another_statistic_than_the_median_is_refused() {
        Cluster cluster = of("h100-8x400g", 400);
        assertThatThrownBy(() -> read(
                        cluster,
                        LATENCY,
                        "{rows: [{from: path-class-caps}]}\n    probe: {statistic: p99, count: 10000}\n"))
                .hasMessageContaining("expected the statistic p50");
    }

    @Test
    void a_plan_lists_the_rows_that_can_hold_with_their_source_and_grade() {
        Cluster cluster = of("h100-8x400g", 400);
        Criteria criteria = read(cluster, BANDWIDTH, "{rows: [{from: platform-defaults}]}");
        assertThat(criteria.limits(Profile.BRINGUP, cluster)).singleElement().satisfies(limit -> {
            Told.assertTold(limit);
            assertThat(limit.values())
                    .containsEntry("scope", "h100-8x400g")
                    .containsEntry("fail", "380Gb/s")
                    .containsEntry("grade", "A")
                    .containsEntry("approved", "nobody");
        });
        assertThat(criteria.limits(Profile.POST, cluster)).singleElement().satisfies(limit -> {
            Told.assertTold(limit);
            assertThat(limit.values()).containsEntry("fail", "92% of wire").containsEntry("warn", "95% of wire");
        });
    }

    @Test
    void the_shipped_example_takes_the_limits_of_its_platform() {
        Path example = Path.of("..", "inventory", "example-h100");
        Cluster cluster = io.seatrial.inventory.ClusterFile.read(example);
        Criteria criteria = CriteriaFile.read(example, cluster);
        assertThat(holding(criteria, BANDWIDTH, cluster, Profile.BRINGUP, conditions("within-leaf", "roce2", "host"))
                        .fail()
                        .text())
                .isEqualTo("380Gb/s");
        assertThat(criteria.notAsked(Profile.NIGHTLY))
                .as("every ask of the example is asked, or declared as not asked with a reason")
                .extracting(not -> not.reason().key())
                .doesNotContain("not-asked.not-mentioned");
    }
}
