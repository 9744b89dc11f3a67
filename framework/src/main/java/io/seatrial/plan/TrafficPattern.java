package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import java.util.List;

/** Turns a cluster into rounds. */
@FunctionalInterface
public interface TrafficPattern {
    /** Return the rounds for a cluster; the same cluster gives the same rounds. */
    List<Round> rounds(Cluster cluster);

    /** Return the rounds together with what they leave out and why. */
    default Plan plan(Cluster cluster) {
        return new Plan(rounds(cluster), List.of());
    }
}
