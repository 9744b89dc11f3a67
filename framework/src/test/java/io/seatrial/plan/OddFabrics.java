package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Clusters with planes, bonds and several ports on a rail, as files say them. */
final class OddFabrics {
    private OddFabrics() {}

    /** Four hosts with two planes of two rails; each plane has a leaf for both rails, and no spine. */
    static Cluster planes(Path folder) throws IOException {
        return read(folder, """
                format: 1
                name: planes
                ssh: {user: root}
                tiers: [{name: host-leaf}]
                switches:
                  - {names: "leaf-[1-2]", role: leaf}
                hosts:
                  - names: gpu-[1-4]
                    address: 192.0.2.{n}
                    gpus: 2
                    ports:
                      - {device: a0, rail: 0, plane: 1, address: "198.18.1.{n}", rate: 400Gb/s, link: "leaf-1/a{n}"}
                      - {device: a1, rail: 1, plane: 1, address: "198.18.2.{n}", rate: 400Gb/s, link: "leaf-1/b{n}"}
                      - {device: b0, rail: 0, plane: 2, address: "198.18.3.{n}", rate: 400Gb/s, link: "leaf-2/a{n}"}
                      - {device: b1, rail: 1, plane: 2, address: "198.18.4.{n}", rate: 400Gb/s, link: "leaf-2/b{n}"}
                """);
    }

    /** Three hosts, each with a bond to two leaves and two more ports on one rail of a third leaf. */
    static Cluster bonds(Path folder) throws IOException {
        return read(folder, """
                format: 1
                name: bonds
                ssh: {user: root}
                tiers: [{name: host-leaf}, {name: leaf-spine, oversubscription: 6}]
                switches:
                  - {names: "leaf-[1-3]", role: leaf}
                  - {names: spine-1, role: spine}
                hosts:
                  - names: gpu-[1-3]
                    address: 192.0.2.{n}
                    gpus: 3
                    ports:
                      - {device: bond, bond: bond0, rail: 0, address: "198.51.100.{n}", rate: 200Gb/s, links: ["leaf-1/a{n}", "leaf-2/a{n}"]}
                      - {device: c0, rail: 1, address: "203.0.113.{n}", rate: 100Gb/s, link: "leaf-3/a{n}"}
                      - {device: c1, rail: 1, address: "203.0.113.{n+100}", rate: 100Gb/s, link: "leaf-3/b{n}"}
                cables:
                  - {from: "leaf-[1-3]/u", to: "spine-1/{n}", rate: 100Gb/s}
                """);
    }

    private static Cluster read(Path folder, String yaml) throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), yaml);
        return ClusterFile.read(folder);
    }
}
