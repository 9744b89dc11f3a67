package io.seatrial.criteria.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Collective;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupPlan;
import io.seatrial.plan.GroupRound;
import io.seatrial.plan.GroupShape;
import io.seatrial.plan.RankKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups on a cluster of 2 leaves with 4 hosts each, 2 : 1 above them. */
class LayoutsTest {
    private static final long GB = 1_000_000_000;

    @TempDir
    private Path folder;

    private Cluster cluster(String more) {
        String yaml = """
                format: 1
                name: halved
                ssh: {user: root, keys: [~/.ssh/id], known-hosts: [known_hosts]}
                tiers:
                  - {name: host-leaf}
                  - {name: leaf-spine, oversubscription: 2.0}
                switches:
                  - {names: "leaf-[1-2]", role: leaf}
                  - {names: spine-1, role: spine}
                hosts:
                  - names: gpu-[1-4]
                    address: 192.0.2.{n}
                    gpus: 8
                    ports:
                      - {device: mlx5_0, address: "198.18.0.{n}", rate: 100Gb/s, link: "leaf-1/Ethernet{n}"}
                  - names: gpu-[5-8]
                    address: 192.0.2.{n}
                    gpus: 8
                    ports:
                      - {device: mlx5_0, address: "198.18.0.{n}", rate: 100Gb/s, link: "leaf-2/Ethernet{n}"}
                cables:
                  - {from: "leaf-[1-2]/Ethernet[11-12]", to: "spine-1/Ethernet[1-4]", rate: 100Gb/s}
                """;
        try {
            Files.writeString(folder.resolve("cluster.yaml"), yaml + more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ClusterFile.read(folder);
    }

    private static Group group(Cluster cluster, String name, int... hosts) {
        List<RdmaPort> ports = java.util.Arrays.stream(hosts)
                .mapToObj(host -> cluster.hosts().get(host - 1).ports().get(0))
                .toList();
        return new Group(name, GroupShape.ALL, ports);
    }

    private static Layout layout(Cluster cluster, RankKind kind, Group... groups) {
        GroupPlan plan = new GroupPlan(List.of(new GroupRound(0, List.of(groups))), List.of());
        return Layouts.of(cluster, kind, plan, OptionalLong.empty()).get(groups[0].subject());
    }

    private static long bound(Collective collective, Layout layout) {
        return CollectiveBound.of(collective, layout, Optional.of(Algorithm.RING))
                .orElseThrow()
                .value();
    }

    @Test
    void a_ring_in_the_order_of_the_leaves_is_held_back_by_nothing() {
        Cluster cluster = cluster("");
        Layout layout = layout(cluster, RankKind.NIC, group(cluster, "all", 1, 2, 3, 4, 5, 6, 7, 8));
        assertThat(bound(Collective.ALL_REDUCE, layout)).isEqualTo(12_500_000_000L);
        assertThat(layout.neighbours().get(0).leaving()).isEqualByComparingTo("0.25");
    }

    @Test
    void a_ring_that_changes_the_leaf_at_every_step_is_halved() {
        Cluster cluster = cluster("");
        Layout layout = layout(cluster, RankKind.NIC, group(cluster, "all", 1, 5, 2, 6, 3, 7, 4, 8));
        assertThat(bound(Collective.ALL_REDUCE, layout)).isEqualTo(6_250_000_000L);
    }

    /** 4 of 7 partners are on the other leaf: r f = 8/7. */
    @Test
    void all_to_all_is_held_back_by_what_goes_up() {
        Cluster cluster = cluster("");
        Layout layout = layout(cluster, RankKind.NIC, group(cluster, "all", 1, 2, 3, 4, 5, 6, 7, 8));
        assertThat(bound(Collective.ALL_TO_ALL, layout)).isEqualTo(12_500_000_000L * 7 / 8);
    }

    @Test
    void a_pair_alone_has_the_uplinks_for_itself() {
        Cluster cluster = cluster("");
        assertThat(bound(Collective.ALL_REDUCE, layout(cluster, RankKind.NIC, group(cluster, "a", 1, 5))))
                .isEqualTo(12_500_000_000L);
    }

    @Test
    void pairs_that_run_beside_each_other_share_the_uplinks() {
        Cluster cluster = cluster("");
        Layout one = layout(
                cluster,
                RankKind.NIC,
                group(cluster, "a", 1, 5),
                group(cluster, "b", 2, 6),
                group(cluster, "c", 3, 7),
                group(cluster, "d", 4, 8));
        assertThat(bound(Collective.ALL_REDUCE, one)).isEqualTo(6_250_000_000L);
    }

    @Test
    void gpus_take_the_best_order_that_there_is() {
        Cluster cluster = cluster("");
        Layout layout = layout(cluster, RankKind.GPU, group(cluster, "all", 1, 5, 2, 6, 3, 7, 4, 8));
        assertThat(layout.nodes()).hasSize(8).containsOnly(new Layout.Node(8, 1, 12_500_000_000L));
        assertThat(bound(Collective.ALL_REDUCE, layout)).isEqualTo(12_500_000_000L);
    }

    @Test
    void hosts_of_an_nvlink_domain_are_one_node() {
        Cluster cluster = cluster("nvlink-domains:\n  - {name: rack-1, hosts: \"gpu-[1-4]\"}\n");
        Layout layout = layout(cluster, RankKind.GPU, group(cluster, "all", 1, 2, 3, 4, 5));
        assertThat(layout.nodes())
                .containsExactly(new Layout.Node(32, 4, 50 * GB), new Layout.Node(8, 1, 12_500_000_000L));
    }

    @Test
    void switches_of_an_ethernet_fabric_do_not_add() {
        Cluster ethernet = cluster("qos: {congestion-control: dcqcn, lossless: [3]}\n");
        assertThat(layout(ethernet, RankKind.GPU, group(ethernet, "all", 1, 2)).reducing())
                .isFalse();
        Cluster unknown = cluster("");
        assertThat(layout(unknown, RankKind.GPU, group(unknown, "all", 1, 2)).reducing())
                .isTrue();
    }

    @Test
    void one_rank_alone_has_no_layout() {
        Cluster cluster = cluster("");
        assertThat(layout(cluster, RankKind.NIC, group(cluster, "a", 1))).isNull();
    }
}
