package io.seatrial.inventory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Cluster files for tests: a small valid one to change at one place, and folders made of a text. */
final class WrittenClusters {
    static final String VALID = """
            format: 1
            name: small
            ssh: {user: root}
            tiers:
              - {name: host-leaf}
              - {name: leaf-spine, oversubscription: 1.0}
            switches:
              - {names: "leaf-[1-2]", role: leaf}
              - {names: spine-1, role: spine}
            hosts:
              - names: gpu-[01-02]
                address: 192.0.2.{n}
                gpus: 8
                ports:
                  - {device: mlx5_0, address: "198.51.100.{n}", rate: 400Gb/s, link: "leaf-1/Ethernet{n}"}
                  - {device: mlx5_1, address: "203.0.113.{n}", rate: 400Gb/s, link: "leaf-2/Ethernet{n}"}
            cables:
              - {from: "leaf-[1-2]/Ethernet48", to: "spine-1/Ethernet[1-2]", rate: 800Gb/s}
            """;

    private WrittenClusters() {}

    static Cluster read(Path folder, String yaml) {
        return read(folder, yaml.getBytes(StandardCharsets.UTF_8));
    }

    static Cluster read(Path folder, byte[] yaml) {
        try {
            Files.write(folder.resolve(ClusterFile.NAME), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ClusterFile.read(folder);
    }

    /** Return the problems as text, with the folder left out. */
    static List<String> problems(Path folder, String yaml) {
        try {
            read(folder, yaml);
            return List.of();
        } catch (InventoryException e) {
            return e.problems().stream()
                    .map(problem -> problem.toString().replace(folder + "/", ""))
                    .toList();
        }
    }

    /** Return the valid file with one text replaced, which must be there. */
    static String with(String old, String replacement) {
        if (!VALID.contains(old)) {
            throw new IllegalArgumentException("the valid file has no '" + old + "'");
        }
        return VALID.replace(old, replacement);
    }

    /** Return the folder of the clusters that the project ships. */
    static Path shipped() {
        Path folder = Path.of(System.getProperty("seatrial.project.dir", System.getProperty("user.dir")))
                .toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve("inventory/virtual"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("no folder above this one holds inventory/virtual");
        }
        return folder.resolve("inventory");
    }
}
