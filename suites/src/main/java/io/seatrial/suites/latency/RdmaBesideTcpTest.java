package io.seatrial.suites.latency;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.cpuBesideTcp;
import static io.seatrial.testkit.Questions.latencyBesideTcp;
import static io.seatrial.testkit.Traffic.eachLinkAlone;

import io.seatrial.criteria.Criterion;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachLink;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Whether RDMA is worth it: latency and CPU time of the same pair over both, as shares of what sockets take. No better than sockets is a finding. */
@AcceptanceTest
@Tag("rdma")
@Tag("beside-tcp")
public class RdmaBesideTcpTest {
    private static Survey latency;
    private static Survey cpu;

    @BeforeAll
    static void measure(Testbed testbed) {
        latency = testbed.measure(latencyBesideTcp("rdma.beside-tcp.latency")).over(eachLinkAlone());
        cpu = testbed.measure(cpuBesideTcp("rdma.beside-tcp.cpu")).over(eachLinkAlone());
    }

    @EachLink(criterion = "rdma.beside-tcp.latency.limit")
    void is_faster_than_sockets(Link link, Criterion limits) {
        assertThat(latency).through(link).isWithin(limits);
    }

    @EachLink(criterion = "rdma.beside-tcp.cpu.limit")
    void takes_less_cpu_than_sockets(Link link, Criterion limits) {
        assertThat(cpu).through(link).isWithin(limits);
    }
}
