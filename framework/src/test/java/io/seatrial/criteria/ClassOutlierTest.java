package io.seatrial.criteria;

import static io.seatrial.criteria.Samples.FLOW;
import static io.seatrial.criteria.Samples.GOODPUT;
import static io.seatrial.criteria.Samples.LATENCY;
import static io.seatrial.criteria.Samples.RULES;
import static io.seatrial.criteria.Samples.goodput;
import static io.seatrial.criteria.Samples.latency;
import static io.seatrial.criteria.Samples.speeds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.criteria.Ask.OutlierRule;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassOutlierTest {
    private static final List<SubjectId> OTHERS = SmallFabric.withinRail().stream()
            .map(flow -> flow.subject())
            .filter(subject -> !subject.equals(FLOW))
            .toList();

    private final Criterion floor300ns = latencyRule(new OutlierRule(OptionalLong.of(300), 0, 5, 6));
    private final Criterion floor5Percent = new ClassOutlier(
            "bandwidth.alone", GOODPUT, new OutlierRule(OptionalLong.empty(), 50_000, 5, 6), RULES, speeds());

    private static Criterion latencyRule(OutlierRule rule) {
        return new ClassOutlier("latency.within-rail", LATENCY, rule, RULES, speeds());
    }

    private static Samples others(Samples samples, long... values) {
        for (int i = 0; i < values.length; i++) {
            samples.saw(OTHERS.get(i), values[i]);
        }
        return samples;
    }

    /** Median 2000 and MAD 0, so that the floor of 300 decides: the edge is 2300. */
    private static Samples equalClass() {
        return others(latency(), 2000, 2000, 2000, 2000, 2000);
    }

    @Test
    void with_a_mad_of_zero_the_floor_decides_and_the_edge_passes() {
        Told.passes(equalClass().saw(FLOW, 2299).verdict(floor300ns));
        Told.passes(equalClass().saw(FLOW, 2300).verdict(floor300ns));
    }

    @Test
    void with_a_mad_of_zero_one_beyond_the_floor_fails() {
        Told.fails(equalClass().saw(FLOW, 2301, 2301).verdict(floor300ns));
    }

    /** Values 1000..7000 and x: median 4500, deviations give MAD 2000 = 2965 sigma; 5 sigma = 14825; edge 19325. */
    @Test
    void five_mad_sigmas_decide_where_the_class_is_wide() {
        Told.passes(wideClass().saw(FLOW, 19_325).verdict(floor300ns));
        Told.fails(wideClass().saw(FLOW, 19_326).verdict(floor300ns));
    }

    private static Samples wideClass() {
        return others(latency(), 1000, 2000, 3000, 4000, 5000, 6000, 7000);
    }

    @Test
    void a_better_value_is_never_an_outlier() {
        Told.passes(equalClass().saw(FLOW, 1).verdict(floor300ns));
    }

    @Test
    void of_bandwidth_the_lower_side_is_worse_and_the_floor_may_be_a_share_of_the_median() {
        Told.passes(
                others(goodput(), 1000, 1000, 1000, 1000, 1000).saw(FLOW, 950).verdict(floor5Percent));
        Told.fails(
                others(goodput(), 1000, 1000, 1000, 1000, 1000).saw(FLOW, 949).verdict(floor5Percent));
    }

    @Test
    void passing_on_the_retest_is_a_pass_with_a_remark() {
        assertThat(Told.passes(equalClass().saw(FLOW, 9000, 2300).verdict(floor300ns))
                        .watch())
                .hasValueSatisfying(watch -> assertThat(watch.key()).isEqualTo("watch.kept-on-retest"));
    }

    @Test
    void as_many_members_as_needed_make_a_class() {
        Told.passes(equalClass().saw(FLOW, 2000).verdict(floor300ns));
    }

    @Test
    void one_member_fewer_makes_no_class_and_proves_nothing() {
        Told.notProven(
                others(latency(), 2000, 2000, 2000, 2000).saw(FLOW, 9000).verdict(floor300ns), "class.too-few-members");
    }

    @Test
    void members_without_evidence_do_not_count() {
        Samples samples = others(latency(), 2000, 2000, 2000, 2000).lost(OTHERS.get(10));
        Told.notProven(samples.saw(FLOW, 2000).verdict(floor300ns), "class.too-few-members");
    }

    @Test
    void no_samples_is_not_proven() {
        Told.notProven(equalClass().asked(FLOW).verdict(floor300ns), "evidence.none");
    }

    @Test
    void flows_of_other_conditions_are_another_class() {
        Samples samples = others(latency(), 2000, 2000, 2000, 2000, 2000, 2000);
        samples.under(new Conditions(Map.of("path-class", "across-leaves")));
        Told.notProven(samples.saw(FLOW, 9000).verdict(floor300ns), "class.too-few-members");
    }

    @Test
    void a_floor_of_zero_is_refused() {
        assertThatThrownBy(() -> new OutlierRule(OptionalLong.of(0), 0, 5, 6)).hasMessageContaining("floor");
    }

    /** Two path classes, two kinds of fabric and two sizes of messages, each of them with too few members without the other. */
    @ParameterizedTest
    @CsvSource({
        "path-class, within-leaf, across-leaves",
        "fabric, roce2, infiniband",
        "fabric, roce2, soft-roce",
        "message-bytes, 8, 4096",
        "mtu, 4096, 1024",
        "memory, host, cuda-dmabuf"
    })
    void rdma_classes_never_pool_what_cannot_be_compared(String condition, String one, String other) {
        Criterion rule = new ClassOutlier(
                "rdma.write-latency.within-rail",
                KnownAsk.of("rdma.write-latency.within-rail").statistic("p50").metric(),
                new OutlierRule(OptionalLong.of(300), 0, 5, 4),
                RULES,
                speeds());
        Conditions common =
                new Conditions(Map.of("path-class", "within-leaf", "fabric", "roce2", "message-bytes", "8"));
        Samples samples = Samples.of("rdma.write-latency.within-rail").under(common.with(condition, one));
        OTHERS.subList(0, 3).forEach(flow -> samples.saw(flow, 2000));
        samples.under(common.with(condition, other));
        OTHERS.subList(3, 6).forEach(flow -> samples.saw(flow, 2000));
        assertThat(rule.judge(samples.survey()).values())
                .hasSize(6)
                .allSatisfy(verdict -> Told.notProven(verdict, "class.too-few-members"));
        // one more of the first kind makes that class whole, and the other is left as it is
        samples.under(common.with(condition, one)).saw(FLOW, 2301, 2301);
        Told.fails(samples.verdict(rule));
        assertThat(rule.judge(samples.survey()).values().stream().filter(Verdict.NotProven.class::isInstance))
                .hasSize(3);
    }

    @Test
    void a_fabric_that_nobody_could_name_makes_no_class() {
        Samples unknown = latency().under(new Conditions(Map.of("path-class", "within-leaf", "fabric", "unknown")));
        Told.notProven(
                others(unknown, 2000, 2000, 2000, 2000, 2000).saw(FLOW, 2000).verdict(floor300ns),
                "class.unknown-fabric");
    }

    @TempDir
    private Path folder;

    private Ask read(String ask) throws IOException {
        Files.writeString(folder.resolve("criteria.yaml"), "version: 1\nasks:\n  " + ask + ": {class: }\n");
        return CriteriaFile.read(folder).ask(ask).orElseThrow();
    }

    @Test
    void the_default_rule_of_an_rdma_latency_is_the_larger_of_300_nanoseconds_and_five_sigmas() throws IOException {
        OutlierRule rule = read("rdma.write-latency.within-rail").outlier().orElseThrow();
        assertThat(rule).isEqualTo(new OutlierRule(OptionalLong.of(300), 0, 5, 6));
    }
}
