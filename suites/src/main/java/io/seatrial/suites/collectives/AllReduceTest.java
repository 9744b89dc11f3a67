package io.seatrial.suites.collectives;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.collective;
import static io.seatrial.testkit.Traffic.eachLeaf;
import static io.seatrial.testkit.Traffic.eachPod;
import static io.seatrial.testkit.Traffic.eachRail;
import static io.seatrial.testkit.Traffic.everyPairOfHosts;
import static io.seatrial.testkit.Traffic.everybody;
import static io.seatrial.testkit.Traffic.withinEachHost;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachGroup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** What all-reduce gets within ever larger groups: a host that is slow by itself is seen before the fabric is blamed. */
@AcceptanceTest
@Tag("collectives")
public class AllReduceTest {
    private static Survey host;
    private static Survey pairs;
    private static Survey rail;
    private static Survey leaf;
    private static Survey pod;
    private static Survey all;

    @BeforeAll
    static void measure(Testbed testbed) {
        host = testbed.measure(collective("collective.all-reduce.host", Collective.ALL_REDUCE))
                .within(withinEachHost());
        pairs = testbed.measure(collective("collective.all-reduce.pairs", Collective.ALL_REDUCE))
                .within(everyPairOfHosts());
        rail = testbed.measure(collective("collective.all-reduce.rail", Collective.ALL_REDUCE))
                .within(eachRail());
        leaf = testbed.measure(collective("collective.all-reduce.leaf", Collective.ALL_REDUCE))
                .within(eachLeaf());
        pod = testbed.measure(collective("collective.all-reduce.pod", Collective.ALL_REDUCE))
                .within(eachPod());
        all = testbed.measure(collective("collective.all-reduce.all", Collective.ALL_REDUCE))
                .within(everybody());
    }

    @EachGroup(criterion = "collective.all-reduce.host.limit")
    void keeps_its_limit_within_a_host(SubjectId group, Criterion limits) {
        assertThat(host).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.all-reduce.host.curve")
    void has_no_dip_within_a_host(SubjectId group, Criterion curve) {
        assertThat(host).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.all-reduce.host.log")
    void is_what_its_library_says_within_a_host(SubjectId group, Criterion log) {
        assertThat(host).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.all-reduce.host.class")
    void stays_with_its_class_within_a_host(SubjectId group, Criterion theClass) {
        assertThat(host).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.all-reduce.host.baseline")
    void keeps_its_baseline_within_a_host(SubjectId group, Criterion baseline) {
        assertThat(host).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.all-reduce.pairs.limit")
    void keeps_its_limit_between_two_hosts(SubjectId group, Criterion limits) {
        assertThat(pairs).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.all-reduce.pairs.curve")
    void has_no_dip_between_two_hosts(SubjectId group, Criterion curve) {
        assertThat(pairs).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.all-reduce.pairs.log")
    void is_what_its_library_says_between_two_hosts(SubjectId group, Criterion log) {
        assertThat(pairs).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.all-reduce.pairs.class")
    void stays_with_its_class_between_two_hosts(SubjectId group, Criterion theClass) {
        assertThat(pairs).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.all-reduce.pairs.baseline")
    void keeps_its_baseline_between_two_hosts(SubjectId group, Criterion baseline) {
        assertThat(pairs).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.all-reduce.rail.limit")
    void keeps_its_limit_along_a_rail(SubjectId group, Criterion limits) {
        assertThat(rail).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.all-reduce.rail.curve")
    void has_no_dip_along_a_rail(SubjectId group, Criterion curve) {
        assertThat(rail).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.all-reduce.rail.log")
    void is_what_its_library_says_along_a_rail(SubjectId group, Criterion log) {
        assertThat(rail).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.all-reduce.rail.class")
    void stays_with_its_class_along_a_rail(SubjectId group, Criterion theClass) {
        assertThat(rail).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.all-reduce.rail.baseline")
    void keeps_its_baseline_along_a_rail(SubjectId group, Criterion baseline) {
        assertThat(rail).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.all-reduce.leaf.limit")
    void keeps_its_limit_within_a_leaf(SubjectId group, Criterion limits) {
        assertThat(leaf).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.all-reduce.leaf.curve")
    void has_no_dip_within_a_leaf(SubjectId group, Criterion curve) {
        assertThat(leaf).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.all-reduce.leaf.log")
    void is_what_its_library_says_within_a_leaf(SubjectId group, Criterion log) {
        assertThat(leaf).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.all-reduce.leaf.class")
    void stays_with_its_class_within_a_leaf(SubjectId group, Criterion theClass) {
        assertThat(leaf).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.all-reduce.leaf.baseline")
    void keeps_its_baseline_within_a_leaf(SubjectId group, Criterion baseline) {
        assertThat(leaf).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.all-reduce.pod.limit")
    void keeps_its_limit_within_a_pod(SubjectId group, Criterion limits) {
        assertThat(pod).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.all-reduce.pod.curve")
    void has_no_dip_within_a_pod(SubjectId group, Criterion curve) {
        assertThat(pod).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.all-reduce.pod.log")
    void is_what_its_library_says_within_a_pod(SubjectId group, Criterion log) {
        assertThat(pod).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.all-reduce.pod.class")
    void stays_with_its_class_within_a_pod(SubjectId group, Criterion theClass) {
        assertThat(pod).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.all-reduce.pod.baseline")
    void keeps_its_baseline_within_a_pod(SubjectId group, Criterion baseline) {
        assertThat(pod).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.all-reduce.all.limit")
    void keeps_its_limit_with_everybody(SubjectId group, Criterion limits) {
        assertThat(all).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.all-reduce.all.curve")
    void has_no_dip_with_everybody(SubjectId group, Criterion curve) {
        assertThat(all).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.all-reduce.all.log")
    void is_what_its_library_says_with_everybody(SubjectId group, Criterion log) {
        assertThat(all).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.all-reduce.all.class")
    void stays_with_its_class_with_everybody(SubjectId group, Criterion theClass) {
        assertThat(all).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.all-reduce.all.baseline")
    void keeps_its_baseline_with_everybody(SubjectId group, Criterion baseline) {
        assertThat(all).of(group).isWithin(baseline);
    }
}
