package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelectionTest {
    private final Cluster example = ClusterFile.read(WrittenClusters.shipped().resolve("example-h100"));
    private Cluster virtual;

    @TempDir
    Path folder;

    @BeforeEach
    void read() {
        virtual = ClusterFile.read(WrittenClusters.shipped().resolve("virtual"));
    }

    @Test
    void everything_is_the_cluster_itself() {
        assertThat(Selection.ALL.apply(virtual)).isEqualTo(virtual);
    }

    @Test
    void hosts_are_kept_in_the_order_of_the_file_with_their_links_and_the_fabric() {
        Cluster part = hosts("gpu-[03,01]").apply(virtual);

        assertThat(part.hosts()).extracting(Host::name).containsExactly("gpu-01", "gpu-03");
        assertThat(part.linksOfTier("host-leaf")).hasSize(4);
        assertThat(part.linksOfTier("leaf-spine")).hasSize(4);
        assertThat(part.cables()).hasSize(8);
        assertThat(part.switches()).hasSize(4);
        assertThat(part.hash()).isEqualTo(virtual.hash());
    }

    @Test
    void excluded_hosts_go() {
        Selection selection =
                new Selection(Optional.of("gpu-[01-03]"), Optional.of("gpu-02"), Optional.empty(), OptionalInt.empty());

        assertThat(selection.apply(virtual).hosts()).extracting(Host::name).containsExactly("gpu-01", "gpu-03");
    }

    @Test
    void a_rail_keeps_its_ports_and_its_leaf_and_no_spine_that_joins_nothing() {
        Cluster part =
                new Selection(Optional.empty(), Optional.empty(), Optional.empty(), OptionalInt.of(1)).apply(virtual);

        assertThat(part.ports()).hasSize(4).allMatch(port -> port.device().equals("mlx5_1"));
        assertThat(part.switches()).extracting(Switch::name).containsExactly("leaf-2");
        assertThat(part.linksOfTier("leaf-spine")).isEmpty();
    }

    @Test
    void a_leaf_keeps_its_ports() {
        Cluster part = new Selection(Optional.empty(), Optional.empty(), Optional.of("leaf-3"), OptionalInt.empty())
                .apply(example);

        assertThat(part.ports()).hasSize(16).allMatch(port -> port.device().equals("mlx5_2"));
        assertThat(part.cables()).hasSize(8).allMatch(cable -> cable.links().size() == 2);
    }

    @Test
    void a_breakout_cable_keeps_the_links_that_are_left() {
        Cluster part = hosts("gpu-[001-003]").apply(example);

        assertThat(part.cables())
                .filteredOn(cable -> cable.id().startsWith("leaf-1-breakout"))
                .extracting(cable -> cable.links().size())
                .containsExactly(2, 1);
    }

    @Test
    void a_leaf_keeps_both_links_of_a_bond() {
        String yaml = WrittenClusters.with(
                        "rate: 400Gb/s, link: \"leaf-1/Ethernet{n}\"",
                        "rate: 400Gb/s, links: [\"leaf-1/Ethernet{n}\", \"leaf-2/Ethernet{n+9}\"]")
                .replace("oversubscription: 1.0", "oversubscription: 2.0");
        Cluster part = new Selection(Optional.empty(), Optional.empty(), Optional.of("leaf-1"), OptionalInt.empty())
                .apply(WrittenClusters.read(folder, yaml));

        assertThat(part.ports()).hasSize(2).allMatch(port -> port.links().size() == 2);
        assertThat(part.switches()).extracting(Switch::name).containsExactly("leaf-1", "leaf-2", "spine-1");
    }

    @Test
    void nvlink_domains_shrink_with_their_hosts() {
        String yaml =
                WrittenClusters.VALID + "nvlink-domains:\n  - {name: a, hosts: gpu-01}\n  - {name: b, hosts: gpu-02}\n";

        assertThat(hosts("gpu-02").apply(WrittenClusters.read(folder, yaml)).nvlinkDomains())
                .extracting(NvlinkDomain::name)
                .containsExactly("b");
    }

    @Test
    void cores_and_the_spines_below_them_stay_between_groups_of_leaves() {
        Cluster large = WrittenClusters.read(folder, LargeClusterTest.compact());

        Cluster part = hosts("gpu-[0001,0040]").apply(large);

        assertThat(part.linksOfTier("host-leaf")).hasSize(16);
        assertThat(part.linksOfTier("leaf-spine")).hasSize(16 * 4);
        assertThat(part.switches())
                .filteredOn(each -> each.role().equals("core"))
                .hasSize(8);
    }

    @Test
    void an_unknown_host_is_refused_with_the_nearest_name_and_all_valid_ones() {
        assertThatThrownBy(() -> hosts("gpu-[01-02],gpu-5").apply(virtual))
                .isInstanceOf(InventoryException.class)
                .hasMessage(
                        "--hosts: found unknown host 'gpu-5'; expected a host of cluster virtual: gpu-[01-04]; did you mean 'gpu-01'?");
    }

    @Test
    void all_unknown_names_are_refused_at_once() {
        Selection wrong =
                new Selection(Optional.of("gpu-9"), Optional.of("gpu-["), Optional.of("leaf-7"), OptionalInt.of(5));

        assertThatThrownBy(() -> wrong.apply(virtual)).hasMessage("""
                        --hosts: found unknown host 'gpu-9'; expected a host of cluster virtual: gpu-[01-04]; did you mean 'gpu-01'?
                        --exclude: found the end at character 6 of host list 'gpu-['; expected a number of 1 to 15 digits
                        --leaf: found unknown leaf 'leaf-7'; expected a leaf of cluster virtual: leaf-[1-2]; did you mean 'leaf-1'?
                        --rail: found rail 5; expected one of [0, 1]""");
    }

    @Test
    void a_rail_of_a_cluster_without_rails_is_refused() {
        Cluster plain = WrittenClusters.read(folder, WrittenClusters.VALID);

        assertThatThrownBy(() -> new Selection(Optional.empty(), Optional.empty(), Optional.empty(), OptionalInt.of(0))
                        .apply(plain))
                .hasMessage("--rail: found rail 0; expected no --rail, this cluster declares no rails");
    }

    @Test
    void an_empty_selection_is_refused() {
        Selection nothing =
                new Selection(Optional.of("gpu-01"), Optional.of("gpu-01"), Optional.empty(), OptionalInt.empty());

        assertThatThrownBy(() -> nothing.apply(virtual))
                .hasMessage(
                        "selection of virtual: found no port that fits --hosts gpu-01 --exclude gpu-01; expected at least one");
    }

    private static Selection hosts(String list) {
        return new Selection(Optional.of(list), Optional.empty(), Optional.empty(), OptionalInt.empty());
    }
}
