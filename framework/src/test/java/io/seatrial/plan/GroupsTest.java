package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GroupsTest {
    /** Two pods of two hosts with two rails, a spine each, and two cores above. */
    private static final Cluster PODS = Fabrics.railOptimised(4, 2, 2, 1, 2, 2);

    @TempDir
    Path folder;

    @Test
    void within_each_host_all_hosts_run_at_once_over_their_ports() {
        GroupPlan plan = Groups.withinEachHost().plan(PODS, RankKind.NIC);

        assertThat(GroupRules.lines(plan))
                .containsExactly(
                        "0 within gpu-0001 [gpu-0001/mlx5_0, gpu-0001/mlx5_1]",
                        "0 within gpu-0002 [gpu-0002/mlx5_0, gpu-0002/mlx5_1]",
                        "0 within gpu-0003 [gpu-0003/mlx5_0, gpu-0003/mlx5_1]",
                        "0 within gpu-0004 [gpu-0004/mlx5_0, gpu-0004/mlx5_1]");
    }

    @Test
    void ports_of_a_host_that_nothing_joins_make_no_group_and_are_told() {
        GroupPlan plan = Groups.withinEachHost().plan(Fabrics.railOptimised(2, 2, 2, 0, 0, 0), RankKind.NIC);

        assertThat(plan.rounds()).isEmpty();
        assertThat(plan.notes())
                .containsExactly(
                        "not measured: gpu-0001/mlx5_0 and 3 more have no other port of the same host that it can reach");
    }

    @Test
    void every_pair_of_hosts_comes_once_with_all_its_rails_in_one_round() {
        GroupPlan plan = Groups.pairsOfHosts().plan(PODS, RankKind.NIC);

        assertThat(plan.rounds()).hasSize(3);
        assertThat(plan.rounds().get(0).groups())
                .extracting(Group::name)
                .containsExactly(
                        "gpu-0001+gpu-0004 rail 0",
                        "gpu-0001+gpu-0004 rail 1",
                        "gpu-0002+gpu-0003 rail 0",
                        "gpu-0002+gpu-0003 rail 1");
        assertThat(GroupRules.names(plan)).hasSize(12);
        assertThat(plan.notes()).isEmpty();
    }

    @Test
    void a_single_uplink_lets_one_pair_of_hosts_cross_at_a_time() {
        GroupPlan plan = Groups.pairsOfHosts().plan(Fabrics.railOptimised(4, 2, 2, 1, 1, 1), RankKind.NIC);

        // two meetings cross the pods, each of two pairs: one after the other; one meeting stays within them
        assertThat(plan.rounds()).hasSize(5);
    }

    @Test
    void pairs_of_hosts_with_gpus_have_the_ports_of_both() {
        GroupPlan plan = Groups.pairsOfHosts().plan(PODS, RankKind.GPU);

        assertThat(GroupRules.names(plan))
                .containsExactly(
                        "gpu-0001+gpu-0004",
                        "gpu-0002+gpu-0003",
                        "gpu-0001+gpu-0003",
                        "gpu-0002+gpu-0004",
                        "gpu-0001+gpu-0002",
                        "gpu-0003+gpu-0004");
        assertThat(GroupRules.ids(plan.rounds().get(0).groups().get(0)))
                .containsExactly("gpu-0001/mlx5_0", "gpu-0001/mlx5_1", "gpu-0004/mlx5_0", "gpu-0004/mlx5_1");
    }

    @Test
    void pairs_of_hosts_that_nothing_joins_are_counted_with_an_example() {
        GroupPlan plan = Groups.pairsOfHosts().plan(Fabrics.railOptimised(4, 2, 1, 1, 1, 0), RankKind.NIC);

        assertThat(GroupRules.names(plan)).containsExactly("gpu-0001+gpu-0002 rail 0", "gpu-0003+gpu-0004 rail 0");
        assertThat(plan.notes())
                .containsExactly("not measured: no rail joins gpu-0001+gpu-0004 (and 3 more pairs of hosts)");
    }

    @Test
    void sixty_four_hosts_all_meet_and_of_more_each_meets_eight() {
        GroupPlan all = Groups.pairsOfHosts().plan(Fabrics.railOptimised(64, 64, 1, 1, 1, 0), RankKind.NIC);
        GroupPlan some = Groups.pairsOfHosts().plan(Fabrics.railOptimised(65, 65, 1, 1, 1, 0), RankKind.NIC);

        assertThat(GroupRules.names(all)).hasSize(64 * 63 / 2);
        assertThat(all.notes()).isEmpty();
        assertThat(some.rounds()).hasSize(9);
        assertThat(some.notes())
                .containsExactly(
                        "pairs of hosts cut at 9 of 65 meetings of all hosts (seed 0): each host meets 8 of 64 others or more");
    }

    @Test
    void a_limit_of_meetings_is_kept_and_the_seed_chooses_them() {
        Cluster cluster = Fabrics.railOptimised(16, 16, 1, 1, 1, 0);

        GroupPlan plan = Groups.pairsOfHosts().atMost(3).seed(5).plan(cluster, RankKind.NIC);

        assertThat(plan.rounds()).hasSize(3);
        assertThat(GroupRules.names(plan)).hasSize(24).doesNotHaveDuplicates();
        assertThat(GroupRules.names(Groups.pairsOfHosts().atMost(3).seed(6).plan(cluster, RankKind.NIC)))
                .isNotEqualTo(GroupRules.names(plan));
        assertThatThrownBy(() -> Groups.pairsOfHosts().atMost(0)).hasMessageContaining("got 0");
    }

    @Test
    void each_rail_runs_alone_in_the_order_of_its_leaves() {
        assertThat(GroupRules.lines(Groups.eachRail().plan(PODS, RankKind.NIC)))
                .containsExactly(
                        "0 rail 0 [gpu-0001/mlx5_0, gpu-0002/mlx5_0, gpu-0003/mlx5_0, gpu-0004/mlx5_0]",
                        "1 rail 1 [gpu-0001/mlx5_1, gpu-0002/mlx5_1, gpu-0003/mlx5_1, gpu-0004/mlx5_1]");
        assertThat(GroupRules.lines(Groups.eachRail().plan(PODS, RankKind.GPU)))
                .isEqualTo(GroupRules.lines(Groups.eachRail().plan(PODS, RankKind.NIC)));
    }

    @Test
    void a_rail_that_nothing_joins_as_a_whole_becomes_several_groups_and_says_so() {
        GroupPlan plan = Groups.eachRail().plan(Fabrics.railOptimised(4, 2, 1, 1, 1, 0), RankKind.NIC);

        assertThat(GroupRules.lines(plan))
                .containsExactly(
                        "0 rail 0 from leaf-1-0 [gpu-0001/mlx5_0, gpu-0002/mlx5_0]",
                        "0 rail 0 from leaf-2-0 [gpu-0003/mlx5_0, gpu-0004/mlx5_0]",
                        "rail 0: nothing joins all of it, so that there are 2 groups in place of one");
    }

    @Test
    void each_leaf_runs_by_itself_and_all_leaves_at_once() {
        Cluster racks = Fabrics.racks(3, 2, 2, 1, 1);

        assertThat(GroupRules.lines(Groups.eachLeaf().plan(racks, RankKind.NIC)))
                .containsExactly(
                        "0 leaf leaf-1 [gpu-0001/mlx5_0, gpu-0001/mlx5_1, gpu-0002/mlx5_0, gpu-0002/mlx5_1]",
                        "0 leaf leaf-2 [gpu-0003/mlx5_0, gpu-0003/mlx5_1]");
        assertThat(GroupRules.lines(Groups.eachLeaf().plan(racks, RankKind.GPU)))
                .containsExactly(
                        "0 leaf leaf-1 [gpu-0001/mlx5_0, gpu-0001/mlx5_1, gpu-0002/mlx5_0, gpu-0002/mlx5_1]",
                        "not measured: gpu-0003 has no other host on its leaves");
    }

    @Test
    void with_gpus_the_leaves_of_the_same_hosts_are_one_group() {
        assertThat(GroupRules.names(Groups.eachLeaf().plan(PODS, RankKind.GPU)))
                .containsExactly("leaf leaf-1-[0-1]", "leaf leaf-2-[0-1]");
        assertThat(GroupRules.names(Groups.eachLeaf().plan(PODS, RankKind.NIC)))
                .containsExactly("leaf leaf-1-0", "leaf leaf-1-1", "leaf leaf-2-0", "leaf leaf-2-1");
    }

    @Test
    void each_pod_is_named_after_its_first_spine() {
        assertThat(GroupRules.lines(Groups.eachPod().plan(PODS, RankKind.NIC)))
                .containsExactly(
                        "0 pod spine-1-1 rail 0 [gpu-0001/mlx5_0, gpu-0002/mlx5_0]",
                        "0 pod spine-1-1 rail 1 [gpu-0001/mlx5_1, gpu-0002/mlx5_1]",
                        "0 pod spine-2-1 rail 0 [gpu-0003/mlx5_0, gpu-0004/mlx5_0]",
                        "0 pod spine-2-1 rail 1 [gpu-0003/mlx5_1, gpu-0004/mlx5_1]");
        assertThat(GroupRules.names(Groups.eachPod().plan(PODS, RankKind.GPU)))
                .containsExactly("pod spine-1-1", "pod spine-2-1");
    }

    @Test
    void a_fabric_of_one_part_or_without_spines_has_no_pods_and_says_so() {
        assertThat(Groups.eachPod().plan(Fabrics.racks(4, 2, 1, 2, 1), RankKind.NIC))
                .isEqualTo(
                        new GroupPlan(
                                List.of(),
                                List.of(
                                        "not measured: cluster racked has one part below its spines only, expected 2 parts or more")));
        assertThat(Groups.eachPod()
                        .plan(Fabrics.railOptimised(4, 4, 1, 0, 0, 0), RankKind.GPU)
                        .notes())
                .containsExactly("not measured: cluster railed has no spines, expected 2 parts or more");
    }

    @Test
    void everybody_is_a_ring_for_each_rail_beside_each_other_or_one_group_of_gpus() {
        assertThat(GroupRules.lines(Groups.everybody().plan(PODS, RankKind.NIC)))
                .containsExactly(
                        "0 all rail 0 [gpu-0001/mlx5_0, gpu-0002/mlx5_0, gpu-0003/mlx5_0, gpu-0004/mlx5_0]",
                        "0 all rail 1 [gpu-0001/mlx5_1, gpu-0002/mlx5_1, gpu-0003/mlx5_1, gpu-0004/mlx5_1]");
        GroupPlan gpus = Groups.everybody().plan(PODS, RankKind.GPU);
        assertThat(GroupRules.names(gpus)).containsExactly("all");
        assertThat(gpus.rounds().get(0).groups().get(0).ranks()).hasSize(8);
    }

    @Test
    void without_rails_the_position_of_a_port_stands_for_its_rail() {
        assertThat(GroupRules.names(Groups.everybody().plan(Fabrics.racks(4, 2, 2, 1, 1), RankKind.NIC)))
                .containsExactly("all port 0", "all port 1");
    }

    @Test
    void halves_pair_ports_of_one_rail_across_leaves() {
        assertThat(GroupRules.lines(Groups.halves().plan(PODS, RankKind.NIC)))
                .containsExactly(
                        "0 gpu-0001/mlx5_0+gpu-0003/mlx5_0 [gpu-0001/mlx5_0, gpu-0003/mlx5_0]",
                        "0 gpu-0001/mlx5_1+gpu-0003/mlx5_1 [gpu-0001/mlx5_1, gpu-0003/mlx5_1]",
                        "0 gpu-0002/mlx5_0+gpu-0004/mlx5_0 [gpu-0002/mlx5_0, gpu-0004/mlx5_0]",
                        "0 gpu-0002/mlx5_1+gpu-0004/mlx5_1 [gpu-0002/mlx5_1, gpu-0004/mlx5_1]");
        assertThat(GroupRules.names(Groups.halves().plan(PODS, RankKind.GPU)))
                .containsExactly("gpu-0001+gpu-0003", "gpu-0002+gpu-0004");
    }

    @Test
    void halves_take_another_rail_where_a_rail_has_one_leaf_only() {
        GroupPlan plan = Groups.halves().plan(Fabrics.railOptimised(4, 4, 2, 1, 1, 0), RankKind.NIC);

        assertThat(GroupRules.names(plan))
                .containsExactly(
                        "gpu-0001/mlx5_0+gpu-0002/mlx5_1",
                        "gpu-0001/mlx5_1+gpu-0002/mlx5_0",
                        "gpu-0003/mlx5_0+gpu-0004/mlx5_1",
                        "gpu-0003/mlx5_1+gpu-0004/mlx5_0");
        assertThat(plan.notes()).isEmpty();
    }

    @Test
    void the_odd_one_of_the_halves_is_left_out_and_told() {
        GroupPlan plan = Groups.halves().plan(Fabrics.racks(3, 2, 1, 1, 1), RankKind.NIC);

        assertThat(GroupRules.lines(plan))
                .containsExactly(
                        "0 gpu-0001/mlx5_0+gpu-0003/mlx5_0 [gpu-0001/mlx5_0, gpu-0003/mlx5_0]",
                        "not measured: gpu-0002/mlx5_0 has no partner on another leaf that is still free");
    }

    @Test
    void planes_are_groups_of_their_own_and_are_named() throws IOException {
        Cluster cluster = OddFabrics.planes(folder);

        assertThat(GroupRules.names(Groups.withinEachHost().plan(cluster, RankKind.NIC)))
                .startsWith("within gpu-1 plane 1", "within gpu-1 plane 2", "within gpu-2 plane 1")
                .hasSize(8);
        assertThat(GroupRules.names(Groups.everybody().plan(cluster, RankKind.NIC)))
                .containsExactly(
                        "all rail 0 plane 1", "all rail 0 plane 2", "all rail 1 plane 1", "all rail 1 plane 2");
        assertThat(GroupRules.names(Groups.everybody().plan(cluster, RankKind.GPU)))
                .containsExactly("all");
        assertThat(GroupRules.names(Groups.eachLeaf().plan(cluster, RankKind.GPU)))
                .containsExactly("leaf leaf-[1-2]");
        for (GroupPattern pattern : GroupRulesTest.patterns()) {
            for (RankKind kind : RankKind.values()) {
                new GroupRules(cluster).check(pattern.plan(cluster, kind), kind);
            }
        }
    }

    @Test
    void bonds_and_several_ports_on_a_rail_have_names_of_their_own() throws IOException {
        Cluster cluster = OddFabrics.bonds(folder);

        assertThat(GroupRules.names(Groups.eachLeaf().plan(cluster, RankKind.NIC)))
                .containsExactly("leaf leaf-1+leaf-2", "leaf leaf-3");
        assertThat(GroupRules.names(Groups.everybody().plan(cluster, RankKind.NIC)))
                .containsExactly("all rail 0", "all rail 1", "all rail 1 no. 2");
        for (GroupPattern pattern : GroupRulesTest.patterns()) {
            for (RankKind kind : RankKind.values()) {
                new GroupRules(cluster).check(pattern.plan(cluster, kind), kind);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void one_host_with_one_port_gives_no_group_and_every_pattern_says_so(RankKind kind) {
        Cluster cluster = Fabrics.railOptimised(1, 1, 1, 1, 1, 0);

        for (GroupPattern pattern : GroupRulesTest.patterns()) {
            GroupPlan plan = pattern.plan(cluster, kind);
            // GPUs of one host have each other
            boolean alone = !GroupRules.names(plan).equals(List.of("within gpu-0001"));
            assertThat(alone ? plan.rounds() : List.of()).isEmpty();
            assertThat(alone ? plan.notes() : List.of("")).hasSize(1);
        }
        assertThat(Groups.withinEachHost().plan(cluster, RankKind.GPU).rounds()).hasSize(1);
    }

    @Test
    void an_empty_cluster_gives_empty_plans() {
        for (GroupPattern pattern : GroupRulesTest.patterns()) {
            assertThat(pattern.plan(Fabrics.railOptimised(0, 1, 1, 0, 0, 0), RankKind.NIC)
                            .rounds())
                    .isEmpty();
        }
    }

    @Test
    void hosts_without_gpus_are_left_out_and_told() {
        Cluster cluster = GroupRules.withGpus(PODS, 0, 8, 8, 1);

        assertThat(Groups.withinEachHost().plan(cluster, RankKind.GPU).notes())
                .containsExactly(
                        "not measured: gpu-0001 has no GPUs declared", "not measured: gpu-0004 has no second GPU");
        assertThat(Groups.everybody()
                        .plan(cluster, RankKind.GPU)
                        .rounds()
                        .get(0)
                        .groups()
                        .get(0)
                        .hosts())
                .containsExactly("gpu-0002", "gpu-0003", "gpu-0004");
    }

    @Test
    void a_selection_of_hosts_or_of_a_rail_is_a_cluster_like_any_other() {
        Cluster hosts = new Selection(
                        Optional.of("gpu-[0001-0003]"), Optional.empty(), Optional.empty(), OptionalInt.empty())
                .apply(PODS);
        Cluster rail =
                new Selection(Optional.empty(), Optional.empty(), Optional.empty(), OptionalInt.of(1)).apply(PODS);

        assertThat(GroupRules.lines(Groups.everybody().plan(hosts, RankKind.NIC)))
                .containsExactly(
                        "0 all rail 0 [gpu-0001/mlx5_0, gpu-0002/mlx5_0, gpu-0003/mlx5_0]",
                        "0 all rail 1 [gpu-0001/mlx5_1, gpu-0002/mlx5_1, gpu-0003/mlx5_1]");
        assertThat(GroupRules.names(Groups.everybody().plan(rail, RankKind.NIC)))
                .containsExactly("all rail 1");
        assertThat(GroupRules.names(Groups.pairsOfHosts().plan(rail, RankKind.NIC)))
                .hasSize(6)
                .allMatch(name -> name.endsWith(" rail 1"));
    }

    @Test
    void the_edges_of_an_even_ring_take_two_rounds() {
        Group rail = Groups.eachRail()
                .plan(PODS, RankKind.NIC)
                .rounds()
                .get(0)
                .groups()
                .get(0);

        assertThat(GroupRules.lines(Groups.edges(rail, RankKind.NIC)))
                .containsExactly(
                        "0 gpu-0001/mlx5_0+gpu-0002/mlx5_0 [gpu-0001/mlx5_0, gpu-0002/mlx5_0]",
                        "0 gpu-0003/mlx5_0+gpu-0004/mlx5_0 [gpu-0003/mlx5_0, gpu-0004/mlx5_0]",
                        "1 gpu-0002/mlx5_0+gpu-0003/mlx5_0 [gpu-0002/mlx5_0, gpu-0003/mlx5_0]",
                        "1 gpu-0004/mlx5_0+gpu-0001/mlx5_0 [gpu-0004/mlx5_0, gpu-0001/mlx5_0]");
    }

    @Test
    void the_edges_of_an_odd_ring_take_three_rounds() {
        Cluster cluster = Fabrics.railOptimised(5, 5, 1, 1, 1, 0);
        Group all = Groups.everybody()
                .plan(cluster, RankKind.NIC)
                .rounds()
                .get(0)
                .groups()
                .get(0);
        GroupPlan edges = Groups.edges(all, RankKind.NIC);

        assertThat(edges.rounds()).extracting(round -> round.groups().size()).containsExactly(2, 2, 1);
        new GroupRules(cluster).check(edges, RankKind.NIC);
        assertThat(edges.rounds().get(2).groups().get(0).name()).isEqualTo("gpu-0005/mlx5_0+gpu-0001/mlx5_0");
    }

    @Test
    void a_pair_is_its_own_edge_and_gpus_of_one_host_have_none() {
        Group pair = Groups.pairsOfHosts()
                .plan(PODS, RankKind.NIC)
                .rounds()
                .get(0)
                .groups()
                .get(0);
        Group host = Groups.withinEachHost()
                .plan(PODS, RankKind.GPU)
                .rounds()
                .get(0)
                .groups()
                .get(0);
        Group all = Groups.everybody()
                .plan(PODS, RankKind.GPU)
                .rounds()
                .get(0)
                .groups()
                .get(0);

        assertThat(GroupRules.names(Groups.edges(pair, RankKind.NIC)))
                .containsExactly("gpu-0001/mlx5_0+gpu-0004/mlx5_0");
        assertThat(Groups.edges(host, RankKind.GPU).rounds()).isEmpty();
        assertThat(GroupRules.names(Groups.edges(all, RankKind.GPU)))
                .containsExactly("gpu-0001+gpu-0002", "gpu-0003+gpu-0004", "gpu-0002+gpu-0003", "gpu-0004+gpu-0001");
    }
}
