package io.seatrial.criteria;

/** How well a limit is founded. */
public enum EvidenceGrade {
    /** Read in the primary source. */
    A,
    /** Read in a secondary source. */
    B,
    /** Recalled, not read again. */
    C,
    /** Derived by calculation, or chosen. */
    D;

    /** Tell whether the limit has to give way to better evidence, and must be shown so. */
    public boolean provisional() {
        return this == C || this == D;
    }

    static EvidenceGrade of(String text) {
        return Texts.find(values(), EvidenceGrade::name, text);
    }
}
