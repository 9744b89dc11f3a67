package io.seatrial.transport;

import java.util.Objects;

/** A host or switch could not be reached or used. The message says what happened, where, what was expected and what to do. */
public final class TransportException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Why it failed, for texts and for deciding whether to try again. */
    public enum Kind {
        UNREACHABLE,
        UNKNOWN_HOST_KEY,
        CHANGED_HOST_KEY,
        AUTHENTICATION,
        TIMEOUT,
        LOST,
        REFUSED_PATH,
        FAILED_COMMAND
    }

    private final String host;
    private final String what;
    private final Kind kind;

    public TransportException(String host, Kind kind, String message, Throwable cause) {
        super("host " + host + ": " + message, cause);
        this.what = message;
        this.host = Objects.requireNonNull(host, "host");
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    /** Return the name of the host. */
    public String host() {
        return host;
    }

    /** Return the message without the name in front, for who names the host or switch in words of their own. */
    public String what() {
        return what;
    }

    /** Return why it failed. */
    public Kind kind() {
        return kind;
    }
}
