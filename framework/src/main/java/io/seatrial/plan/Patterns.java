package io.seatrial.plan;

import java.util.OptionalInt;

/** The patterns by name: the door of this room for those who ask for traffic. */
public final class Patterns {
    private Patterns() {}

    /** Let every pair of hosts meet once on each rail. */
    public static Pairing everyPairWithinRail() {
        return pairing(PairScope.WITHIN_RAIL);
    }

    /** Let every pair of hosts meet once on each pair of different rails of the same plane. */
    public static Pairing acrossRails() {
        return pairing(PairScope.ACROSS_RAILS);
    }

    /** Let every pair of hosts meet once on each rail that links both to the same leaf. */
    public static Pairing withinLeaf() {
        return pairing(PairScope.WITHIN_LEAF);
    }

    /** Let every pair of ports of different hosts meet once that has different leaves. */
    public static Pairing acrossLeaves() {
        return pairing(PairScope.ACROSS_LEAVES);
    }

    /**
     * Let every port send once and receive once with nothing beside it: the flows of a round share no host, and the two directions of a
     * pair run in different rounds. Partners are on the same leaf where there are any, so that the fabric takes no part.
     */
    public static LinkAlone eachLinkAlone() {
        return new LinkAlone(0);
    }

    /**
     * Let every port send to its neighbour in the rail and receive from the other neighbour, all in one round. The order follows the leaves,
     * so that a ring leaves each of them once. The two flows of a port share its link, one in each direction.
     */
    public static TrafficPattern allTogether() {
        return new Rings();
    }

    /**
     * Let every port receive once from several others at the same moment, more than its link can carry.
     *
     * @param senders how many, 2 or more
     */
    public static TrafficPattern incast(int senders) {
        return new Incast(senders);
    }

    /** Let every port of a host meet every other port of the same host, through the switch. */
    public static TrafficPattern throughTheSwitch() {
        return new Loopback();
    }

    private static Pairing pairing(PairScope scope) {
        return new Pairing(scope, OptionalInt.empty(), 0);
    }
}
