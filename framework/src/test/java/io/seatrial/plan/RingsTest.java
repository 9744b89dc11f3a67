package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RingsTest {
    static Stream<Cluster> fabrics() {
        return PairingTest.fabrics();
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void every_port_sends_once_and_receives_once_in_one_round(Cluster cluster) {
        List<Round> rounds = Patterns.allTogether().rounds(cluster);

        assertThat(rounds).hasSize(1);
        List<Flow> flows = rounds.get(0).flows();
        assertThat(flows)
                .extracting(flow -> flow.from().id())
                .doesNotHaveDuplicates()
                .hasSize(cluster.ports().size());
        assertThat(flows)
                .extracting(flow -> flow.to().id())
                .doesNotHaveDuplicates()
                .hasSize(cluster.ports().size());
        assertThat(flows).allMatch(flow -> flow.from().rail().equals(flow.to().rail()));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void a_ring_leaves_each_leaf_once(Cluster cluster) {
        RoundRules rules = new RoundRules(cluster);
        Map<String, Integer> leaving = new HashMap<>();
        for (Flow flow : Patterns.allTogether().rounds(cluster).get(0).flows()) {
            if (!rules.leaf(flow.from()).equals(rules.leaf(flow.to()))) {
                leaving.merge(rules.leaf(flow.from()) + flow.from().device(), 1, Integer::sum);
            }
        }
        assertThat(leaving.values()).allMatch(count -> count == 1);
    }

    @Test
    void leaves_that_nothing_joins_have_rings_of_their_own() {
        Cluster cluster = Fabrics.railOptimised(6, 3, 1, 0, 0, 0);

        assertThat(RoundRules.ids(Patterns.allTogether().rounds(cluster)))
                .containsExactly(
                        "gpu-0001/mlx5_0>gpu-0002/mlx5_0",
                        "gpu-0002/mlx5_0>gpu-0003/mlx5_0",
                        "gpu-0003/mlx5_0>gpu-0001/mlx5_0",
                        "gpu-0004/mlx5_0>gpu-0005/mlx5_0",
                        "gpu-0005/mlx5_0>gpu-0006/mlx5_0",
                        "gpu-0006/mlx5_0>gpu-0004/mlx5_0");
    }

    @Test
    void a_single_host_gives_no_round_and_says_so() {
        Plan plan = Patterns.allTogether().plan(Fabrics.railOptimised(1, 1, 1, 1, 1, 0));

        assertThat(plan.rounds()).isEmpty();
        assertThat(plan.notes())
                .containsExactly("not measured: gpu-0001/mlx5_0 has no other port in its rail that it can reach");
    }
}
