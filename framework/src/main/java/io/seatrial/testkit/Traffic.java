package io.seatrial.testkit;

import io.seatrial.plan.GroupPattern;
import io.seatrial.plan.Groups;
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

    /** The ranks of each host, all hosts at once. */
    public static GroupPattern withinEachHost() {
        return Groups.withinEachHost();
    }

    /** Every pair of hosts once, in rounds of disjoint pairs. */
    public static GroupPattern everyPairOfHosts() {
        return Groups.pairsOfHosts();
    }

    /** The ports of each rail, all rails at once. */
    public static GroupPattern eachRail() {
        return Groups.eachRail();
    }

    /** The ports of each leaf, all leaves at once. */
    public static GroupPattern eachLeaf() {
        return Groups.eachLeaf();
    }

    /** The hosts below the same spines, all such parts at once. */
    public static GroupPattern eachPod() {
        return Groups.eachPod();
    }

    /** Everybody together. */
    public static GroupPattern everybody() {
        return Groups.everybody();
    }

    /** Pairs of ports on different leaves, every port in one of them, all at once. */
    public static GroupPattern halvesAcrossTheSpine() {
        return Groups.halves();
    }
}
