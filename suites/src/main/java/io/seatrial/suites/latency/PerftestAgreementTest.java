package io.seatrial.suites.latency;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.bandwidthAgainstPerftest;
import static io.seatrial.testkit.Questions.latencyAgainstPerftest;
import static io.seatrial.testkit.Traffic.eachLinkAlone;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Whether the probe's numbers are those of perftest over the same pair, one after the other; the value is ours as a share of theirs. */
@AcceptanceTest
@Tag("rdma")
@Tag("perftest")
public class PerftestAgreementTest {
    private static Survey latency;
    private static Survey bandwidth;

    @BeforeAll
    static void measure(Testbed testbed) {
        latency = testbed.measure(latencyAgainstPerftest("rdma.perftest-agreement.latency"))
                .over(eachLinkAlone());
        bandwidth = testbed.measure(bandwidthAgainstPerftest("rdma.perftest-agreement.bandwidth"))
                .over(eachLinkAlone());
    }

    @EachLink(criterion = "rdma.perftest-agreement.latency.limit")
    void is_no_slower_than_perftest(Link link, Criterion limits) {
        assertThat(latency).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.perftest-agreement.bandwidth.limit")
    void carries_no_less_than_perftest(Link link, Criterion limits) {
        assertThat(bandwidth).through(link).isWithin(limits);
    }
}
