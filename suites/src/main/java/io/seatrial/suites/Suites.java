package io.seatrial.suites;

import io.seatrial.suites.bandwidth.BandwidthTest;
import io.seatrial.suites.bandwidth.RdmaBandwidthTest;
import io.seatrial.suites.cabling.CablingTest;
import io.seatrial.suites.collectives.AllReduceTest;
import io.seatrial.suites.collectives.CollectivesTest;
import io.seatrial.suites.collectives.OverlapTest;
import io.seatrial.suites.collectives.TenantsTest;
import io.seatrial.suites.configuration.ConfigurationTest;
import io.seatrial.suites.configuration.TrafficClassesTest;
import io.seatrial.suites.congestion.CongestionTest;
import io.seatrial.suites.congestion.IncastTest;
import io.seatrial.suites.latency.LatencyTest;
import io.seatrial.suites.latency.PerftestAgreementTest;
import io.seatrial.suites.latency.RdmaBesideTcpTest;
import io.seatrial.suites.latency.RdmaLatencyTest;
import io.seatrial.suites.links.LinkHealthTest;
import io.seatrial.suites.links.LinksTest;
import io.seatrial.suites.stability.StabilityTest;
import java.util.List;

/** Every suite, in the order in which they run: what explains a bad number comes before it. */
public final class Suites {
    /** The suites; a new one is added here. */
    public static final List<Class<?>> ALL = List.of(
            ConfigurationTest.class,
            TrafficClassesTest.class,
            CablingTest.class,
            LinksTest.class,
            LatencyTest.class,
            RdmaLatencyTest.class,
            BandwidthTest.class,
            RdmaBandwidthTest.class,
            RdmaBesideTcpTest.class,
            PerftestAgreementTest.class,
            AllReduceTest.class,
            CollectivesTest.class,
            OverlapTest.class,
            StabilityTest.class,
            IncastTest.class,
            TenantsTest.class,
            LinkHealthTest.class,
            CongestionTest.class);

    private Suites() {}
}
