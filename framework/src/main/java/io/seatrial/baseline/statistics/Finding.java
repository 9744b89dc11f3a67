package io.seatrial.baseline.statistics;

/** What the family of a run says of one subject. */
public enum Finding {
    /** Not beyond its tolerance, and a run that would have seen a total loss. */
    KEEPS,
    /** Significantly worse than its own accepted runs and than its class, beyond the tolerance. */
    WORSE,
    /** Beyond the tolerance, but only together with what its whole class lost: look for a cause that the class shares. */
    WORSE_WITH_CLASS,
    /** Beyond the tolerance without being significant, or even a total loss would not have been significant: neither can be shown. */
    CANNOT_TELL,
    /** No value in this run, or no reference: there was nothing to test. */
    NOT_TESTED
}
