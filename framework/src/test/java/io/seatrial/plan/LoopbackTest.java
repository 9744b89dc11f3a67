package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoopbackTest {
    static Stream<Cluster> fabrics() {
        return PairingTest.fabrics();
    }

    @Test
    void eight_ports_of_a_host_on_one_leaf_meet_in_seven_rounds() {
        List<Round> rounds = Patterns.throughTheSwitch().rounds(Fabrics.racks(3, 3, 8, 2, 4));

        assertThat(rounds).hasSize(7).allMatch(round -> round.flows().size() == 3 * 4);
        assertThat(new TreeSet<>(RoundRules.ids(rounds))).hasSize(3 * 28);
    }

    @Test
    void a_flow_crosses_the_links_of_both_ports_and_no_other_host() {
        List<Round> rounds = Patterns.throughTheSwitch().rounds(Fabrics.railOptimised(2, 2, 2, 2, 2, 0));

        assertThat(RoundRules.ids(rounds))
                .containsExactly("gpu-0001/mlx5_0>gpu-0001/mlx5_1", "gpu-0002/mlx5_0>gpu-0002/mlx5_1");
        Flow flow = rounds.get(0).flows().get(0);
        assertThat(flow.pathClass()).isEqualTo(PathClass.ACROSS_LEAVES);
        assertThat(flow.certain()).extracting(link -> link.a().node()).containsExactly("gpu-0001", "gpu-0001");
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void every_round_keeps_the_rules_and_every_pair_of_a_host_meets_once(Cluster cluster) {
        List<Round> rounds = Patterns.throughTheSwitch().rounds(cluster);

        new RoundRules(cluster).check(rounds);
        assertThat(RoundRules.ids(rounds)).doesNotHaveDuplicates();
        rounds.forEach(round -> round.flows()
                .forEach(flow ->
                        assertThat(flow.from().host()).isEqualTo(flow.to().host())));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void the_order_of_the_file_changes_nothing(Cluster cluster) {
        assertThat(RoundRules.ids(Patterns.throughTheSwitch().rounds(Fabrics.shuffled(cluster, 7))))
                .isEqualTo(RoundRules.ids(Patterns.throughTheSwitch().rounds(cluster)));
    }

    @Test
    void hosts_with_a_single_port_are_named_once_and_not_silently_left_out() {
        Plan plan = Patterns.throughTheSwitch().plan(Fabrics.racks(5, 5, 1, 2, 2));

        assertThat(plan.rounds()).isEmpty();
        assertThat(plan.notes())
                .containsExactly("not measured: gpu-0001/mlx5_0 and 4 more ports have no other port of the same host"
                        + " to talk to");
    }
}
