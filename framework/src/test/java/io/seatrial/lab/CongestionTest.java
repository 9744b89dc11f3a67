package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.End;
import io.seatrial.inventory.LabQos;
import io.seatrial.inventory.LabSettings;
import io.seatrial.lab.PauseMeter.Paused;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What switches mark and pause of real traffic; 80 Mb/s, so that other load on the machine does not matter. */
@Timeout(60)
class CongestionTest {
    private static final long RATE = 80_000_000;
    private static final long MUCH = 8_000_000;
    private static final int KIB = 1024;

    private final FabricStand stand = new FabricStand();

    @BeforeEach
    void congested() {
        stand.cluster = VirtualCluster.with(RATE, VirtualCluster.CONGESTED);
    }

    @AfterEach
    void close_all() throws Exception {
        stand.close();
    }

    private LinkSide up(int host) {
        return stand.topology.side(new End("gpu-0" + host, "mlx5_0"), new End("leaf-1", "Ethernet" + host));
    }

    private LinkSide down(int host) {
        return stand.topology.side(new End("leaf-1", "Ethernet" + host), new End("gpu-0" + host, "mlx5_0"));
    }

    private static Paused paused(LinkSide side) {
        return side.paused(System.nanoTime());
    }

    private void incast(long bytes) throws IOException {
        List<AtomicLong> flows = List.of(
                stand.stream("gpu-01/mlx5_0", "gpu-04/mlx5_0"),
                stand.stream("gpu-02/mlx5_0", "gpu-04/mlx5_0"),
                stand.stream("gpu-03/mlx5_0", "gpu-04/mlx5_0"));
        for (AtomicLong flow : flows) {
            FabricStand.await(flow, bytes);
        }
    }

    private static double ratio(LinkSide side) {
        return (double) side.counts().marked(3) / side.counts().packets(3);
    }

