package io.seatrial.testkit;

/** There is not enough evidence for a verdict: reported as broken, never as passed. */
public final class NotProvenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotProvenException(String message) {
        // the message is the whole product here: a stack of the framework would hide it
        super(message, null, false, false);
    }
}
