package io.seatrial.testkit;

import io.seatrial.plan.Patterns;
import io.seatrial.plan.TrafficPattern;

/** The traffic patterns that suites ask over. */
public final class Traffic {
    private Traffic() {}

    /** Every pair of hosts, within each rail, in rounds of disjoint pairs. */
    public static TrafficPattern everyPairWithinRail() {
        return Patterns.everyPairWithinRail();
    }

    /** Every pair of hosts whose ports hang on different leaves. */
    public static TrafficPattern everyPairAcrossLeaves() {
        return Patterns.acrossLeaves();
    }

    /** Every pair of hosts, between ports of different rails. */
    public static TrafficPattern everyPairAcrossRails() {
        return Patterns.acrossRails();
    }

    /** Every pair of ports of one host, out by the link of the one and in by that of the other. */
    public static TrafficPattern everyPairOfPortsOfAHost() {
        return Patterns.throughTheSwitch();
    }

    /** Every port sends and receives, one flow per link at a time. */
    public static TrafficPattern eachLinkAlone() {
        return Patterns.eachLinkAlone();
    }

    /** Every port sends to its neighbour and receives from the other, all at once. */
    public static TrafficPattern allTogether() {
        return Patterns.allTogether();
    }
}
