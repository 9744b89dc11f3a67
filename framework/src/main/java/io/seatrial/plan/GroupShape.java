package io.seatrial.plan;

/** How a cluster is cut into groups: the smaller ones first, so that a slow host is told from a slow fabric. */
public enum GroupShape {
    /** The ranks of one host. */
    HOST("host"),
    /** Two hosts; every pair meets once. */
    PAIRS("pairs"),
    /** The ports of one rail. */
    RAIL("rail"),
    /** The ports of one leaf. */
    LEAF("leaf"),
    /** The hosts below the same spines, where the fabric has more than one such part. */
    POD("pod"),
    /** Everybody. */
    ALL("all"),
    /** Pairs of ports on different leaves, each port in one of them, all at once: what crosses the spines is what is measured. */
    HALVES("halves");

    private final String text;

    GroupShape(String text) {
        this.text = text;
    }

    /** Return the name used in the ids of asks. */
    public String text() {
        return text;
    }
}
