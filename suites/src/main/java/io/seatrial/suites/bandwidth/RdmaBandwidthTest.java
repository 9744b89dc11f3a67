package io.seatrial.suites.bandwidth;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.readBandwidth;
import static io.seatrial.testkit.Questions.writeBandwidth;
import static io.seatrial.testkit.Questions.writeBandwidthBothWays;
import static io.seatrial.testkit.Traffic.allTogether;
import static io.seatrial.testkit.Traffic.eachLinkAlone;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** What RDMA carries over every link: writes and reads alone, writes in both directions at once, writes when all links are busy. */
@AcceptanceTest
@Tag("rdma")
@Tag("bandwidth")
public class RdmaBandwidthTest {
    private static Survey write;
    private static Survey read;
    private static Survey bothWays;
    private static Survey together;

    @BeforeAll
    static void measure(Testbed testbed) {
        write = testbed.measure(writeBandwidth("rdma.write-bandwidth.alone")).over(eachLinkAlone());
        read = testbed.measure(readBandwidth("rdma.read-bandwidth.alone")).over(eachLinkAlone());
        bothWays = testbed.measure(writeBandwidthBothWays("rdma.write-bandwidth.bidirectional"))
                .over(eachLinkAlone());
        together =
                testbed.measure(writeBandwidth("rdma.write-bandwidth.together")).over(allTogether());
    }

    @EachLink(criterion = "rdma.write-bandwidth.alone.limit")
    void keeps_its_limit_for_writes_alone(Link link, Criterion limits) {
        assertThat(write).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.write-bandwidth.alone.class")
    void stays_with_its_class_for_writes_alone(Link link, Criterion theClass) {
        assertThat(write).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "rdma.write-bandwidth.alone.baseline")
    void keeps_its_baseline_for_writes_alone(Link link, Criterion baseline) {
        assertThat(write).through(link).isWithin(baseline);
    }

    @EachLink(criterion = "rdma.read-bandwidth.alone.limit")
    void keeps_its_limit_for_reads_alone(Link link, Criterion limits) {
        assertThat(read).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.read-bandwidth.alone.class")
    void stays_with_its_class_for_reads_alone(Link link, Criterion theClass) {
        assertThat(read).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "rdma.read-bandwidth.alone.baseline")
    void keeps_its_baseline_for_reads_alone(Link link, Criterion baseline) {
        assertThat(read).through(link).isWithin(baseline);
    }

    @EachLink(criterion = "rdma.write-bandwidth.bidirectional.limit")
    void keeps_its_limit_for_writes_both_ways(Link link, Criterion limits) {
        assertThat(bothWays).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.write-bandwidth.bidirectional.class")
    void stays_with_its_class_for_writes_both_ways(Link link, Criterion theClass) {
        assertThat(bothWays).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "rdma.write-bandwidth.bidirectional.baseline")
    void keeps_its_baseline_for_writes_both_ways(Link link, Criterion baseline) {
        assertThat(bothWays).through(link).isWithin(baseline);
    }

    @EachLink(criterion = "rdma.write-bandwidth.together.limit")
    void keeps_its_limit_for_writes_together(Link link, Criterion limits) {
        assertThat(together).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.write-bandwidth.together.class")
    void stays_with_its_class_for_writes_together(Link link, Criterion theClass) {
        assertThat(together).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "rdma.write-bandwidth.together.baseline")
    void keeps_its_baseline_for_writes_together(Link link, Criterion baseline) {
        assertThat(together).through(link).isWithin(baseline);
    }
}
