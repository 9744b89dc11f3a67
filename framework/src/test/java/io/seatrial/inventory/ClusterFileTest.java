package io.seatrial.inventory;

import static io.seatrial.inventory.WrittenClusters.VALID;
import static io.seatrial.inventory.WrittenClusters.read;
import static io.seatrial.inventory.WrittenClusters.shipped;
import static io.seatrial.inventory.WrittenClusters.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFileTest {
    private static final String PORT_0 =
            "{device: mlx5_0, address: \"198.51.100.{n}\", rate: 400Gb/s, link: \"leaf-1/Ethernet{n}\"}";

    @TempDir
    Path folder;

    @Test
    void the_virtual_cluster_has_four_hosts_with_two_ports_and_two_uplinks_per_leaf() {
        Cluster cluster = ClusterFile.read(shipped().resolve("virtual"));

        assertThat(cluster.name()).isEqualTo("virtual");
        assertThat(cluster.hosts()).extracting(Host::name).containsExactly("gpu-01", "gpu-02", "gpu-03", "gpu-04");
        assertThat(cluster.hosts())
                .extracting(Host::address)
                .containsExactly("127.77.0.1", "127.77.0.2", "127.77.0.3", "127.77.0.4");
        assertThat(cluster.ports()).hasSize(8).allMatch(port -> port.rate() == 200_000_000);
        assertThat(cluster.linksOfTier("host-leaf")).hasSize(8);
        assertThat(cluster.linksOfTier("leaf-spine"))
                .extracting(Link::id)
                .containsExactly(
                        "leaf-1/Ethernet49~spine-1/Ethernet1",
                        "leaf-1/Ethernet50~spine-2/Ethernet1",
                        "leaf-2/Ethernet49~spine-1/Ethernet2",
                        "leaf-2/Ethernet50~spine-2/Ethernet2");
        assertThat(cluster.lab()).contains(new LabSettings(2_000_000, 65_536));
    }

    @Test
    void the_virtual_cluster_links_each_rail_to_its_leaf() {
        Cluster cluster = ClusterFile.read(shipped().resolve("virtual"));

        RdmaPort port = cluster.hosts().get(2).ports().get(1);
        assertThat(port.id()).isEqualTo("gpu-03/mlx5_1");
        assertThat(port.netdev()).isEqualTo("eth1");
        assertThat(port.rail()).isEqualTo(OptionalInt.of(1));
        assertThat(port.numa()).isEqualTo(OptionalInt.of(0));
        assertThat(port.address()).isEqualTo("127.77.2.3");
        assertThat(port.links()).containsExactly("gpu-03/mlx5_1~leaf-2/Ethernet3");
    }

    @Test
    void the_example_has_128_ports_on_breakout_cables_of_two() {
        Cluster cluster = ClusterFile.read(shipped().resolve("example-h100"));

        assertThat(cluster.hosts()).hasSize(16).allMatch(host -> host.gpus() == 8);
        assertThat(cluster.ports()).hasSize(128);
        assertThat(cluster.links()).hasSize(256).allMatch(link -> link.rate() == 400_000_000_000L);
        assertThat(cluster.cables())
                .hasSize(128)
                .allMatch(cable -> cable.links().size() == 2);
        assertThat(cluster.cables().get(0))
                .isEqualTo(new Cable(
                        "leaf-1-breakout-1",
                        List.of("gpu-001/mlx5_0~leaf-1/Ethernet1/1", "gpu-002/mlx5_0~leaf-1/Ethernet1/2")));
        RdmaPort last = cluster.ports().get(127);
        assertThat(last.id()).isEqualTo("gpu-016/mlx5_7");
        assertThat(last.address()).isEqualTo("198.18.7.16");
        assertThat(last.numa()).isEqualTo(OptionalInt.of(1));
        assertThat(last.links()).containsExactly("gpu-016/mlx5_7~leaf-8/Ethernet8/2");
    }

    @Test
    void links_are_numbered_by_nothing_but_their_ends_and_come_hosts_first() {
        assertThat(read(folder, VALID).links())
                .extracting(Link::id)
                .containsExactly(
                        "gpu-01/mlx5_0~leaf-1/Ethernet1",
                        "gpu-01/mlx5_1~leaf-2/Ethernet1",
                        "gpu-02/mlx5_0~leaf-1/Ethernet2",
                        "gpu-02/mlx5_1~leaf-2/Ethernet2",
                        "leaf-1/Ethernet48~spine-1/Ethernet1",
                        "leaf-2/Ethernet48~spine-1/Ethernet2");
    }

    @Test
    void the_hash_is_the_sha_256_of_the_bytes() {
        String first = read(folder, VALID).hash();

        assertThat(first).matches("[0-9a-f]{64}");
        assertThat(read(folder, VALID).hash()).isEqualTo(first);
        assertThat(read(folder, VALID + "# a remark\n").hash()).isNotEqualTo(first);
    }

    @Test
    void a_cable_in_the_other_direction_gives_the_same_link() {
        String turned = with(
                "{from: \"leaf-[1-2]/Ethernet48\", to: \"spine-1/Ethernet[1-2]\"",
                "{to: \"leaf-[1-2]/Ethernet48\", from: \"spine-1/Ethernet[1-2]\"");

        assertThat(read(folder, turned).links()).isEqualTo(read(folder, VALID).links());
    }

    @Test
    void one_template_wires_every_leaf_to_the_spine() {
        String mesh = with("to: \"spine-1/Ethernet[1-2]\"", "to: \"spine-{p-47}/Ethernet{n}\"");

        assertThat(read(folder, mesh).links()).isEqualTo(read(folder, VALID).links());
    }

    @Test
    void a_bond_has_two_links_that_share_its_rate() {
        Cluster cluster = read(folder, with(PORT_0, """
                {device: mlx5_bond_0, bond: bond0, address: "198.51.100.{n}", rate: 400Gb/s, links: ["leaf-1/Ethernet{n}", "leaf-2/Ethernet{n+20}"]}""").replace("oversubscription: 1.0", "oversubscription: 1.5"));

        RdmaPort bond = cluster.ports().get(0);
        assertThat(bond.bond()).contains("bond0");
        assertThat(bond.links())
                .containsExactly("gpu-01/mlx5_bond_0~leaf-1/Ethernet1", "gpu-01/mlx5_bond_0~leaf-2/Ethernet21");
        assertThat(cluster.links().subList(0, 2)).allMatch(link -> link.rate() == 200_000_000_000L);
    }

    @Test
    void a_port_of_several_planes_states_rate_and_cable_of_each_link() {
        Cluster cluster = read(folder, with(PORT_0, """
                {device: mlx5_0, plane: 0, address: "198.51.100.{n}", rate: 400Gb/s, cable: "fan-{n}", links: [{to: "leaf-1/Ethernet{n}", rate: 300Gb/s}, {to: "leaf-2/Ethernet{n+20}", rate: 100Gb/s, cable: "own-{n}"}]}""").replace("oversubscription: 1.0", "oversubscription: 1.5"));

        assertThat(cluster.links().subList(0, 2))
                .extracting(Link::rate)
                .containsExactly(300_000_000_000L, 100_000_000_000L);
        assertThat(cluster.links().subList(0, 2)).extracting(Link::cable).containsExactly("fan-1", "own-1");
    }

    @Test
    void the_second_port_of_a_device_has_its_number_in_its_name() {
        Cluster cluster = read(folder, with("device: mlx5_1", "device: mlx5_0, number: 2"));

        assertThat(cluster.hosts().get(0).ports())
                .extracting(RdmaPort::id)
                .containsExactly("gpu-01/mlx5_0", "gpu-01/mlx5_0:2");
        assertThat(cluster.links().get(1).id()).isEqualTo("gpu-01/mlx5_0:2~leaf-2/Ethernet1");
    }

    @Test
    void a_host_group_covers_the_ssh_settings_key_by_key() {
        Cluster cluster = read(
                folder,
                with(
                                "ssh: {user: root}",
                                "ssh: {user: root, port: 2222, keys: [key, ~/k, /etc/k], bastion: \"jump@192.0.2.9:23\"}")
                        .replace("    gpus: 8\n", "    gpus: 8\n    ssh: {user: admin, agent: true}\n"));

        String home = System.getProperty("user.home");
        Path real = folder.toAbsolutePath().normalize();
        SshSettings ssh = cluster.hosts().get(0).ssh();
        assertThat(ssh.user()).isEqualTo("admin");
        assertThat(ssh.port()).isEqualTo(2222);
        assertThat(ssh.agent()).isTrue();
        assertThat(ssh.keyFiles()).containsExactly(real.resolve("key"), Path.of(home, "k"), Path.of("/etc/k"));
        assertThat(ssh.knownHosts()).containsExactly(real.resolve("known_hosts"), Path.of(home, ".ssh/known_hosts"));
        assertThat(ssh.bastion()).contains(new SshSettings.Bastion("jump", "192.0.2.9", 23));
    }

    @Test
    void ssh_asks_the_agent_unless_a_key_file_is_named() {
        assertThat(read(folder, VALID).hosts().get(0).ssh().agent()).isTrue();
        String withKey = with("ssh: {user: root}", "ssh: {user: root, keys: [k]}");
        assertThat(read(folder, withKey).hosts().get(0).ssh().agent()).isFalse();
    }

    @Test
    void switches_take_the_ssh_settings_of_the_cluster_or_their_own() {
        Cluster cluster = read(
                folder,
                with("ssh: {user: root}", "ssh: {user: root, port: 2222, keys: [k]}")
                        .replace("role: leaf}", "role: leaf, ssh: {user: admin}}"));

        SshSettings own = cluster.switches().get(0).ssh();
        SshSettings common = cluster.switches().get(2).ssh();
        assertThat(own.user()).isEqualTo("admin");
        assertThat(own.port()).isEqualTo(2222);
        assertThat(common.user()).isEqualTo("root");
        assertThat(common.keyFiles()).isEqualTo(own.keyFiles()).hasSize(1);
    }

    @Test
    void a_password_takes_the_place_of_the_keys_of_the_cluster() {
        Cluster cluster = read(
                folder,
                with("ssh: {user: root}", "ssh: {user: root, keys: [k], agent: true}")
                        .replace("role: leaf}", "role: leaf, ssh: {password-file: p}}")
                        .replace("role: spine}", "role: spine, ssh: {password-env: P, keys: [own]}}"));

        SshSettings byFile = cluster.switches().get(0).ssh();
        SshSettings byVariable = cluster.switches().get(2).ssh();
        Path real = folder.toAbsolutePath().normalize();
        assertThat(byFile.password()).contains(new SshSettings.Password.InFile(real.resolve("p")));
        assertThat(byFile.keyFiles()).isEmpty();
        assertThat(byFile.agent()).isFalse();
        assertThat(byVariable.password()).contains(new SshSettings.Password.InVariable("P"));
        assertThat(byVariable.keyFiles()).containsExactly(real.resolve("own"));
        assertThat(cluster.hosts().get(0).ssh().password()).isEmpty();
    }

    @Test
    void switches_are_asked_only_with_an_address_and_a_system() {
        Cluster cluster = read(
                folder,
                with("role: leaf}", "role: leaf, address: \"192.0.2.10{n}\", system: nvue}")
                        .replace("role: spine}", "role: spine, system: junos}"));

        assertThat(cluster.switches()).extracting(Switch::isAsked).containsExactly(true, true, false);
    }

    @Test
    void bastion_none_lifts_the_bastion_of_the_cluster() {
        String yaml = with("ssh: {user: root}", "ssh: {user: root, bastion: jump}")
                .replace("    gpus: 8\n", "    gpus: 8\n    ssh: {bastion: none}\n");

        assertThat(read(folder, yaml).hosts().get(0).ssh().bastion()).isEmpty();
        assertThat(read(folder, with("ssh: {user: root}", "ssh: {user: root, bastion: \"[2001:db8::1]:24\"}"))
                        .hosts()
                        .get(0)
                        .ssh()
                        .bastion())
                .contains(new SshSettings.Bastion("root", "2001:db8::1", 24));
    }

    @Test
    void hosts_share_an_address_on_different_ssh_ports() {
        String yaml = with("address: 192.0.2.{n}", "address: 192.0.2.1")
                .replace("names: gpu-[01-02]", "names: gpu-01")
                .replace("cables:", """
                  - names: gpu-02
                    address: 192.0.2.1
                    ssh: {port: 2022}
                    ports: [{device: mlx5_0, address: 198.51.100.2, rate: 1Gb/s, link: leaf-1/Ethernet2}]
                cables:""");

        assertThat(read(folder, yaml).hosts())
                .extracting(host -> host.ssh().port())
                .containsExactly(22, 2022);
    }

    @Test
    void nvlink_domains_name_their_hosts_by_host_list() {
        Cluster cluster = read(folder, VALID + "nvlink-domains:\n  - {name: rack-1, hosts: \"gpu-[01-02]\"}\n");

        assertThat(cluster.nvlinkDomains()).containsExactly(new NvlinkDomain("rack-1", List.of("gpu-01", "gpu-02")));
    }

    @Test
    void anchors_share_a_list_of_ports_between_groups() {
        Cluster cluster = read(folder, """
                format: 1
                name: pods
                ssh: {user: root}
                tiers: [{name: host-leaf}]
                switches: [{names: "leaf-[1-4]", role: leaf}]
                hosts:
                  - names: gpu-[1-2]
                    address: 192.0.2.{n}
                    ports: &nics
                      - {device: "mlx5_[0-1]", rail: "{p}", address: "10.0.{p}.{n}", rate: 1Gb/s, link: "leaf-{p+1}/E{n}"}
                """ + """
                  - names: gpu-[3-4]
                    address: 192.0.2.{n}
                    ports: *nics
                """);

        assertThat(cluster.ports()).hasSize(8);
        assertThat(cluster.ports().get(7).address()).isEqualTo("10.0.1.4");
    }

    @Test
    void reads_the_same_under_a_locale_with_a_decimal_comma() {
        Locale before = Locale.getDefault();
        String yaml = with("rate: 800Gb/s", "rate: 0.8Tb/s").replace("oversubscription: 1.0", "oversubscription: 1.5");
        try {
            Locale.setDefault(Locale.ROOT);
            Cluster root = read(folder, yaml);
            Locale.setDefault(Locale.GERMANY);
            assertThat(read(folder, yaml)).isEqualTo(root);
            assertThat(root.tiers().get(1).oversubscription()).isEqualTo(1.5);
        } finally {
            Locale.setDefault(before);
        }
    }
}
