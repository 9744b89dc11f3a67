package io.seatrial.plan;

import io.seatrial.inventory.Cluster;

/** Turns a cluster into rounds of groups. */
@FunctionalInterface
public interface GroupPattern {
    /** Return the rounds for a cluster, and what they leave out; the same cluster gives the same rounds. */
    GroupPlan plan(Cluster cluster, RankKind ranks);
}
