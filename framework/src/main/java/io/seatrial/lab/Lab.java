package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.LabSettings;
import io.seatrial.inventory.Switch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A virtual cluster on loopback addresses of this machine: SSH hosts whose commands are real processes, SSH switches that speak as SONiC does,
 * and a fabric between them. Everything
 * that it started ends with it. Several may run side by side, each with a folder of its own.
 */
public final class Lab implements AutoCloseable {
    private final List<AutoCloseable> parts;
    private final LabAccess access;
    private final Path folder;
    private final CountDownLatch stopped = new CountDownLatch(1);

    Lab(List<AutoCloseable> parts, LabAccess access, Path folder) {
        this.parts = parts;
        this.access = access;
        this.folder = folder;
    }

    /**
     * Start a virtual cluster.
     *
     * @param cluster must have lab settings, and loopback addresses alone
     * @param faults what shall be wrong with it
     * @param folder where its keys, its state file and its hosts' folders are made; it is created where it is missing
     * @throws IOException if a file or a listener cannot be made, or a lab already runs in that folder
     * @throws IllegalArgumentException if the cluster is not virtual
     */
    public static Lab start(Cluster cluster, List<Fault> faults, Path folder) throws IOException {
        LabSettings settings = cluster.lab()
                .orElseThrow(() -> new IllegalArgumentException("cluster " + cluster.name()
                        + ": expected a lab: block in cluster.yaml; faults and labs are for virtual clusters only"));
        Addresses.check(cluster);
        Path place = Files.createDirectories(folder).toRealPath();
        refuseSecond(place);
        return new LabBuilder(cluster, settings, List.copyOf(faults), place).build();
    }

    private static void refuseSecond(Path folder) throws IOException {
        LabState before = LabState.read(folder).filter(LabState::alive).orElse(null);
        if (before != null) {
            throw new IOException("lab in " + folder + ": process "
                    + before.access().pid() + " already runs one there; stop it, or use another folder");
        }
    }

    /** Tell whether a lab answers for a switch: it has an address, and runs what the lab's switches speak. */
    public static boolean serves(Switch node) {
        return !node.address().isEmpty() && node.system().equals("sonic");
    }

    /** Return how its hosts and switches are reached. */
    public LabAccess access() {
        return access;
    }

    /** Wait until it is closed, by another thread or a shutdown hook. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** End everything that it started: connections, processes, listeners, threads; and remove the state file. */
    @Override
    public void close() throws IOException {
        try {
            closeAll(parts);
            Files.deleteIfExists(folder.resolve(LabState.FILE));
        } finally {
            stopped.countDown();
        }
    }

    static void closeAll(List<AutoCloseable> parts) throws IOException {
        IOException failure = null;
        for (int i = parts.size() - 1; i >= 0; i--) {
            try {
                parts.get(i).close();
            } catch (Exception e) {
                failure = failure == null ? new IOException("lab: a part did not close", e) : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
