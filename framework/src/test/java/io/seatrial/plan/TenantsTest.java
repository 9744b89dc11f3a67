package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Selection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TenantsTest {
    /** Two racks of four hosts. */
    private static final Cluster RACKS = Fabrics.racks(8, 4, 1, 2, 2);

    private static List<String> lines(List<Group> groups) {
        return groups.stream().map(group -> group.name() + " " + group.hosts()).toList();
    }

    private static List<String> lines(Tenancy tenancy) {
        return tenancy.incast().stream().map(Flow::id).toList();
    }

    @Test
    void hosts_are_taken_in_turn_so_that_both_have_hosts_on_every_leaf() {
        Tenancy tenancy = Tenants.IN_TURN.plan(RACKS, RankKind.NIC);

        assertThat(lines(tenancy.a())).containsExactly("tenant A port 0 [gpu-0001, gpu-0003, gpu-0005, gpu-0007]");
        assertThat(lines(tenancy.b())).containsExactly("tenant B port 0 [gpu-0002, gpu-0004, gpu-0006, gpu-0008]");
        assertThat(tenancy.notes()).isEmpty();
    }

    @Test
    void the_incast_of_the_second_tenant_comes_from_all_its_other_hosts_and_crosses_the_spines() {
        Tenancy tenancy = Tenants.IN_TURN.plan(RACKS, RankKind.NIC);

        assertThat(lines(tenancy))
                .containsExactly(
                        "gpu-0004/mlx5_0>gpu-0002/mlx5_0",
                        "gpu-0006/mlx5_0>gpu-0002/mlx5_0",
                        "gpu-0008/mlx5_0>gpu-0002/mlx5_0");
        assertThat(tenancy.witnesses().get("tenant A port 0").id()).isEqualTo("gpu-0001/mlx5_0>gpu-0007/mlx5_0");
    }

    @Test
    void with_a_rank_for_each_gpu_a_tenant_is_one_group_of_hosts() {
        Tenancy tenancy = Tenants.IN_TURN.plan(Fabrics.railOptimised(4, 4, 2, 2, 1, 0), RankKind.GPU);

        assertThat(lines(tenancy.a())).containsExactly("tenant A [gpu-0001, gpu-0003]");
        assertThat(lines(tenancy.b())).containsExactly("tenant B [gpu-0002, gpu-0004]");
    }

    @Test
    void tenants_that_are_named_have_the_hosts_that_they_name() {
        Tenancy tenancy = new Tenants(List.of("gpu-0001", "gpu-0002"), List.of("gpu-0005", "gpu-0006", "gpu-0007"))
                .plan(RACKS, RankKind.NIC);

        assertThat(lines(tenancy.a())).containsExactly("tenant A port 0 [gpu-0001, gpu-0002]");
        assertThat(lines(tenancy)).hasSize(2).allMatch(flow -> flow.endsWith(">gpu-0005/mlx5_0"));
    }

    @Test
    void no_host_is_in_both() {
        assertThatThrownBy(() -> new Tenants(List.of("a", "b"), List.of("b", "c")))
                .hasMessageContaining("expected different hosts, got [b] in both");
        assertThatThrownBy(() -> new Tenants(List.of("a", "b"), List.of()))
                .hasMessageContaining("expected the hosts of both or of none");
    }

    @Test
    void three_hosts_are_not_enough_for_two_tenants_and_that_is_told() {
        Tenancy tenancy = Tenants.IN_TURN.plan(Fabrics.racks(3, 4, 1, 2, 2), RankKind.NIC);

        assertThat(tenancy.a()).isEmpty();
        assertThat(tenancy.notes()).singleElement().asString().contains("two tenants need 2 hosts each");
    }

    @Test
    void a_tenant_whose_hosts_are_not_selected_is_not_measured() {
        Cluster some = new Selection(
                        Optional.of("gpu-000[1-4]"), Optional.empty(), Optional.empty(), OptionalInt.empty())
                .apply(RACKS);
        Tenancy tenancy =
                new Tenants(List.of("gpu-0001", "gpu-0002"), List.of("gpu-0005", "gpu-0006")).plan(some, RankKind.NIC);

        assertThat(tenancy.a()).isEmpty();
        assertThat(tenancy.notes()).isNotEmpty();
    }
}
