package io.seatrial.telemetry;

import io.seatrial.formats.text.FormatException;
import java.math.BigInteger;

/** Small rules that several systems need for what they answer. */
final class Answers {
    private Answers() {}

    /** Refuse a text whose last line is cut: what it lacks would look as if it were not there. */
    static void requireWhole(Boolean complete) {
        if (Boolean.FALSE.equals(complete)) {
            throw FormatException.inDocument("", "a text that is cut in its last line", "the whole answer");
        }
    }

    /** Return the sum, null unless both are known. */
    static BigInteger sum(BigInteger a, BigInteger b) {
        return a == null || b == null ? null : a.add(b);
    }
}
