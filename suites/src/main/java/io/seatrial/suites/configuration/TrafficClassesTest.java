package io.seatrial.suites.configuration;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.settingOfEveryPort;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachPort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** NICs and switches treat classes of traffic and congestion as they are meant to, and alike along every path and within their class. */
@AcceptanceTest
@Tag("configuration")
public class TrafficClassesTest {
    private static Survey trust;
    private static Survey dscpMap;
    private static Survey pfc;
    private static Survey mtu;
    private static Survey ecnThresholds;
    private static Survey headroom;
    private static Survey watchdog;
    private static Survey dcqcn;
    private static Survey dcqcnParameters;

    @BeforeAll
    static void read(Testbed testbed) {
        trust = testbed.read(settingOfEveryPort("configuration.qos.trust"));
        dscpMap = testbed.read(settingOfEveryPort("configuration.qos.dscp-map"));
        pfc = testbed.read(settingOfEveryPort("configuration.qos.pfc"));
        mtu = testbed.read(settingOfEveryPort("configuration.qos.mtu"));
        ecnThresholds = testbed.read(settingOfEveryPort("configuration.qos.ecn-thresholds"));
        headroom = testbed.read(settingOfEveryPort("configuration.qos.headroom"));
        watchdog = testbed.read(settingOfEveryPort("configuration.qos.watchdog"));
        dcqcn = testbed.read(settingOfEveryPort("configuration.qos.dcqcn"));
        dcqcnParameters = testbed.read(settingOfEveryPort("configuration.qos.dcqcn-parameters"));
    }

    @EachPort(criterion = "configuration.qos.trust.expect")
    void classifies_by_what_is_meant(SubjectId port, Criterion expected) {
        assertThat(trust).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.qos.trust.path")
    void classifies_alike_along_its_paths(SubjectId port, Criterion alike) {
        assertThat(trust).of(port).isWithin(alike);
    }

    @EachPort(criterion = "configuration.qos.trust.class")
    void classifies_as_its_class(SubjectId port, Criterion theClass) {
        assertThat(trust).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.qos.dscp-map.expect")
    void leads_rdma_to_its_lossless_queue(SubjectId port, Criterion expected) {
        assertThat(dscpMap).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.qos.dscp-map.path")
    void leads_rdma_alike_along_its_paths(SubjectId port, Criterion alike) {
        assertThat(dscpMap).of(port).isWithin(alike);
    }

    @EachPort(criterion = "configuration.qos.dscp-map.class")
    void leads_rdma_as_its_class(SubjectId port, Criterion theClass) {
        assertThat(dscpMap).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.qos.pfc.expect")
    void pauses_the_lossless_priorities_alone(SubjectId port, Criterion expected) {
        assertThat(pfc).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.qos.pfc.path")
    void pauses_alike_along_its_paths(SubjectId port, Criterion alike) {
        assertThat(pfc).of(port).isWithin(alike);
    }

    @EachPort(criterion = "configuration.qos.pfc.class")
    void pauses_what_its_class_pauses(SubjectId port, Criterion theClass) {
        assertThat(pfc).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.qos.mtu.expect")
    void takes_the_largest_packets(SubjectId port, Criterion expected) {
        assertThat(mtu).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.qos.mtu.path")
    void takes_the_packets_of_its_paths(SubjectId port, Criterion alike) {
        assertThat(mtu).of(port).isWithin(alike);
    }

    @EachPort(criterion = "configuration.qos.mtu.class")
    void has_the_mtu_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(mtu).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.qos.ecn-thresholds.expect")
    void marks_before_it_pauses(SubjectId port, Criterion expected) {
        assertThat(ecnThresholds).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.qos.ecn-thresholds.class")
    void marks_as_its_class(SubjectId port, Criterion theClass) {
        assertThat(ecnThresholds).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.qos.headroom.expect")
    void has_room_for_what_is_under_way(SubjectId port, Criterion expected) {
        assertThat(headroom).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.qos.headroom.class")
    void has_the_buffer_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(headroom).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.qos.watchdog.expect")
    void has_a_watchdog(SubjectId port, Criterion expected) {
        assertThat(watchdog).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.qos.watchdog.class")
    void has_the_watchdog_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(watchdog).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.qos.dcqcn.expect")
    void notifies_and_reacts(SubjectId port, Criterion expected) {
        assertThat(dcqcn).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.qos.dcqcn.class")
    void notifies_and_reacts_as_its_class(SubjectId port, Criterion theClass) {
        assertThat(dcqcn).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.qos.dcqcn-parameters.class")
    void has_the_parameters_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(dcqcnParameters).of(port).isWithin(theClass);
    }
}
