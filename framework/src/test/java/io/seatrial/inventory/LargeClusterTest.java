package io.seatrial.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 10,000 GPUs: 1,250 hosts with 8 ports, 40 groups of up to 32 hosts, each with a leaf per rail. */
class LargeClusterTest {
    private static final int HOSTS = 1250;

    @TempDir
    Path folder;

    @Test
    void ten_thousand_ports_take_fewer_than_sixty_lines() {
        String yaml = compact();

        Cluster cluster = WrittenClusters.read(folder, yaml);

        assertThat(yaml.lines().count()).isLessThan(60);
        assertThat(cluster.hosts()).hasSize(HOSTS);
        assertThat(cluster.ports()).hasSize(10_000);
        assertThat(cluster.switches()).hasSize(320 + 32 + 8);
        assertThat(cluster.linksOfTier("host-leaf")).hasSize(10_000);
        assertThat(cluster.linksOfTier("leaf-spine")).hasSize(320 * 4);
        assertThat(cluster.linksOfTier("spine-core")).hasSize(32 * 8);
        assertThat(cluster.ports().get(9_999).links()).containsExactly("gpu-1250/mlx5_7~leaf-40-8/Ethernet2");
    }

    @Test
    void ten_thousand_ports_written_out_give_the_same_cluster() {
        Cluster compact = WrittenClusters.read(folder, compact());
        String yaml = writtenOut(compact);

        Cluster written = WrittenClusters.read(folder, yaml);

        assertThat(yaml.getBytes(StandardCharsets.UTF_8).length).isGreaterThan(1_500_000);
        assertThat(written.hosts()).isEqualTo(compact.hosts());
        assertThat(written.links()).isEqualTo(compact.links());
        assertThat(written.cables()).isEqualTo(compact.cables());
    }

    static String compact() {
        return """
                format: 1
                name: large
                platform: h100-8x400g
                ssh: {user: root}
                tiers:
                  - {name: host-leaf}
                  - {name: leaf-spine, oversubscription: 8.0}
                  - {name: spine-core, oversubscription: 5.0}
                switches:
                  - {names: "leaf-[1-40]-[1-8]", role: leaf}
                  - {names: "spine-[1-8]-[1-4]", role: spine}
                  - {names: "core-[1-8]", role: core}
                hosts:
                  - names: gpu-[0001-1250]
                    address: 10.200.{i/250}.{i%250+1}
                    gpus: 8
                    ports:
                      - device: mlx5_[0-7]
                        netdev: eth{p}
                        rail: "{p}"
                        numa: "{p/4}"
                        address: 10.{p}.{i/250}.{i%250+1}
                        rate: 400Gb/s
                        link: leaf-{i/32+1}-{p+1}/Ethernet{i%32+1}
                cables:
                  - {from: "leaf-[1-40]-[1-8]/Ethernet[49-52]", to: "spine-{n}-{p-48}/Ethernet{i/32+1}", rate: 400Gb/s}
                  - {from: "spine-[1-8]-[1-4]/Ethernet[51-58]", to: "core-{p-50}/Ethernet{i/8+1}", rate: 400Gb/s}
                """;
    }

    static String writtenOut(Cluster cluster) {
        String compact = compact();
        StringBuilder yaml = new StringBuilder(compact.substring(0, compact.indexOf("hosts:")));
        yaml.append("hosts:\n");
        for (Host host : cluster.hosts()) {
            yaml.append("  - names: ").append(host.name());
            yaml.append("\n    address: ").append(host.address()).append("\n    gpus: 8\n    ports:\n");
            host.ports().forEach(port -> append(yaml, port));
        }
        return yaml.append(compact.substring(compact.indexOf("cables:"))).toString();
    }

    private static void append(StringBuilder yaml, RdmaPort port) {
        yaml.append("      - device: ").append(port.device());
        yaml.append("\n        netdev: ").append(port.netdev());
        yaml.append("\n        rail: ").append(port.rail().getAsInt());
        yaml.append("\n        numa: ").append(port.numa().getAsInt());
        yaml.append("\n        address: ").append(port.address());
        yaml.append("\n        rate: 400Gb/s\n        link: ");
        yaml.append(port.links().get(0).split("~")[1]).append('\n');
    }
}
