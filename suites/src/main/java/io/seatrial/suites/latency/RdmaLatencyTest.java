package io.seatrial.suites.latency;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.readLatency;
import static io.seatrial.testkit.Questions.sendLatency;
import static io.seatrial.testkit.Questions.writeLatency;
import static io.seatrial.testkit.Traffic.everyPairAcrossRails;
import static io.seatrial.testkit.Traffic.everyPairOfPortsOfAHost;
import static io.seatrial.testkit.Traffic.everyPairWithinRail;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachFlow;
import io.seatrial.testkit.EachLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * How long an RDMA message takes: writes of every pair within a rail and of every pair of ports of a host, judged per link; across rails per flow; sends
 * and reads within a rail.
 */
@AcceptanceTest
@Tag("rdma")
@Tag("latency")
public class RdmaLatencyTest {
    private static Survey write;
    private static Survey acrossRails;
    private static Survey loopback;
    private static Survey send;
    private static Survey read;

    @BeforeAll
    static void measure(Testbed testbed) {
        write = testbed.measure(writeLatency("rdma.write-latency.within-rail")).over(everyPairWithinRail());
        acrossRails =
                testbed.measure(writeLatency("rdma.write-latency.across-rails")).over(everyPairAcrossRails());
        loopback = testbed.measure(writeLatency("rdma.write-latency.loopback")).over(everyPairOfPortsOfAHost());
        send = testbed.measure(sendLatency("rdma.send-latency.within-rail")).over(everyPairWithinRail());
        read = testbed.measure(readLatency("rdma.read-latency.within-rail")).over(everyPairWithinRail());
    }

    @EachLink(criterion = "rdma.write-latency.within-rail.limit")
    void keeps_its_limit_for_writes_within_its_rail(Link link, Criterion limits) {
        assertThat(write).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.write-latency.within-rail.class")
    void stays_with_its_class_for_writes_within_its_rail(Link link, Criterion theClass) {
        assertThat(write).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "rdma.write-latency.within-rail.baseline")
    void keeps_its_baseline_for_writes_within_its_rail(Link link, Criterion baseline) {
        assertThat(write).through(link).isWithin(baseline);
    }

    @EachFlow(criterion = "rdma.write-latency.across-rails.limit")
    void keeps_its_limit_for_writes_across_rails(SubjectId flow, Criterion limits) {
        assertThat(acrossRails).of(flow).isWithin(limits);
    }

    @EachFlow(criterion = "rdma.write-latency.across-rails.class")
    void stays_with_its_class_for_writes_across_rails(SubjectId flow, Criterion theClass) {
        assertThat(acrossRails).of(flow).isWithin(theClass);
    }

    @EachFlow(criterion = "rdma.write-latency.across-rails.baseline")
    void keeps_its_baseline_for_writes_across_rails(SubjectId flow, Criterion baseline) {
        assertThat(acrossRails).of(flow).isWithin(baseline);
    }

    @EachLink(criterion = "rdma.write-latency.loopback.limit")
    void keeps_its_limit_for_writes_to_its_own_host(Link link, Criterion limits) {
        assertThat(loopback).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.write-latency.loopback.class")
    void stays_with_its_class_for_writes_to_its_own_host(Link link, Criterion theClass) {
        assertThat(loopback).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "rdma.write-latency.loopback.baseline")
    void keeps_its_baseline_for_writes_to_its_own_host(Link link, Criterion baseline) {
        assertThat(loopback).through(link).isWithin(baseline);
    }

    @EachLink(criterion = "rdma.send-latency.within-rail.limit")
    void keeps_its_limit_for_sends_within_its_rail(Link link, Criterion limits) {
        assertThat(send).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.send-latency.within-rail.class")
    void stays_with_its_class_for_sends_within_its_rail(Link link, Criterion theClass) {
        assertThat(send).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "rdma.send-latency.within-rail.baseline")
    void keeps_its_baseline_for_sends_within_its_rail(Link link, Criterion baseline) {
        assertThat(send).through(link).isWithin(baseline);
    }

    @EachLink(criterion = "rdma.read-latency.within-rail.limit")
    void keeps_its_limit_for_reads_within_its_rail(Link link, Criterion limits) {
        assertThat(read).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.read-latency.within-rail.class")
    void stays_with_its_class_for_reads_within_its_rail(Link link, Criterion theClass) {
        assertThat(read).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "rdma.read-latency.within-rail.baseline")
    void keeps_its_baseline_for_reads_within_its_rail(Link link, Criterion baseline) {
        assertThat(read).through(link).isWithin(baseline);
    }
}
