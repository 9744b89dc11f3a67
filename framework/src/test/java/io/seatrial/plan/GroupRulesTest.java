package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pattern over fabrics drawn by a seed, against the definition of what it must give. */
class GroupRulesTest {
    static List<GroupPattern> patterns() {
        return List.of(
                Groups.withinEachHost(),
                Groups.pairsOfHosts(),
                Groups.eachRail(),
                Groups.eachLeaf(),
                Groups.eachPod(),
                Groups.everybody(),
                Groups.halves());
    }

    /** With and without spines and cores, racks, odd numbers, few uplinks; every second one with ports and GPUs missing. */
    static Stream<Cluster> fabrics() {
        Random random = new Random(20260202);
        return Stream.generate(() -> {
                    int hosts = 1 + random.nextInt(11);
                    int group = 1 + random.nextInt(hosts);
                    int spines = random.nextInt(3);
                    int ports = 1 + random.nextInt(4);
                    Cluster cluster = random.nextInt(3) == 0
                            ? Fabrics.racks(hosts, group, ports, spines, 1 + random.nextInt(2))
                            : Fabrics.railOptimised(
                                    hosts, group, ports, spines, 1 + random.nextInt(2), random.nextInt(3));
                    return random.nextBoolean() ? cluster : GroupRules.thinned(cluster, random.nextLong());
                })
                .limit(120);
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void no_port_is_twice_in_a_round_and_the_ranks_of_a_group_reach_each_other(Cluster cluster) {
        GroupRules rules = new GroupRules(cluster);
        for (GroupPattern pattern : patterns()) {
            rules.check(pattern.plan(cluster, RankKind.NIC), RankKind.NIC);
        }
        for (Group group : groups(Groups.everybody().plan(cluster, RankKind.NIC))) {
            rules.check(Groups.edges(group, RankKind.NIC), RankKind.NIC);
        }
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void no_gpu_is_twice_in_a_round_and_the_hosts_of_a_group_reach_each_other(Cluster cluster) {
        // dropped ports shift the positions that stand for rails, while these rules go by the device
        GroupRules rules = new GroupRules(GroupRules.withoutGaps(cluster));
        for (GroupPattern pattern : patterns()) {
            rules.check(pattern.plan(GroupRules.withoutGaps(cluster), RankKind.GPU), RankKind.GPU);
        }
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void everyone_is_in_a_group_or_in_a_note(Cluster cluster) {
        GroupRules rules = new GroupRules(cluster);
        for (GroupPattern pattern : patterns()) {
            for (RankKind kind : RankKind.values()) {
                GroupPlan plan = pattern.plan(cluster, kind);
                boolean noParts =
                        plan.notes().size() == 1 && plan.notes().get(0).endsWith("expected 2 parts or more");
                if (!noParts) {
                    rules.everyoneIsInAGroupOrInANote(plan, kind);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void the_order_of_the_file_does_not_matter(Cluster cluster) {
        for (GroupPattern pattern : patterns()) {
            for (RankKind kind : RankKind.values()) {
                assertThat(GroupRules.lines(pattern.plan(Fabrics.shuffled(cluster, 11), kind)))
                        .isEqualTo(GroupRules.lines(pattern.plan(cluster, kind)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void every_pair_of_hosts_that_a_rail_joins_comes_once_for_each_such_rail(Cluster thinned) {
        Cluster cluster = GroupRules.withoutGaps(thinned);
        GroupRules rules = new GroupRules(cluster);
        Set<String> expected = new HashSet<>();
        for (List<RdmaPort> lane : rules.byDevice().values()) {
            for (RdmaPort a : lane) {
                lane.stream()
                        .filter(b -> a.host().compareTo(b.host()) < 0 && rules.reaches(a, b))
                        .forEach(b -> expected.add(a.id() + " " + b.id()));
            }
        }
        List<Group> groups = groups(Groups.pairsOfHosts().plan(cluster, RankKind.NIC));

        assertThat(groups)
                .extracting(group -> String.join(" ", new TreeSet<>(GroupRules.ids(group))))
                .doesNotHaveDuplicates()
                .hasSameElementsAs(expected);
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void pairs_of_hosts_that_run_at_once_fit_the_uplinks(Cluster cluster) {
        new GroupRules(cluster).fitsTheUplinks(Groups.pairsOfHosts().plan(cluster, RankKind.NIC));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void a_ring_of_everybody_enters_and_leaves_each_leaf_once(Cluster cluster) {
        GroupRules rules = new GroupRules(cluster);
        Crossing crossing = new Crossing(cluster);
        for (Group group : groups(Groups.everybody().plan(cluster, RankKind.NIC))) {
            Map<Set<String>, Integer> leaving = new HashMap<>();
            crossing.flows(group, RankKind.NIC).stream()
                    .filter(flow -> !rules.sameLeaf(flow.from(), flow.to()))
                    .forEach(flow -> leaving.merge(rules.leaves(flow.from()), 1, Integer::sum));
            assertThat(leaving.values()).allMatch(count -> count == 1);
        }
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void what_runs_on_a_leaf_or_in_a_pod_stays_there(Cluster cluster) {
        Crossing crossing = new Crossing(cluster);
        for (Group group : groups(Groups.eachLeaf().plan(cluster, RankKind.NIC))) {
            assertThat(crossing.flows(group, RankKind.NIC)).allMatch(flow -> flow.pathClass() == PathClass.WITHIN_LEAF);
        }
        for (Group group : groups(Groups.eachPod().plan(cluster, RankKind.NIC))) {
            assertThat(crossing.flows(group, RankKind.NIC))
                    .allMatch(flow -> flow.pathClass() != PathClass.ACROSS_SPINES);
        }
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void halves_all_cross_and_are_as_many_as_trying_everything_finds(Cluster cluster) {
        GroupRules rules = new GroupRules(cluster);
        List<Group> pairs = groups(Groups.halves().plan(cluster, RankKind.NIC));

        assertThat(pairs)
                .allMatch(
                        pair -> rules.mayPair(pair.ranks().get(0), pair.ranks().get(1)));
        rules.mostPairs().ifPresent(most -> assertThat(pairs).hasSize(most));
    }

    static List<Group> groups(GroupPlan plan) {
        List<Group> groups = new ArrayList<>();
        plan.rounds().forEach(round -> groups.addAll(round.groups()));
        return groups;
    }
}
