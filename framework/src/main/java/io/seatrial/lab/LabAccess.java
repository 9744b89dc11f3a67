package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.SshSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the hosts and switches of a running lab are reached.
 *
 * @param port SSH port, the same on every address
 * @param user login name
 * @param key private key file, the only one that may log in
 * @param knownHosts file with the keys of hosts and switches
 * @param pid the process that holds the lab
 * @param clusterHash hash of the cluster that it stands for
 * @param faults what was injected, each {@code NAME:SUBJECT}
 */
public record LabAccess(
        int port, String user, Path key, Path knownHosts, long pid, String clusterHash, List<String> faults) {
    public LabAccess {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(knownHosts, "knownHosts");
        Objects.requireNonNull(clusterHash, "clusterHash");
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("lab access: port: expected 1..65535, got " + port);
        }
        faults = List.copyOf(faults);
    }

    /**
     * Return the cluster with every host and switch reached in this lab.
     *
     * @throws IllegalArgumentException if the lab was started for other bytes of {@code cluster.yaml}
     */
    public Cluster on(Cluster cluster) {
        if (!cluster.hash().equals(clusterHash)) {
            throw new IllegalArgumentException(
                    "lab of process " + pid + ": it was started for another version of cluster " + cluster.name() + " ("
                            + clusterHash + ", now " + cluster.hash() + "); stop it and start it again");
        }
        SshSettings settings = new SshSettings(
                user, port, List.of(key), false, Optional.empty(), List.of(knownHosts), Optional.empty());
        return cluster.reachedBy(host -> settings).switchesReachedBy(node -> settings);
    }
}
