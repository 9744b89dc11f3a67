package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 10,000 GPUs: 1,250 hosts with 8 NICs in pods of 32, with cores above. */
class LargeGroupsTest {
    private static final Cluster LARGE = Fabrics.railOptimised(1250, 32, 8, 4, 8, 8);

    @ParameterizedTest
    @EnumSource
    void everybody_is_planned_at_once(RankKind kind) {
        GroupPlan plan = Groups.everybody().plan(LARGE, kind);

        assertThat(plan.rounds()).hasSize(1);
        assertThat(GroupRulesTest.groups(plan).stream()
                        .mapToInt(group -> group.ranks().size()))
                .hasSize(kind == RankKind.NIC ? 8 : 1)
                .containsOnly(kind == RankKind.NIC ? 1250 : 10_000);
        assertThat(plan.notes()).isEmpty();
    }

    @Test
    void of_the_pairs_of_hosts_each_host_meets_eight_others() {
        GroupPlan plan = Groups.pairsOfHosts().plan(LARGE, RankKind.NIC);

        assertThat(GroupRules.names(plan)).hasSize(8 * 625 * 8).doesNotHaveDuplicates();
        assertThat(plan.notes())
                .containsExactly(
                        "pairs of hosts cut at 8 of 1249 meetings of all hosts (seed 0): each host meets 8 of 1249 others or more");
    }

    @Test
    void halves_leave_nobody_out() {
        GroupPlan plan = Groups.halves().plan(LARGE, RankKind.NIC);

        assertThat(GroupRules.names(plan)).hasSize(5000);
        assertThat(plan.notes()).isEmpty();
    }

    @Test
    void pods_and_leaves_hold_everybody() {
        assertThat(GroupRules.names(Groups.eachPod().plan(LARGE, RankKind.NIC))).hasSize(40 * 8);
        assertThat(GroupRules.names(Groups.eachLeaf().plan(LARGE, RankKind.NIC)))
                .hasSize(40 * 8);
        assertThat(GroupRules.names(Groups.eachPod().plan(LARGE, RankKind.GPU))).hasSize(40);
    }

    @Test
    void all_pairs_of_all_rails_are_refused_before_they_fill_the_memory() {
        assertThatThrownBy(() -> Groups.pairsOfHosts().atMost(1249).plan(LARGE, RankKind.NIC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pairs of hosts of this cluster make 6245000 groups, more than 1000000;"
                        + " expected a lower limit of meetings (atMost) or a selection of hosts");
    }
}
