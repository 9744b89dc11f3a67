package io.seatrial.measurement;

/** Which side of a limit is the good one. */
public enum Direction {
    LOWER_IS_BETTER,
    HIGHER_IS_BETTER;

    /**
     * Tell whether {@code seen} lies on the worse side of {@code limit}; a value equal to its limit keeps it.
     *
     * @param seen a value in the unit of the limit
     * @param limit the fail edge
     */
    public boolean isWorse(long seen, long limit) {
        return this == LOWER_IS_BETTER ? seen > limit : seen < limit;
    }

    /** Return the better of two values in the same unit. */
    public long better(long a, long b) {
        return this == LOWER_IS_BETTER ? Math.min(a, b) : Math.max(a, b);
    }
}
