package io.seatrial.cli;

import io.seatrial.inventory.Cluster;
import java.nio.file.Path;

/** Where a lab that was started by hand keeps its state, so that {@code run} and {@code cleanup} find it. */
final class LabFolders {
    private LabFolders() {}

    static Path standing(Cluster cluster) {
        return Path.of(System.getProperty("java.io.tmpdir"))
                .resolve("seatrial-lab-" + System.getProperty("user.name"))
                .resolve(cluster.name() + "-" + cluster.hash().substring(0, 12));
    }
}
