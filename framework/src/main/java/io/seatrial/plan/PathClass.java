package io.seatrial.plan;

/** Flows of one class may be compared: they cross the same number of switches and the same kind of links (domain: latency classes). */
public enum PathClass {
    /** One switch: both ends on the same leaf. */
    WITHIN_LEAF("within-leaf", 1),
    /** Three switches: leaf, spine, leaf. */
    ACROSS_LEAVES("across-leaves", 3),
    /** Five switches: through the core. */
    ACROSS_SPINES("across-spines", 5);

    private final String text;
    private final int switches;

    PathClass(String text, int switches) {
        this.text = text;
        this.switches = switches;
    }

    /** Return the name used in files and conditions. */
    public String text() {
        return text;
    }

    /** Return the number of switches on the path. */
    public int switches() {
        return switches;
    }
}
