package io.seatrial.archive.history;

/** The history store cannot be opened, read or written; the message names it, never with a secret, and says what to do. */
public final class HistoryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean input;

    private HistoryException(String message, boolean input, Throwable cause) {
        super(message, cause);
        this.input = input;
    }

    /** Make the failure of a store that is not what was asked for: no database, of a newer version, not to be entered. */
    static HistoryException input(String message, Throwable cause) {
        return new HistoryException(message, true, cause);
    }

    /** Make the failure of a store that may work another time: a full disk, a server that is down, a writer that does not end. */
    static HistoryException failed(String message, Throwable cause) {
        return new HistoryException(message, false, cause);
    }

    /** Tell whether what was asked for is wrong, so that trying again does not help. */
    public boolean isInput() {
        return input;
    }
}
