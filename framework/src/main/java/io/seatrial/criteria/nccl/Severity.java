package io.seatrial.criteria.nccl;

import java.util.Locale;

/** How much a finding weighs, the worst first. */
public enum Severity {
    /** The line does not do what it says, or must not stand in what is signed off. */
    ERROR,
    /** It does what it says, which may harm. */
    WARNING,
    /** Good to know. */
    INFO;

    /** Return the word for people. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
