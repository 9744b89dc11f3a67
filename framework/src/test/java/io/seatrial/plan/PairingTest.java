package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairingTest {
    private static final Cluster FOUR_BY_TWO = Fabrics.railOptimised(4, 4, 2, 2, 1, 0);

    /** Fabrics drawn by a seed: pods with and without cores, racks, odd numbers, few uplinks. */
    static Stream<Cluster> fabrics() {
        Random random = new Random(20260101);
        return Stream.generate(() -> {
                    int hosts = 2 + random.nextInt(14);
                    int group = 1 + random.nextInt(hosts);
                    int spines = 1 + random.nextInt(3);
                    int uplinks = 1 + random.nextInt(2);
                    Cluster cluster = random.nextInt(3) == 0
                            ? Fabrics.racks(hosts, group, 1 + random.nextInt(3), spines, uplinks)
                            : Fabrics.railOptimised(
                                    hosts, group, 1 + random.nextInt(4), spines, uplinks, 1 + random.nextInt(2));
                    return Fabrics.oversubscribed(cluster, 1 + random.nextInt(3));
                })
                .limit(25);
    }

    @Test
    void four_hosts_with_two_rails_meet_in_three_rounds_of_four_flows() {
        List<Round> rounds = Patterns.everyPairWithinRail().rounds(FOUR_BY_TWO);

        assertThat(rounds).hasSize(3);
        assertThat(rounds.get(0).flows())
                .extracting(Flow::id)
                .containsExactly(
                        "gpu-0001/mlx5_0>gpu-0004/mlx5_0",
                        "gpu-0001/mlx5_1>gpu-0004/mlx5_1",
                        "gpu-0002/mlx5_0>gpu-0003/mlx5_0",
                        "gpu-0002/mlx5_1>gpu-0003/mlx5_1");
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void every_pair_within_a_rail_comes_once_and_every_round_keeps_the_rules(Cluster cluster) {
        List<Round> rounds = Patterns.everyPairWithinRail().rounds(cluster);

        new RoundRules(cluster).check(rounds);
        assertThat(unordered(rounds))
                .doesNotHaveDuplicates()
                .hasSameElementsAs(expected(cluster, PairScope.WITHIN_RAIL));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void every_pair_across_rails_comes_once_and_every_round_keeps_the_rules(Cluster cluster) {
        List<Round> rounds = Patterns.acrossRails().rounds(cluster);

        new RoundRules(cluster).check(rounds);
        assertThat(unordered(rounds))
                .doesNotHaveDuplicates()
                .hasSameElementsAs(expected(cluster, PairScope.ACROSS_RAILS));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void every_pair_within_a_leaf_comes_once_and_every_round_keeps_the_rules(Cluster cluster) {
        List<Round> rounds = Patterns.withinLeaf().rounds(cluster);

        new RoundRules(cluster).check(rounds);
        assertThat(unordered(rounds))
                .doesNotHaveDuplicates()
                .hasSameElementsAs(expected(cluster, PairScope.WITHIN_LEAF));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void every_pair_across_leaves_comes_once_and_every_round_keeps_the_rules(Cluster cluster) {
        List<Round> rounds = Patterns.acrossLeaves().rounds(cluster);

        new RoundRules(cluster).check(rounds);
        assertThat(unordered(rounds))
                .doesNotHaveDuplicates()
                .hasSameElementsAs(expected(cluster, PairScope.ACROSS_LEAVES));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void the_order_of_the_file_does_not_matter(Cluster cluster) {
        for (Pairing pattern : List.of(
                Patterns.everyPairWithinRail(),
                Patterns.acrossLeaves().atMost(2).seed(7))) {
            assertThat(RoundRules.ids(pattern.rounds(Fabrics.shuffled(cluster, 3))))
                    .isEqualTo(RoundRules.ids(pattern.rounds(cluster)));
        }
    }

    @Test
    void at_most_takes_whole_meetings_so_that_every_host_gets_one_new_partner_a_round() {
        Cluster cluster = Fabrics.railOptimised(16, 16, 2, 1, 1, 0);

        Plan plan = Patterns.everyPairWithinRail().atMost(3).seed(1).plan(cluster);

        assertThat(plan.rounds()).hasSize(3).allMatch(round -> round.flows().size() == 16);
        assertThat(unordered(plan.rounds())).doesNotHaveDuplicates();
        assertThat(plan.notes())
                .containsExactly(
                        "every pair within a rail cut at 3 rounds (seed 1): up to 12 meetings of all hosts left out");
    }

    @Test
    void the_seed_chooses_the_rounds_and_the_same_seed_chooses_the_same() {
        Cluster cluster = Fabrics.railOptimised(32, 32, 2, 1, 1, 0);
        Set<List<String>> plans = new HashSet<>();
        for (long seed = 0; seed < 10; seed++) {
            List<String> first = RoundRules.ids(
                    Patterns.everyPairWithinRail().atMost(2).seed(seed).rounds(cluster));
            assertThat(RoundRules.ids(
                            Patterns.everyPairWithinRail().atMost(2).seed(seed).rounds(cluster)))
                    .isEqualTo(first);
            plans.add(first);
        }
        assertThat(plans).hasSizeGreaterThan(5);
    }

    @Test
    void across_rails_brings_new_partners_before_it_repeats_one() {
        Cluster cluster = Fabrics.railOptimised(8, 8, 4, 4, 8, 0);

        List<Round> rounds = Patterns.acrossRails().atMost(7).rounds(cluster);

        Set<Set<String>> partners = new HashSet<>();
        rounds.forEach(round -> round.flows()
                .forEach(flow ->
                        partners.add(Set.of(flow.from().host(), flow.to().host()))));
        assertThat(rounds).hasSize(7);
        assertThat(partners).hasSize(28);
    }

    @Test
    void a_meeting_that_takes_more_rounds_than_allowed_says_so() {
        Cluster cluster = Fabrics.railOptimised(8, 8, 2, 1, 1, 0);

        Plan plan = Patterns.acrossLeaves().atMost(2).plan(cluster);

        assertThat(plan.rounds()).hasSize(2);
        assertThat(plan.notes())
                .containsExactly(
                        "every pair across leaves cut at 2 rounds (seed 0): one meeting of all hosts takes 8 rounds, up to 12 more left out");
    }

    @Test
    void two_uplinks_carry_two_flows_between_a_pair_of_leaves_at_once() {
        List<Round> rounds = Patterns.acrossLeaves().rounds(FOUR_BY_TWO);

        assertThat(rounds).hasSize(3).allMatch(round -> round.flows().size() == 4);
    }

    @Test
    void declared_oversubscription_lets_more_flows_run_at_once() {
        Cluster narrow = Fabrics.railOptimised(8, 8, 2, 2, 1, 0);

        assertThat(Patterns.acrossLeaves().rounds(narrow).size()).isEqualTo(7 * 2);
        assertThat(Patterns.acrossLeaves()
                        .rounds(Fabrics.oversubscribed(narrow, 2))
                        .size())
                .isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void fewer_than_two_hosts_give_no_rounds_and_say_so(int hosts) {
        Plan plan = Patterns.everyPairWithinRail().plan(Fabrics.railOptimised(hosts, 4, 2, 1, 1, 0));

        assertThat(plan.rounds()).isEmpty();
        assertThat(plan.notes())
                .containsExactly("cluster railed has " + hosts + " host(s): every pair within a rail needs 2 or more");
    }

    @Test
    void pairs_that_nothing_joins_are_counted_with_an_example_and_not_silently_missing() {
        Plan plan = Patterns.acrossRails().plan(Fabrics.railOptimised(3, 3, 2, 0, 0, 0));

        assertThat(plan.rounds()).isEmpty();
        assertThat(plan.notes())
                .containsExactlyInAnyOrder(
                        "not measured: gpu-0002/mlx5_0 > gpu-0003/mlx5_1: no spine and no core joins leaf-1-0 and leaf-1-1 (and 2 more pairs of these leaves)",
                        "not measured: gpu-0002/mlx5_1 > gpu-0003/mlx5_0: no spine and no core joins leaf-1-1 and leaf-1-0 (and 2 more pairs of these leaves)");
    }

    @Test
    void a_scope_that_no_pair_fits_says_so() {
        Plan plan = Patterns.acrossLeaves().plan(Fabrics.railOptimised(4, 4, 1, 1, 1, 0));

        assertThat(plan.rounds()).isEmpty();
        assertThat(plan.notes()).containsExactly("no pair of hosts fits every pair across leaves");
    }

    @Test
    void a_limit_below_one_is_refused() {
        assertThatThrownBy(() -> Patterns.acrossLeaves().atMost(0)).hasMessageContaining("got 0");
    }

    private static List<String> unordered(List<Round> rounds) {
        return rounds.stream()
                .flatMap(round -> round.flows().stream())
                .map(flow -> String.join(
                        " ", new TreeSet<>(List.of(flow.from().id(), flow.to().id()))))
                .toList();
    }

    /** All pairs by definition: two loops over the ports. */
    private static Set<String> expected(Cluster cluster, PairScope scope) {
        RoundRules rules = new RoundRules(cluster);
        Set<String> pairs = new HashSet<>();
        for (RdmaPort a : cluster.ports()) {
            for (RdmaPort b : cluster.ports()) {
                if (a.host().compareTo(b.host()) < 0 && asked(scope, rules, a, b)) {
                    pairs.add(a.id() + " " + b.id());
                }
            }
        }
        return pairs;
    }

    private static boolean asked(PairScope scope, RoundRules rules, RdmaPort a, RdmaPort b) {
        boolean sameRail = a.device().equals(b.device());
        boolean sameLeaf = rules.leaf(a).equals(rules.leaf(b));
        return switch (scope) {
            case WITHIN_RAIL -> sameRail;
            case ACROSS_RAILS -> !sameRail;
            case WITHIN_LEAF -> sameRail && sameLeaf;
            case ACROSS_LEAVES -> !sameLeaf;
        };
    }
}
