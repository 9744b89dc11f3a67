package io.seatrial.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Host;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LinkReaderTest {
    private static final OptionalLong ID = OptionalLong.of(1);
    private static final Host HOST = LocalHosts.cluster(1).hosts().get(0);
    private static final String LINK = "gpu-01/mlx5_0~leaf-1/Ethernet1";

    private static Event port(String device, int number, String state, Long rate) {
        return new Event.PortInfo(
                ID,
                device,
                number,
                Optional.empty(),
                Optional.ofNullable(state),
                Optional.empty(),
                rate == null ? OptionalLong.empty() : OptionalLong.of(rate),
                Optional.empty(),
                Optional.empty(),
                Event.PortDetails.UNKNOWN);
    }

    private static Event netdev(String name, String state, Long speed) {
        return new Event.NetdevInfo(
                ID,
                name,
                Optional.ofNullable(state),
                speed == null ? OptionalLong.empty() : OptionalLong.of(speed),
                OptionalLong.empty());
    }

    private static Contact contact(Event... info) {
        FakeRemote remote = new FakeRemote("gpu-01");
        CompletableFuture<Agent> starting = Agent.start(remote, "exec probe agent", java.time.Duration.ofSeconds(20));
        remote.only().says(Samples.events("session").get(0));
        return Contact.with(starting.join(), List.of(info));
    }

    private static Measurement read(Metric metric, Event... info) {
        List<Measurement> all = LinkReader.read(metric, HOST, contact(info));
        assertThat(all).hasSize(1);
        assertThat(all.get(0).subject().name()).isEqualTo(LINK);
        assertThat(all.get(0).metric()).isEqualTo(metric);
        return all.get(0);
    }

    private static void assertAbsent(Measurement measurement, String cause) {
        assertThat(measurement.value()).isEmpty();
        assertThat(measurement.cause().orElseThrow().key()).isEqualTo("reading.absent");
        assertThat(measurement.cause().orElseThrow().values())
                .isEqualTo(Map.of("port", "gpu-01/mlx5_0", "cause", cause));
    }

    @Test
    void an_active_port_is_up_at_its_rate() {
        Event active = port("mlx5_0", 1, "ACTIVE", 400_000_000_000L);
        assertThat(read(LinkReader.UP, active).value()).hasValue(1);
        assertThat(read(LinkReader.SPEED, active).value()).hasValue(400_000_000_000L);
        assertThat(read(LinkReader.UP, active).provenance().probe()).isEqualTo("0123456789ab");
    }

    @Test
    void every_other_state_of_a_port_is_not_up() {
        assertThat(read(LinkReader.UP, port("mlx5_0", 1, "DOWN", null)).value()).hasValue(0);
        assertThat(read(LinkReader.UP, port("mlx5_0", 1, "INIT", null)).value()).hasValue(0);
        assertThat(read(LinkReader.UP, port("mlx5_0", 1, "ARMED", null)).value())
                .hasValue(0);
    }

    @Test
    void the_rdma_port_counts_before_the_interface() {
        Event[] both = {netdev("eth0", "up", 1L), port("mlx5_0", 1, "DOWN", 2L)};
        assertThat(read(LinkReader.UP, both).value()).hasValue(0);
        assertThat(read(LinkReader.SPEED, both).value()).hasValue(2);
    }

    @Test
    void a_port_without_rdma_device_is_read_from_its_interface() {
        assertThat(read(LinkReader.UP, netdev("eth0", "up", 25L)).value()).hasValue(1);
        assertThat(read(LinkReader.SPEED, netdev("eth0", "up", 25L)).value()).hasValue(25);
        assertThat(read(LinkReader.UP, netdev("eth0", "down", null)).value()).hasValue(0);
        assertThat(read(LinkReader.UP, netdev("eth0", "lowerlayerdown", null)).value())
                .hasValue(0);
    }

    @Test
    void what_the_rdma_device_leaves_out_is_read_from_the_interface() {
        Event[] both = {port("mlx5_0", 1, null, null), netdev("eth0", "up", 25L)};
        assertThat(read(LinkReader.UP, both).value()).hasValue(1);
        assertThat(read(LinkReader.SPEED, both).value()).hasValue(25);
    }

    @Test
    void other_devices_other_ports_and_other_interfaces_say_nothing() {
        assertAbsent(
                read(
                        LinkReader.UP,
                        port("mlx5_1", 1, "ACTIVE", 1L),
                        port("mlx5_0", 2, "ACTIVE", 1L),
                        netdev("eth1", "up", 1L)),
                "neither the RDMA device nor the network interface tells it");
    }

    @Test
    void nothing_said_is_absent_and_never_down() {
        String cause = "neither the RDMA device nor the network interface tells it";
        assertAbsent(read(LinkReader.UP), cause);
        assertAbsent(read(LinkReader.UP, netdev("eth0", null, null)), cause);
        assertAbsent(read(LinkReader.UP, netdev("eth0", "unknown", 1L)), cause);
        assertAbsent(read(LinkReader.SPEED, netdev("eth0", "up", null)), cause);
        assertAbsent(read(LinkReader.SPEED, port("mlx5_0", 1, "ACTIVE", null)), cause);
    }

    @Test
    void a_host_without_contact_leaves_its_links_absent_with_the_cause() {
        Contact none = Contact.none("gpu-01", new IllegalStateException("no route to host"));
        List<Measurement> all = LinkReader.read(LinkReader.UP, HOST, none);
        assertThat(all).hasSize(1);
        assertAbsent(all.get(0), "no route to host");
        assertThat(all.get(0).provenance().probe()).isEqualTo("none");
    }

    @Test
    void a_failure_without_a_message_is_no_contact_either() {
        Contact none = Contact.none("gpu-01", new NullPointerException());
        assertThat(none.whyNot()).contains("java.lang.NullPointerException");
        assertAbsent(LinkReader.read(LinkReader.UP, HOST, none).get(0), "java.lang.NullPointerException");
    }

    @Test
    void every_link_of_a_port_is_read() {
        Host bonded = LocalHosts.bonded();
        List<String> names = new ArrayList<>();
        LinkReader.read(LinkReader.UP, bonded, contact())
                .forEach(m -> names.add(m.subject().name()));
        assertThat(names).containsExactly("gpu-01/mlx5_0~leaf-1/Ethernet1", "gpu-01/mlx5_0~leaf-2/Ethernet1");
    }
}
