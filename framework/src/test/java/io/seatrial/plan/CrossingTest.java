package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrossingTest {
    /** 32 hosts of one port, 8 to each of 4 leaves. */
    private static final Cluster RACKS = Fabrics.racks(32, 8, 1, 2, 4);

    private static GroupRound first(GroupPlan plan) {
        return plan.rounds().get(0);
    }

    @Test
    void a_ring_has_a_flow_from_each_rank_to_the_next_and_back_to_the_first() {
        Cluster cluster = Fabrics.railOptimised(3, 3, 1, 1, 1, 0);
        GroupRound round = first(Groups.everybody().plan(cluster, RankKind.NIC));

        assertThat(new Crossing(cluster).flows(round, RankKind.NIC))
                .extracting(Flow::id)
                .containsExactly(
                        "gpu-0001/mlx5_0>gpu-0002/mlx5_0",
                        "gpu-0002/mlx5_0>gpu-0003/mlx5_0",
                        "gpu-0003/mlx5_0>gpu-0001/mlx5_0");
    }

    @Test
    void two_ranks_have_a_flow_in_each_direction_and_both_cross_the_uplinks() {
        Cluster cluster = Fabrics.railOptimised(2, 1, 1, 1, 1, 1);
        Group pair = first(Groups.halves().plan(cluster, RankKind.NIC)).groups().get(0);

        List<Flow> flows = new Crossing(cluster).flows(pair, RankKind.NIC);

        assertThat(flows)
                .extracting(Flow::id)
                .containsExactly("gpu-0001/mlx5_0>gpu-0002/mlx5_0", "gpu-0002/mlx5_0>gpu-0001/mlx5_0");
        assertThat(flows)
                .allSatisfy(flow -> assertThat(flow.certain())
                        .extracting(Link::tier)
                        .containsExactlyInAnyOrder(
                                "host-leaf", "host-leaf", "leaf-spine", "leaf-spine", "spine-core", "spine-core"));
    }

    @Test
    void gpus_have_a_ring_over_the_hosts_for_each_rail_and_none_within_a_host() {
        Cluster cluster = Fabrics.railOptimised(3, 3, 2, 1, 1, 0);
        Crossing crossing = new Crossing(cluster);

        assertThat(crossing.flows(first(Groups.everybody().plan(cluster, RankKind.GPU)), RankKind.GPU))
                .hasSize(6)
                .allMatch(flow -> flow.from().rail().equals(flow.to().rail()));
        assertThat(crossing.flows(first(Groups.withinEachHost().plan(cluster, RankKind.GPU)), RankKind.GPU))
                .isEmpty();
    }

    @Test
    void a_ring_in_the_order_of_the_leaves_leaves_them_with_one_flow_of_m() {
        Crossing crossing = new Crossing(RACKS);
        GroupRound round = first(Groups.everybody().plan(RACKS, RankKind.NIC));

        assertThat(crossing.leaving(crossing.flows(round, RankKind.NIC)))
                .hasSize(4)
                .allSatisfy((leaf, share) -> assertThat(share).isEqualTo(1.0 / 8));
    }

    @Test
    void a_ring_in_random_order_leaves_them_with_n_minus_m_of_n_minus_one() {
        Crossing crossing = new Crossing(RACKS);
        double sum = 0;
        for (long seed = 0; seed < 200; seed++) {
            GroupRound round = first(RandomOrder.ofEverybody(seed).plan(RACKS, RankKind.NIC));
            sum += crossing.leaving(crossing.flows(round, RankKind.NIC)).values().stream()
                    .mapToDouble(share -> share)
                    .average()
                    .orElseThrow();
        }
        assertThat(sum / 200).isCloseTo((32.0 - 8) / (32 - 1), within(0.02));
    }

    @Test
    void halves_leave_their_leaves_altogether() {
        Crossing crossing = new Crossing(RACKS);
        GroupRound round = first(Groups.halves().plan(RACKS, RankKind.NIC));

        assertThat(round.groups()).hasSize(16);
        assertThat(crossing.leaving(crossing.flows(round, RankKind.NIC)))
                .hasSize(4)
                .allSatisfy((leaf, share) -> assertThat(share).isEqualTo(1.0));
    }
}
