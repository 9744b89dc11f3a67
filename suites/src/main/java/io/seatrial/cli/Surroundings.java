package io.seatrial.cli;

import io.seatrial.archive.Folders;
import io.seatrial.inventory.Cluster;
import io.seatrial.lab.Lab;
import io.seatrial.lab.LabAccess;
import io.seatrial.lab.LabState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where a run takes place: a real cluster as it is; a virtual one in the lab that was left running, else in a lab of its own, which ends with
 * the run.
 *
 * @param cluster with the way to reach its hosts
 * @param lab a lab of its own
 * @param folder of that lab, removed at the end
 */
record Surroundings(Cluster cluster, Optional<Lab> lab, Optional<Path> folder) implements AutoCloseable {
    static Surroundings of(Cluster cluster, FaultOptions faults, Path runs) throws IOException {
        if (cluster.lab().isEmpty()) {
            return new Surroundings(cluster, Optional.empty(), Optional.empty());
        }
        Optional<LabAccess> left = standing(cluster);
        if (left.isPresent()) {
            return new Surroundings(
                    requireSameFaults(left.get(), faults).on(cluster), Optional.empty(), Optional.empty());
        }
        Path folder = Files.createTempDirectory("seatrial-lab-");
        Lab lab = Lab.start(cluster, faults.faults(), folder);
        return new Surroundings(lab.access().on(cluster), Optional.of(lab), Optional.of(folder));
    }

    /** Refuse faults that the lab which is up does not have, before anything is written. */
    static void refuseOtherFaults(Cluster cluster, FaultOptions faults) throws IOException {
        Optional<LabAccess> left = cluster.lab().isPresent() ? standing(cluster) : Optional.empty();
        if (left.isPresent()) {
            requireSameFaults(left.get(), faults);
        }
    }

    private static Optional<LabAccess> standing(Cluster cluster) throws IOException {
        return LabState.read(LabFolders.standing(cluster))
                .filter(LabState::alive)
                .map(LabState::access);
    }

    private static LabAccess requireSameFaults(LabAccess access, FaultOptions faults) {
        List<String> wanted =
                faults.faults().stream().map(Object::toString).sorted().toList();
        if (!wanted.isEmpty()
                && !wanted.equals(access.faults().stream().sorted().toList())) {
            throw new UsageException("--fault: the lab of process " + access.pid() + " runs with the faults "
                    + access.faults() + "; stop it ('seatrial lab stop'), or give the faults to 'seatrial lab start'");
        }
        return access;
    }

    @Override
    public void close() throws IOException {
        if (lab.isPresent()) {
            lab.get().close();
        }
        if (folder.isPresent()) {
            Folders.remove(folder.get());
        }
    }
}
