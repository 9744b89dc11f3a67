package io.seatrial.telemetry;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small cluster that is read from its file, with whatever servers a test writes behind it. */
public final class TelemetryCluster {
    private static final String YAML = """
            format: 1
            name: small
            ssh: {user: root}
            tiers: [{name: host-leaf}, {name: leaf-spine}]
            switches: [{names: "leaf-[1-2]", role: leaf}, {names: spine-1, role: spine}]
            hosts:
              - names: gpu-[01-02]
                address: 192.0.2.{n}
                gpus: 2
                ports:
                  - {device: "mlx5_[0-1]", netdev: "eth{p}", address: "198.51.{p}.{n}", rate: 400Gb/s, link: "leaf-{p+1}/{n}"}
            cables: [{from: "leaf-[1-2]/9", to: "spine-1/[1-2]", rate: 800Gb/s}]
            """;

    private TelemetryCluster() {}

    public static Cluster with(Path folder, String servers) {
        try {
            Files.writeString(folder.resolve(ClusterFile.NAME), YAML + servers);
            return ClusterFile.read(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
