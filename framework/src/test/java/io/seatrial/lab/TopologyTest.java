package io.seatrial.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopologyTest {
    private final Cluster cluster = VirtualCluster.four();
    private final RdmaPort first = VirtualCluster.port(cluster, "gpu-01/mlx5_0");
    private final RdmaPort sameLeaf = VirtualCluster.port(cluster, "gpu-02/mlx5_0");
    private final RdmaPort otherLeaf = VirtualCluster.port(cluster, "gpu-02/mlx5_1");

    private static Topology topology(Cluster cluster, String... faults) {
        return new Topology(
                cluster,
                VirtualCluster.SETTINGS,
                List.of(faults).stream().map(text -> Fault.parse(text, cluster)).toList());
    }

    private static List<String> names(List<LinkSide> path) {
        return path.stream().map(LinkSide::toString).toList();
    }

    private Set<String> firstUplinks(Topology topology) {
        return IntStream.range(40_000, 40_100)
                .mapToObj(port -> topology.route(first, otherLeaf, port).orElseThrow())
                .map(route -> route.forth().get(1).toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void within_a_leaf_the_path_is_the_two_host_links() {
        Route route = topology(cluster).route(first, sameLeaf, 40_000).orElseThrow();
        assertThat(names(route.forth()))
                .containsExactly("gpu-01/mlx5_0>leaf-1/Ethernet1", "leaf-1/Ethernet2>gpu-02/mlx5_0");
        assertThat(names(route.back()))
                .containsExactly("gpu-02/mlx5_0>leaf-1/Ethernet2", "leaf-1/Ethernet1>gpu-01/mlx5_0");
    }

    @Test
    void across_leaves_the_path_goes_over_one_spine() {
        List<String> path = names(
                topology(cluster).route(first, otherLeaf, 40_000).orElseThrow().forth());
        assertThat(path).hasSize(4);
        assertThat(path.get(1)).matches("leaf-1/Ethernet[56]>spine-[12]/Ethernet1");
        String spine = path.get(1).replaceAll(".*(spine-[12]).*", "$1");
        assertThat(path.get(2)).startsWith(spine + "/Ethernet2>leaf-2/");
    }

    @Test
    void the_same_source_port_takes_the_same_path_every_time() {
        for (int port = 40_000; port < 40_050; port++) {
            assertThat(names(topology(cluster)
                            .route(first, otherLeaf, port)
                            .orElseThrow()
                            .forth()))
                    .isEqualTo(names(topology(cluster)
                            .route(first, otherLeaf, port)
                            .orElseThrow()
                            .forth()));
        }
    }

    @Test
    void source_ports_spread_over_both_spines() {
        assertThat(firstUplinks(topology(cluster)))
                .containsExactly("leaf-1/Ethernet5>spine-1/Ethernet1", "leaf-1/Ethernet6>spine-2/Ethernet1");
    }

    @Test
    void a_dead_uplink_is_left_to_the_other_spine() {
        assertThat(firstUplinks(topology(cluster, "dead-port:leaf-1/Ethernet5")))
                .containsExactly("leaf-1/Ethernet6>spine-2/Ethernet1");
    }

    @Test
    void a_dead_link_beyond_the_spine_is_left_to_the_other_spine() {
        assertThat(firstUplinks(topology(cluster, "dead-port:leaf-2/Ethernet6")))
                .containsExactly("leaf-1/Ethernet5>spine-1/Ethernet1");
    }

    @Test
    void a_dead_host_link_leaves_no_way_to_or_from_the_port() {
        Topology broken = topology(cluster, "dead-port:gpu-02/mlx5_0");
        assertThat(broken.route(first, sameLeaf, 40_000)).isEmpty();
        assertThat(broken.route(sameLeaf, first, 40_000)).isEmpty();
        assertThat(broken.route(first, otherLeaf, 40_000)).isPresent();
    }

    @Test
    void a_bond_to_two_leaves_uses_both_and_survives_on_one() {
        List<Link> links = new ArrayList<>(cluster.links());
        links.add(
                new Link(new End("gpu-02", "mlx5_0"), new End("leaf-2", "Ethernet9"), Link.HOST_LEAF, 1_000_000, "b"));
        Cluster bonded = new Cluster(
                "bonded",
                cluster.folder(),
                "cafe",
                "",
                cluster.hosts(),
                cluster.switches(),
                cluster.tiers(),
                links,
                List.of(),
                List.of(),
                cluster.lab());
        Topology whole = topology(bonded);
        Set<String> last = IntStream.range(0, 100)
                .mapToObj(port -> whole.route(sameLeaf, otherLeaf, port).orElseThrow())
                .map(route -> route.forth().get(0).toString())
                .collect(Collectors.toSet());
        assertThat(last).containsExactly("gpu-02/mlx5_0>leaf-2/Ethernet9");
        assertThat(topology(bonded, "dead-port:leaf-1/Ethernet2").route(first, sameLeaf, 1))
                .isPresent();
        assertThat(topology(bonded, "dead-port:gpu-02/mlx5_0").route(first, sameLeaf, 1))
                .isEmpty();
    }

    @Test
    void swapped_rails_lead_over_the_leaf_where_the_other_port_belongs() {
        Topology swapped = topology(cluster, "swapped-rails:gpu-01");
        List<String> path =
                names(swapped.route(first, sameLeaf, 40_000).orElseThrow().forth());
        assertThat(path).hasSize(4).first().isEqualTo("gpu-01/mlx5_0>leaf-2/Ethernet1");
        assertThat(names(swapped.route(first, otherLeaf, 40_000).orElseThrow().forth()))
                .containsExactly("gpu-01/mlx5_0>leaf-2/Ethernet1", "leaf-2/Ethernet2>gpu-02/mlx5_1");
    }

    @Test
    void rails_of_other_hosts_stay_as_they_are_when_those_of_one_are_swapped() {
        Topology swapped = topology(cluster, "swapped-rails:gpu-01");
        RdmaPort third = VirtualCluster.port(cluster, "gpu-03/mlx5_0");
        assertThat(names(swapped.route(third, sameLeaf, 40_000).orElseThrow().forth()))
                .containsExactly("gpu-03/mlx5_0>leaf-1/Ethernet3", "leaf-1/Ethernet2>gpu-02/mlx5_0");
        assertThat(swapped.links()).hasSameSizeAs(cluster.links());
    }

    @Test
    void ports_of_other_hosts_carry_no_transit_traffic() {
        Topology cut = topology(cluster, "dead-port:spine-1", "dead-port:spine-2");
        assertThat(cut.route(first, otherLeaf, 40_000)).isEmpty();
        assertThat(cut.route(first, sameLeaf, 40_000)).isPresent();
    }
}
