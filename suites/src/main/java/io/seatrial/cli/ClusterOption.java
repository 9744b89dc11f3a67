package io.seatrial.cli;

import io.seatrial.criteria.Criteria;
import io.seatrial.criteria.CriteriaFile;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Names a cluster. */
final class ClusterOption {
    @Option(
            names = "--cluster",
            required = true,
            paramLabel = "DIR",
            description = "Folder of the cluster: cluster.yaml, criteria.yaml, baseline.json, waivers.yaml.")
    Path folder;

    Cluster cluster() {
        return ClusterFile.read(folder);
    }

    Criteria criteria(Cluster cluster) {
        return CriteriaFile.read(folder, cluster);
    }
}
