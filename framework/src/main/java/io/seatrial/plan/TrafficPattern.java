package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import java.util.List;

/** Turns a cluster into rounds. */
@FunctionalInterface
public interface TrafficPattern {
    /** Return the rounds for a cluster; the same cluster gives the same rounds. */
    List<Round> rounds(Cluster cluster);
}
