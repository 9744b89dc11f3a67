package io.seatrial.cli;

import io.seatrial.inventory.Cluster;
import io.seatrial.lab.Fault;
import java.util.List;

/** The faults of the command line; they are for virtual clusters alone. */
record FaultOptions(List<Fault> faults) {
    static FaultOptions of(List<String> texts, Cluster cluster) {
        if (!texts.isEmpty() && cluster.lab().isEmpty()) {
            throw new UsageException("--fault " + texts.get(0) + ": cluster " + cluster.name()
                    + " is not virtual; faults are injected in the lab only, never into real hosts");
        }
        try {
            return new FaultOptions(
                    texts.stream().map(text -> Fault.parse(text, cluster)).toList());
        } catch (IllegalArgumentException e) {
            throw new UsageException("--fault: " + e.getMessage());
        }
    }
}
