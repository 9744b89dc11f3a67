package io.seatrial.baseline;

/** A {@code baseline.json} that cannot be understood; the message names file, place and expectation. */
public final class InvalidBaselineException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    InvalidBaselineException(String message, Throwable cause) {
        super(message, cause);
    }
}