    @Test
    void pairs_at_full_rate_mark_nothing_and_pause_nothing() throws IOException {
        stand.start();
        AtomicLong one = stand.stream("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        AtomicLong other = stand.stream("gpu-03/mlx5_0", "gpu-04/mlx5_0");
        AtomicLong across = stand.stream("gpu-02/mlx5_0", "gpu-01/mlx5_1");
        for (AtomicLong flow : List.of(one, other, across)) {
            FabricStand.await(flow, MUCH);
        }
        for (LinkSide side : stand.topology.sides()) {
            assertThat(side.counts().marked(3)).as(side.toString()).isZero();
            assertThat(paused(side)).as(side.toString()).isEqualTo(Paused.NEVER);
            assertThat(side.counts().lost(3)).as(side.toString()).isZero();
        }
        assertThat(down(2).counts().bytes(3)).isGreaterThanOrEqualTo(MUCH);
    }

    @Test
    void three_into_one_are_marked_at_that_port_alone_and_the_nics_tell_each_other() throws IOException {
        stand.start();
        incast(MUCH / 3);
        assertThat(ratio(down(4))).isBetween(0.01, 0.9);
        assertThat(stand.topology.sides().stream().filter(side -> side.counts().marked(3) > 0))
                .containsExactly(down(4));
        assertThat(down(4).counts().lost(3)).isZero();
        RdmaEvents receiver = down(4).events();
        assertThat(receiver.marked())
                .isPositive()
                .isLessThanOrEqualTo(down(4).counts().marked(3));
        assertThat(receiver.notifications()).isBetween(1L, receiver.marked());
        assertThat(up(1).events().notifications()
                        + up(2).events().notifications()
                        + up(3).events().notifications())
                .isCloseTo(receiver.notifications(), org.assertj.core.data.Offset.offset(3L));
    }

    @Test
    void three_into_one_are_paused_where_xoff_is_low() throws IOException {
        LabQos low = new LabQos(32 * KIB, 48 * KIB, 0.1, 64 * KIB, 32 * KIB);
        stand.cluster = VirtualCluster.with(RATE, new LabSettings(2_000_000, 256 * KIB, Optional.of(low)));
        stand.start();
        incast(MUCH / 3);
        for (int sender = 1; sender <= 3; sender++) {
            assertThat(paused(up(sender)).transitions()).isPositive();
            assertThat(paused(up(sender)).nanos()).isPositive();
        }
        assertThat(paused(up(4)).nanos()).isZero();
        assertThat(down(4).counts().lost(3)).isZero();
    }

    @Test
    void a_stuck_receiver_pauses_its_leaf_and_the_pause_reaches_the_sender_and_its_other_flow() throws IOException {
        stand.start("pfc-storm:gpu-02/mlx5_0");
        stand.stream("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        AtomicLong victim = stand.stream("gpu-01/mlx5_0", "gpu-03/mlx5_0");
        Awaitility.await()
                .atMost(20, TimeUnit.SECONDS)
                .until(() -> paused(up(1)).nanos() > TimeUnit.SECONDS.toNanos(1));
        Paused storm = paused(down(2));
        assertThat(storm.nanos()).isGreaterThan(TimeUnit.SECONDS.toNanos(1));
        assertThat(down(2).stalls(System.nanoTime())).isPositive();
        assertThat(paused(up(3))).isEqualTo(Paused.NEVER);
        assertThat(victim.get()).isLessThan(MUCH / 4);
    }

    @Test
    void a_stuck_receiver_across_the_spine_pauses_it_hop_by_hop() throws IOException {
        stand.start("pfc-storm:gpu-02/mlx5_1");
        stand.stream("gpu-01/mlx5_0", "gpu-02/mlx5_1");
        Awaitility.await()
                .atMost(30, TimeUnit.SECONDS)
                .until(() -> paused(up(1)).nanos() > 0);
        assertThat(stand.topology.sides().stream()
                        .filter(side -> paused(side).nanos() > 0)
                        .map(side -> side.toString()
                                .replaceAll("spine-[12]", "spine")
                                .replaceAll("/[^>]*", "")))
                .containsExactlyInAnyOrder("gpu-01>leaf-1", "leaf-1>spine", "spine>leaf-2", "leaf-2>gpu-02");
    }

    @Test
    void a_leaf_with_ecn_off_marks_nothing_of_an_incast() throws IOException {
        stand.start("ecn-off:leaf-1");
        incast(MUCH / 3);
        assertThat(down(4).counts().marked(3)).isZero();
        assertThat(down(4).egress().orElseThrow().watermark(System.nanoTime()))
                .isGreaterThan(VirtualCluster.CONGESTED.qos().orElseThrow().kmin());
    }

    @Test
    void a_leaf_with_a_low_kmin_marks_a_lone_flow_at_full_rate() throws IOException {
        stand.start("ecn-high:leaf-1");
        FabricStand.await(stand.stream("gpu-01/mlx5_0", "gpu-02/mlx5_0"), MUCH);
        assertThat(ratio(down(2))).isGreaterThan(0.01);
    }

    @Test
    void a_lossy_class_loses_packets_of_an_incast_and_the_nics_send_them_again() throws IOException {
        stand.start("lossy-class:leaf-1");
        incast(MUCH / 3);
        assertThat(down(4).counts().lost(3)).isPositive();
        assertThat(down(4).events().lost()).isPositive();
        assertThat(up(1).events().lost()).isPositive();
        assertThat(paused(up(1))).isEqualTo(Paused.NEVER);
    }

    @Test
    void a_nic_of_the_wrong_dscp_fills_queue_0_all_the_way() throws IOException {
        stand.start("dscp-mismatch:gpu-01/mlx5_0");
        FabricStand.await(stand.stream("gpu-01/mlx5_0", "gpu-02/mlx5_0"), MUCH);
        for (LinkSide side : List.of(up(1), down(2))) {
            assertThat(side.counts().bytes(0)).isGreaterThanOrEqualTo(MUCH);
            assertThat(side.counts().bytes(3)).isZero();
        }
    }

    @Test
    void a_flapping_link_is_down_for_a_moment_and_carries_on() throws IOException {
        stand.start("flapping-link:gpu-02/mlx5_0");
        AtomicLong flow = stand.stream("gpu-01/mlx5_0", "gpu-02/mlx5_0");
        Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> down(2).outages(System.nanoTime()) >= 2);
        FabricStand.await(flow, flow.get() + MUCH);
        assertThat(up(2).outages(System.nanoTime())).isGreaterThanOrEqualTo(2);
        assertThat(up(1).outages(System.nanoTime())).isZero();
    }

    @Test
    void a_link_with_bit_errors_counts_them_at_the_receiving_end_of_its_traffic() throws IOException {
        stand.start("bit-errors:gpu-02/mlx5_0");
        FabricStand.await(stand.stream("gpu-01/mlx5_0", "gpu-02/mlx5_0"), MUCH);
        assertThat(down(2).damaged()).isBetween(MUCH / 4096 / 100, 2 * MUCH / 4096 / 100 + 10);
        assertThat(up(1).damaged()).isZero();
    }
}
