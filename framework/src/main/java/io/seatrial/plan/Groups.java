package io.seatrial.plan;

import java.util.OptionalInt;

/**
 * The patterns of groups by name: the door of this room for those who ask for collectives. In every group each rank reaches every other, and
 * in every round no port is in two groups; with a rank for each GPU no host is. Where an NVLink domain spans several hosts the groups are
 * still made of hosts: a pair of two hosts of one domain measures NVLink and not the fabric.
 *
 * <p>A rank for each NIC: groups of several hosts are cut by rail, as {@code rail 0}; by plane as well where planes are declared, as
 * {@code rail 0 plane 1}; and where a host has several ports on the same rail and plane, as {@code rail 0 no. 2}. Without declared rails the
 * position of the port in its host stands for the rail, as {@code port 0}. What nothing joins becomes several groups, each named after the
 * leaf of its first port: {@code rail 0 from leaf-3}.
 */
public final class Groups {
    private Groups() {}

    /** Return the pattern that cuts a cluster into groups of a shape. */
    public static GroupPattern of(GroupShape shape) {
        return switch (shape) {
            case HOST -> withinEachHost();
            case PAIRS -> pairsOfHosts();
            case RAIL -> eachRail();
            case LEAF -> eachLeaf();
            case POD -> eachPod();
            case ALL -> everybody();
            case HALVES -> halves();
        };
    }

    /** Each host by itself, all at once: {@code within gpu-01}, with planes {@code within gpu-01 plane 1}. */
    public static GroupPattern withinEachHost() {
        return new WithinHost();
    }

    /** Every pair of hosts once, up to a limit: {@code gpu-01+gpu-02 rail 0}, with a rank for each GPU {@code gpu-01+gpu-02}. */
    public static PairsOfHosts pairsOfHosts() {
        return new PairsOfHosts(OptionalInt.empty(), 0);
    }

    /**
     * One rail after the other, in the order of the leaves: {@code rail 0}. With a rank for each GPU the group is the same and has one GPU of
     * each host, that of the rail.
     */
    public static GroupPattern eachRail() {
        return new EachRail();
    }

    /**
     * The ports of each leaf, all leaves at once: {@code leaf leaf-1}, of bonds {@code leaf leaf-1+leaf-2}. With a rank for each GPU the
     * hosts on the same leaves: {@code leaf leaf-[1-8]}.
     */
    public static GroupPattern eachLeaf() {
        return new EachLeaf();
    }

    /**
     * The hosts below the same spines, all such parts at once, each named after the first of its spines: {@code pod spine-1 rail 0}, with a
     * rank for each GPU {@code pod spine-1}. A fabric that is one such part has none, and says so.
     */
    public static GroupPattern eachPod() {
        return new EachPod();
    }

    /** Everybody at once, in the order of the leaves: {@code all rail 0} beside {@code all rail 1}, with a rank for each GPU {@code all}. */
    public static GroupPattern everybody() {
        return new Everybody();
    }

    /**
     * Pairs of ports on different leaves, all at once, as many as there can be: {@code gpu-01/mlx5_0+gpu-03/mlx5_0}, with a rank for each GPU
     * {@code gpu-01+gpu-03}.
     */
    public static GroupPattern halves() {
        return new Halves();
    }

    /**
     * Leaves that meet each other in turn, two pairs of ports at a time, at most five partners each: the measurements that decide whose uplink
     * is slow. With a rank for each GPU there are none.
     */
    public static GroupPattern leafMeetings() {
        return new LeafMeetings();
    }

    /**
     * The steps of a group's ring as groups of two: the measurements that decide which of its links slows it. They take 2 rounds, 3 where the
     * number of ranks is odd, and no port is twice in a round. An edge keeps the shape of its group and is named
     * {@code gpu-01/mlx5_0+gpu-02/mlx5_0}; with a rank for each GPU it joins two hosts, {@code gpu-01+gpu-02}, and a group of one host has
     * none.
     */
    public static GroupPlan edges(Group group, RankKind ranks) {
        return RingEdges.of(group, ranks);
    }
}
