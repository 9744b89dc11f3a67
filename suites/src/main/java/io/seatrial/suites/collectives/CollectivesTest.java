package io.seatrial.suites.collectives;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.collective;
import static io.seatrial.testkit.Traffic.everybody;
import static io.seatrial.testkit.Traffic.halvesAcrossTheSpine;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachGroup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** What the other collectives get from everybody together, and what crosses the spines when every port sends to one on another leaf. */
@AcceptanceTest
@Tag("collectives")
public class CollectivesTest {
    private static Survey allGather;
    private static Survey reduceScatter;
    private static Survey allToAll;
    private static Survey broadcast;
    private static Survey sendRecv;
    private static Survey bisection;

    @BeforeAll
    static void measure(Testbed testbed) {
        allGather = testbed.measure(collective("collective.all-gather.all", Collective.ALL_GATHER))
                .within(everybody());
        reduceScatter = testbed.measure(collective("collective.reduce-scatter.all", Collective.REDUCE_SCATTER))
                .within(everybody());
        allToAll = testbed.measure(collective("collective.all-to-all.all", Collective.ALL_TO_ALL))
                .within(everybody());
        broadcast = testbed.measure(collective("collective.broadcast.all", Collective.BROADCAST))
                .within(everybody());
        sendRecv = testbed.measure(collective("collective.send-recv.all", Collective.SEND_RECV))
                .within(everybody());
        bisection = testbed.measure(collective("collective.send-recv.halves", Collective.SEND_RECV))
                .within(halvesAcrossTheSpine());
    }

    @EachGroup(criterion = "collective.all-gather.all.limit")
    void keeps_its_limit_for_all_gather(SubjectId group, Criterion limits) {
        assertThat(allGather).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.all-gather.all.curve")
    void has_no_dip_for_all_gather(SubjectId group, Criterion curve) {
        assertThat(allGather).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.all-gather.all.log")
    void is_what_its_library_says_for_all_gather(SubjectId group, Criterion log) {
        assertThat(allGather).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.all-gather.all.class")
    void stays_with_its_class_for_all_gather(SubjectId group, Criterion theClass) {
        assertThat(allGather).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.all-gather.all.baseline")
    void keeps_its_baseline_for_all_gather(SubjectId group, Criterion baseline) {
        assertThat(allGather).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.reduce-scatter.all.limit")
    void keeps_its_limit_for_reduce_scatter(SubjectId group, Criterion limits) {
        assertThat(reduceScatter).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.reduce-scatter.all.curve")
    void has_no_dip_for_reduce_scatter(SubjectId group, Criterion curve) {
        assertThat(reduceScatter).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.reduce-scatter.all.log")
    void is_what_its_library_says_for_reduce_scatter(SubjectId group, Criterion log) {
        assertThat(reduceScatter).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.reduce-scatter.all.class")
    void stays_with_its_class_for_reduce_scatter(SubjectId group, Criterion theClass) {
        assertThat(reduceScatter).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.reduce-scatter.all.baseline")
    void keeps_its_baseline_for_reduce_scatter(SubjectId group, Criterion baseline) {
        assertThat(reduceScatter).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.all-to-all.all.limit")
    void keeps_its_limit_for_all_to_all(SubjectId group, Criterion limits) {
        assertThat(allToAll).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.all-to-all.all.curve")
    void has_no_dip_for_all_to_all(SubjectId group, Criterion curve) {
        assertThat(allToAll).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.all-to-all.all.log")
    void is_what_its_library_says_for_all_to_all(SubjectId group, Criterion log) {
        assertThat(allToAll).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.all-to-all.all.class")
    void stays_with_its_class_for_all_to_all(SubjectId group, Criterion theClass) {
        assertThat(allToAll).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.all-to-all.all.baseline")
    void keeps_its_baseline_for_all_to_all(SubjectId group, Criterion baseline) {
        assertThat(allToAll).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.broadcast.all.limit")
    void keeps_its_limit_for_broadcast(SubjectId group, Criterion limits) {
        assertThat(broadcast).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.broadcast.all.curve")
    void has_no_dip_for_broadcast(SubjectId group, Criterion curve) {
        assertThat(broadcast).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.broadcast.all.log")
    void is_what_its_library_says_for_broadcast(SubjectId group, Criterion log) {
        assertThat(broadcast).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.broadcast.all.class")
    void stays_with_its_class_for_broadcast(SubjectId group, Criterion theClass) {
        assertThat(broadcast).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.broadcast.all.baseline")
    void keeps_its_baseline_for_broadcast(SubjectId group, Criterion baseline) {
        assertThat(broadcast).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.send-recv.all.limit")
    void keeps_its_limit_for_send_recv(SubjectId group, Criterion limits) {
        assertThat(sendRecv).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.send-recv.all.curve")
    void has_no_dip_for_send_recv(SubjectId group, Criterion curve) {
        assertThat(sendRecv).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.send-recv.all.log")
    void is_what_its_library_says_for_send_recv(SubjectId group, Criterion log) {
        assertThat(sendRecv).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.send-recv.all.class")
    void stays_with_its_class_for_send_recv(SubjectId group, Criterion theClass) {
        assertThat(sendRecv).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.send-recv.all.baseline")
    void keeps_its_baseline_for_send_recv(SubjectId group, Criterion baseline) {
        assertThat(sendRecv).of(group).isWithin(baseline);
    }

    @EachGroup(criterion = "collective.send-recv.halves.limit")
    void keeps_its_limit_across_the_spine(SubjectId group, Criterion limits) {
        assertThat(bisection).of(group).isWithin(limits);
    }

    @EachGroup(criterion = "collective.send-recv.halves.curve")
    void has_no_dip_across_the_spine(SubjectId group, Criterion curve) {
        assertThat(bisection).of(group).isWithin(curve);
    }

    @EachGroup(criterion = "collective.send-recv.halves.log")
    void is_what_its_library_says_across_the_spine(SubjectId group, Criterion log) {
        assertThat(bisection).of(group).isWithin(log);
    }

    @EachGroup(criterion = "collective.send-recv.halves.class")
    void stays_with_its_class_across_the_spine(SubjectId group, Criterion theClass) {
        assertThat(bisection).of(group).isWithin(theClass);
    }

    @EachGroup(criterion = "collective.send-recv.halves.baseline")
    void keeps_its_baseline_across_the_spine(SubjectId group, Criterion baseline) {
        assertThat(bisection).of(group).isWithin(baseline);
    }
}
