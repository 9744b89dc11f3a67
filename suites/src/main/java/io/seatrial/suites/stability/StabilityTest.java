package io.seatrial.suites.stability;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.collective;
import static io.seatrial.testkit.Questions.goodput;
import static io.seatrial.testkit.Questions.roundTripLatency;
import static io.seatrial.testkit.Questions.writeBandwidthBothWays;
import static io.seatrial.testkit.Traffic.allTogether;
import static io.seatrial.testkit.Traffic.eachLinkAlone;
import static io.seatrial.testkit.Traffic.everyPairWithinRail;
import static io.seatrial.testkit.Traffic.everybody;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.Collective;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachFlow;
import io.seatrial.testkit.EachGroup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** What sets in late: bandwidth, latency and all-reduce, measured again and again under load both ways. */
@AcceptanceTest
@Tag("stability")
public class StabilityTest {
    private static Survey allReduce;
    private static Survey bandwidth;
    private static Survey writes;
    private static Survey latency;

    @BeforeAll
    static void measure(Testbed testbed) {
        allReduce = testbed.measure(collective("stability.all-reduce", Collective.ALL_REDUCE))
                .within(everybody());
        bandwidth = testbed.measure(goodput("stability.bandwidth")).over(allTogether());
        writes = testbed.measure(writeBandwidthBothWays("stability.write-bandwidth.bidirectional"))
                .over(eachLinkAlone());
        latency = testbed.measure(roundTripLatency("stability.latency")).over(everyPairWithinRail());
    }

    @EachGroup(criterion = "stability.all-reduce.drift")
    void stays_steady_with_everybody(SubjectId group, Criterion drift) {
        assertThat(allReduce).of(group).isWithin(drift);
    }

    @EachFlow(criterion = "stability.bandwidth.drift")
    void stays_steady_together(SubjectId flow, Criterion drift) {
        assertThat(bandwidth).of(flow).isWithin(drift);
    }

    @EachFlow(criterion = "stability.write-bandwidth.bidirectional.drift")
    void stays_steady_for_writes_both_ways(SubjectId flow, Criterion drift) {
        assertThat(writes).of(flow).isWithin(drift);
    }

    @EachFlow(criterion = "stability.latency.drift")
    void stays_steady_for_messages(SubjectId flow, Criterion drift) {
        assertThat(latency).of(flow).isWithin(drift);
    }
}
