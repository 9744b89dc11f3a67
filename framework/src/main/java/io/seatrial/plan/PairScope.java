package io.seatrial.plan;

/** Which ports of two hosts talk to each other when the hosts meet. */
public enum PairScope {
    /** Ports of the same rail, wherever they are linked. */
    WITHIN_RAIL("every pair within a rail", true, false),
    /** Ports of different rails; where each rail has leaves of its own, these cross leaves. */
    ACROSS_RAILS("every pair across rails", false, true),
    /** Ports of the same rail on the same leaf. */
    WITHIN_LEAF("every pair of a rail within a leaf", true, false),
    /** Ports of any two rails on different leaves. */
    ACROSS_LEAVES("every pair across leaves", true, true);

    private final String text;
    private final boolean sameRail;
    private final boolean otherRails;

    PairScope(String text, boolean sameRail, boolean otherRails) {
        this.text = text;
        this.sameRail = sameRail;
        this.otherRails = otherRails;
    }

    /** Return the scope in words. */
    public String text() {
        return text;
    }

    boolean asks(Lane from, Lane to) {
        boolean asked = from.equals(to) ? sameRail : otherRails && (this != ACROSS_RAILS || !from.sameRail(to));
        return asked && from.mayReach(to);
    }

    /** Return the first and the last shift between lanes that can be asked for. */
    int firstShift() {
        return sameRail ? 0 : 1;
    }

    int shiftsEnd(int lanes) {
        return otherRails ? lanes : 1;
    }

    /** Tell whether some of the asked flows are left out because of their path. */
    boolean filters() {
        return this == WITHIN_LEAF || this == ACROSS_LEAVES;
    }

    boolean keeps(PathClass pathClass) {
        return switch (this) {
            case WITHIN_RAIL, ACROSS_RAILS -> true;
            case WITHIN_LEAF -> pathClass == PathClass.WITHIN_LEAF;
            case ACROSS_LEAVES -> pathClass != PathClass.WITHIN_LEAF;
        };
    }
}
