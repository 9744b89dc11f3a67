package io.seatrial.plan;

import static io.seatrial.plan.Fabrics.port;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathsTest {
    @TempDir
    Path folder;

    @Test
    void a_flow_within_a_leaf_crosses_the_two_host_links_and_nothing_else() {
        Flow flow = flow(Fabrics.railOptimised(4, 4, 2, 2, 1, 0), "gpu-0001/mlx5_0", "gpu-0003/mlx5_0");

        assertThat(flow.id()).isEqualTo("gpu-0001/mlx5_0>gpu-0003/mlx5_0");
        assertThat(flow.pathClass()).isEqualTo(PathClass.WITHIN_LEAF);
        assertThat(flow.certain())
                .extracting(Link::id)
                .containsExactly("gpu-0001/mlx5_0~leaf-1-0/d0.0", "gpu-0003/mlx5_0~leaf-1-0/d2.0");
        assertThat(flow.possible()).isEmpty();
    }

    @Test
    void a_flow_across_leaves_may_cross_every_uplink_of_both_leaves() {
        Flow flow = flow(Fabrics.railOptimised(4, 4, 2, 2, 1, 0), "gpu-0001/mlx5_0", "gpu-0003/mlx5_1");

        assertThat(flow.pathClass()).isEqualTo(PathClass.ACROSS_LEAVES);
        assertThat(flow.certain()).hasSize(2).allMatch(link -> link.tier().equals("host-leaf"));
        assertThat(flow.possible())
                .extracting(Link::id)
                .containsExactlyInAnyOrder(
                        "leaf-1-0/u1.0~spine-1-1/leaf-1-0.0",
                        "leaf-1-0/u2.0~spine-1-2/leaf-1-0.0",
                        "leaf-1-1/u1.0~spine-1-1/leaf-1-1.0",
                        "leaf-1-1/u2.0~spine-1-2/leaf-1-1.0");
    }

    @Test
    void a_single_uplink_is_crossed_for_certain() {
        Flow flow = flow(Fabrics.railOptimised(4, 4, 2, 1, 1, 0), "gpu-0001/mlx5_0", "gpu-0003/mlx5_1");

        assertThat(flow.certain()).hasSize(4);
        assertThat(flow.possible()).isEmpty();
    }

    @Test
    void a_flow_between_pods_goes_through_the_cores() {
        Flow flow = flow(Fabrics.railOptimised(8, 4, 2, 2, 1, 3), "gpu-0001/mlx5_0", "gpu-0008/mlx5_0");

        assertThat(flow.pathClass()).isEqualTo(PathClass.ACROSS_SPINES);
        assertThat(flow.certain()).hasSize(2);
        assertThat(flow.possible())
                .filteredOn(link -> link.tier().equals("leaf-spine"))
                .hasSize(4);
        assertThat(flow.possible())
                .filteredOn(link -> link.tier().equals("spine-core"))
                .hasSize(12);
    }

    @Test
    void ways_through_the_core_are_not_taken_where_a_spine_is_enough() {
        Flow flow = flow(Fabrics.railOptimised(8, 4, 2, 2, 1, 3), "gpu-0001/mlx5_0", "gpu-0002/mlx5_1");

        assertThat(flow.possible()).hasSize(4).allMatch(link -> link.tier().equals("leaf-spine"));
    }

    @Test
    void the_links_of_a_bond_are_possible_and_the_other_end_stays_certain() throws IOException {
        Cluster cluster = bonded();
        Flow flow = flow(cluster, "gpu-1/bond", "gpu-2/mlx5_0");

        assertThat(flow.certain()).extracting(Link::id).containsExactly("gpu-2/mlx5_0~leaf-1/b2");
        assertThat(flow.possible())
                .extracting(Link::id)
                .contains("gpu-1/bond~leaf-1/a1", "gpu-1/bond~leaf-2/a1")
                .contains("leaf-2/u~spine-1/2", "leaf-1/u~spine-1/1");
        assertThat(flow.pathClass()).isEqualTo(PathClass.ACROSS_LEAVES);
    }

    @Test
    void two_bonds_to_the_same_leaves_stay_within_them() throws IOException {
        Flow flow = flow(bonded(), "gpu-1/bond", "gpu-2/bond");

        assertThat(flow.pathClass()).isEqualTo(PathClass.WITHIN_LEAF);
        assertThat(flow.certain()).isEmpty();
        assertThat(flow.possible()).hasSize(4);
    }

    @Test
    void leaves_that_nothing_joins_are_named_as_the_reason() {
        Cluster cluster = Fabrics.railOptimised(4, 4, 2, 0, 0, 0);
        Paths paths = Paths.of(cluster);

        assertThatThrownBy(() -> paths.flow(port(cluster, "gpu-0001/mlx5_0"), port(cluster, "gpu-0002/mlx5_1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("gpu-0001/mlx5_0 > gpu-0002/mlx5_1: no spine and no core joins leaf-1-0 and leaf-1-1");
        assertThat(paths.find(port(cluster, "gpu-0001/mlx5_0"), port(cluster, "gpu-0002/mlx5_1")))
                .isEmpty();
    }

    @Test
    void a_port_does_not_talk_to_itself_nor_to_another_cluster() {
        Cluster cluster = Fabrics.railOptimised(4, 4, 2, 1, 1, 0);
        Cluster other = Fabrics.railOptimised(9, 9, 2, 1, 1, 0);
        Paths paths = Paths.of(cluster);

        assertThatThrownBy(() -> paths.flow(port(cluster, "gpu-0001/mlx5_0"), port(cluster, "gpu-0001/mlx5_0")))
                .hasMessage("gpu-0001/mlx5_0 and gpu-0001/mlx5_0: expected two different ports of this cluster");
        assertThatThrownBy(() -> paths.flow(port(cluster, "gpu-0001/mlx5_0"), port(other, "gpu-0009/mlx5_0")))
                .hasMessageContaining("expected two different ports of this cluster");
    }

    private static Flow flow(Cluster cluster, String from, String to) {
        return Paths.of(cluster).flow(port(cluster, from), port(cluster, to));
    }

    private Cluster bonded() throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), """
                format: 1
                name: bonded
                ssh: {user: root}
                tiers: [{name: host-leaf}, {name: leaf-spine, oversubscription: 4}]
                switches:
                  - {names: "leaf-[1-2]", role: leaf}
                  - {names: spine-1, role: spine}
                hosts:
                  - names: gpu-[1-2]
                    address: 192.0.2.{n}
                    ports:
                      - {device: bond, bond: bond0, address: "198.51.100.{n}", rate: 200Gb/s, links: ["leaf-1/a{n}", "leaf-2/a{n}"]}
                      - {device: mlx5_0, address: "203.0.113.{n}", rate: 100Gb/s, link: "leaf-1/b{n}"}
                cables:
                  - {from: "leaf-[1-2]/u", to: "spine-1/{n}", rate: 100Gb/s}
                """);
        return ClusterFile.read(folder);
    }
}
