package io.seatrial.archive;

/** An archive folder cannot be read or written; the message names the file and says what to do. */
public final class ArchiveException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ArchiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
