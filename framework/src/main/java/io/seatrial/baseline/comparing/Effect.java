package io.seatrial.baseline.comparing;

/** What became of a number. */
public enum Effect {
    /** It moved to the bad side, by more than is tolerated, and chance does not do that. */
    WORSE,
    /** It moved to the good side, by more than is tolerated, and chance does not do that. */
    BETTER,
    /** It is proven to lie within what is tolerated. */
    UNCHANGED,
    /** Neither is proven. */
    CANNOT_TELL
}
