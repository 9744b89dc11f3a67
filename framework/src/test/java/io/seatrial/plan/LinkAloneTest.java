package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinkAloneTest {
    static Stream<Cluster> fabrics() {
        return PairingTest.fabrics();
    }

    @Test
    void four_hosts_with_two_rails_take_four_rounds_of_two_flows() {
        List<Round> rounds = Patterns.eachLinkAlone().rounds(Fabrics.railOptimised(4, 4, 2, 2, 1, 0));

        assertThat(rounds).hasSize(4).allMatch(round -> round.flows().size() == 2);
        assertThat(RoundRules.ids(rounds))
                .containsExactly(
                        "gpu-0001/mlx5_0>gpu-0002/mlx5_0",
                        "gpu-0003/mlx5_0>gpu-0004/mlx5_0",
                        "gpu-0002/mlx5_0>gpu-0001/mlx5_0",
                        "gpu-0004/mlx5_0>gpu-0003/mlx5_0",
                        "gpu-0001/mlx5_1>gpu-0002/mlx5_1",
                        "gpu-0003/mlx5_1>gpu-0004/mlx5_1",
                        "gpu-0002/mlx5_1>gpu-0001/mlx5_1",
                        "gpu-0004/mlx5_1>gpu-0003/mlx5_1");
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void every_port_sends_and_receives_and_no_host_does_two_things_at_once(Cluster cluster) {
        Plan plan = Patterns.eachLinkAlone().plan(cluster);

        new RoundRules(cluster).check(plan.rounds());
        Set<String> senders = new HashSet<>();
        Set<String> receivers = new HashSet<>();
        for (Round round : plan.rounds()) {
            assertThat(round.flows().stream()
                            .flatMap(flow ->
                                    Stream.of(flow.from().host(), flow.to().host()))
                            .toList())
                    .doesNotHaveDuplicates();
            round.flows().forEach(flow -> senders.add(flow.from().id()));
            round.flows().forEach(flow -> receivers.add(flow.to().id()));
        }
        assertThat(senders).hasSize(cluster.ports().size());
        assertThat(receivers).hasSize(cluster.ports().size());
        assertThat(plan.notes()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void partners_are_on_the_same_leaf_where_there_are_any(Cluster cluster) {
        RoundRules rules = new RoundRules(cluster);
        for (Round round : Patterns.eachLinkAlone().rounds(cluster)) {
            for (Flow flow : round.flows()) {
                boolean alone = isAlone(cluster, rules, flow.from().id())
                        || isAlone(cluster, rules, flow.to().id());
                assertThat(flow.pathClass() == PathClass.WITHIN_LEAF || alone)
                        .as(flow.id())
                        .isTrue();
            }
        }
    }

    private static boolean isAlone(Cluster cluster, RoundRules rules, String id) {
        var port = Fabrics.port(cluster, id);
        return cluster.ports().stream()
                        .filter(other -> other.device().equals(port.device()))
                        .filter(other -> rules.leaf(other).equals(rules.leaf(port)))
                        .count()
                == 1;
    }

    @Test
    void the_seed_chooses_partners_and_none_keeps_the_order_of_names() {
        Cluster cluster = Fabrics.railOptimised(16, 16, 1, 1, 1, 0);
        List<String> plain = RoundRules.ids(Patterns.eachLinkAlone().rounds(cluster));

        assertThat(RoundRules.ids(Patterns.eachLinkAlone().seed(5).rounds(cluster)))
                .isNotEqualTo(plain)
                .hasSameSizeAs(plain);
        assertThat(RoundRules.ids(Patterns.eachLinkAlone().rounds(Fabrics.shuffled(cluster, 9))))
                .isEqualTo(plain);
    }

    @Test
    void a_port_without_any_partner_is_named() {
        Plan plan = Patterns.eachLinkAlone().plan(Fabrics.railOptimised(1, 1, 1, 1, 1, 0));

        assertThat(plan.rounds()).isEmpty();
        assertThat(plan.notes())
                .containsExactly("not measured: gpu-0001/mlx5_0 has no port of another host that it can reach");
    }
}
