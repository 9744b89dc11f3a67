package io.seatrial.cli;

/** The input is wrong: exit status 2, one clear text, no stack. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
