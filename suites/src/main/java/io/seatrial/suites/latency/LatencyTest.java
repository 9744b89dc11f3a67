package io.seatrial.suites.latency;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.roundTripLatency;
import static io.seatrial.testkit.Traffic.everyPairAcrossLeaves;
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

/** The round trip of every pair within a rail, judged per link, and of every pair across leaves, judged per flow. */
@AcceptanceTest
@Tag("latency")
public class LatencyTest {
    private static Survey withinRail;
    private static Survey acrossLeaves;

    @BeforeAll
    static void measure(Testbed testbed) {
        withinRail = testbed.measure(roundTripLatency("latency.within-rail")).over(everyPairWithinRail());
        acrossLeaves =
                testbed.measure(roundTripLatency("latency.across-leaves")).over(everyPairAcrossLeaves());
    }

    @EachLink(criterion = "latency.within-rail.limit")
    void keeps_its_limit_within_its_rail(Link link, Criterion limits) {
        assertThat(withinRail).through(link).isWithin(limits);
    }

    @EachLink(criterion = "latency.within-rail.class")
    void stays_with_its_class_within_its_rail(Link link, Criterion theClass) {
        assertThat(withinRail).through(link).isWithin(theClass);
    }

    @EachLink(criterion = "latency.within-rail.baseline")
    void keeps_its_baseline_within_its_rail(Link link, Criterion baseline) {
        assertThat(withinRail).through(link).isWithin(baseline);
    }

    @EachFlow(criterion = "latency.across-leaves.limit")
    void keeps_its_limit_across_leaves(SubjectId flow, Criterion limits) {
        assertThat(acrossLeaves).of(flow).isWithin(limits);
    }

    @EachFlow(criterion = "latency.across-leaves.class")
    void stays_with_its_class_across_leaves(SubjectId flow, Criterion theClass) {
        assertThat(acrossLeaves).of(flow).isWithin(theClass);
    }

    @EachFlow(criterion = "latency.across-leaves.baseline")
    void keeps_its_baseline_across_leaves(SubjectId flow, Criterion baseline) {
        assertThat(acrossLeaves).of(flow).isWithin(baseline);
    }
}
