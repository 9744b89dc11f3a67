package io.seatrial.archive.signoff;

/** {@code ssh-keygen} is not here, or did not come to its end: neither can be signed, nor can be told whether a signature holds. */
public final class NoSshKeygenException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoSshKeygenException(String message) {
        super(message);
    }
}
