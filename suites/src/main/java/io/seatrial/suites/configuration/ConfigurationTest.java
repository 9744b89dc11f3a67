package io.seatrial.suites.configuration;

import static io.seatrial.testkit.Acceptance.assertThat;
import static io.seatrial.testkit.Questions.settingOfEachHost;
import static io.seatrial.testkit.Questions.settingOfEachPort;

import io.seatrial.criteria.Criterion;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.Survey;
import io.seatrial.run.Testbed;
import io.seatrial.testkit.AcceptanceTest;
import io.seatrial.testkit.EachHost;
import io.seatrial.testkit.EachPort;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Devices, rates, lanes, MTU, GIDs, link layers, slots and the environment of NCCL of every host are as they are meant to be, and alike within their class. */
@AcceptanceTest
@Tag("configuration")
public class ConfigurationTest {
    private static Survey rdmaDevices;
    private static Survey rate;
    private static Survey width;
    private static Survey mtu;
    private static Survey gid;
    private static Survey linkLayer;
    private static Survey pcie;
    private static Survey nic;
    private static Survey nccl;

    @BeforeAll
    static void read(Testbed testbed) {
        rdmaDevices = testbed.read(settingOfEachHost("configuration.rdma-devices", Setting.RDMA_PORTS));
        rate = testbed.read(settingOfEachPort("configuration.rate", Setting.RATE));
        width = testbed.read(settingOfEachPort("configuration.width", Setting.WIDTH));
        mtu = testbed.read(settingOfEachPort("configuration.mtu", Setting.ACTIVE_MTU));
        gid = testbed.read(settingOfEachPort("configuration.gid", Setting.GID));
        linkLayer = testbed.read(settingOfEachPort("configuration.link-layer", Setting.LINK_LAYER));
        pcie = testbed.read(settingOfEachPort("configuration.pcie", Setting.PCIE));
        nic = testbed.read(settingOfEachPort("configuration.nic", Setting.NIC));
        nccl = testbed.read(settingOfEachHost("configuration.nccl", Setting.NCCL));
    }

    @EachHost(criterion = "configuration.rdma-devices.expect")
    void has_its_rdma_ports(SubjectId host, Criterion expected) {
        assertThat(rdmaDevices).of(host).isWithin(expected);
    }

    @EachHost(criterion = "configuration.rdma-devices.class")
    void has_the_ports_of_its_class(SubjectId host, Criterion theClass) {
        assertThat(rdmaDevices).of(host).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.rate.expect")
    void runs_at_its_rate(SubjectId port, Criterion expected) {
        assertThat(rate).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.rate.class")
    void has_the_rate_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(rate).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.width.expect")
    void has_all_its_lanes(SubjectId port, Criterion expected) {
        assertThat(width).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.width.class")
    void has_the_lanes_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(width).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.mtu.expect")
    void has_its_rdma_mtu(SubjectId port, Criterion expected) {
        assertThat(mtu).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.mtu.class")
    void has_the_rdma_mtu_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(mtu).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.gid.expect")
    void has_a_gid_that_is_routed(SubjectId port, Criterion expected) {
        assertThat(gid).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.gid.class")
    void has_the_gids_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(gid).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.link-layer.expect")
    void has_its_link_layer(SubjectId port, Criterion expected) {
        assertThat(linkLayer).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.link-layer.class")
    void has_the_link_layer_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(linkLayer).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.nic.expect")
    void has_its_firmware(SubjectId port, Criterion expected) {
        assertThat(nic).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.nic.class")
    void has_board_and_firmware_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(nic).of(port).isWithin(theClass);
    }

    @EachPort(criterion = "configuration.pcie.expect")
    void sits_in_a_slot_that_carries_it(SubjectId port, Criterion expected) {
        assertThat(pcie).of(port).isWithin(expected);
    }

    @EachPort(criterion = "configuration.pcie.class")
    void sits_in_a_slot_of_its_class(SubjectId port, Criterion theClass) {
        assertThat(pcie).of(port).isWithin(theClass);
    }

    @EachHost(criterion = "configuration.nccl.expect")
    void sets_nothing_for_nccl_that_does_something_else(SubjectId host, Criterion expected) {
        assertThat(nccl).of(host).isWithin(expected);
    }

    @EachHost(criterion = "configuration.nccl.class")
    void sets_for_nccl_what_its_class_sets(SubjectId host, Criterion theClass) {
        assertThat(nccl).of(host).isWithin(theClass);
    }
}
