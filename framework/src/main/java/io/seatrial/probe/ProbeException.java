package io.seatrial.probe;

import java.util.Objects;

/** An operation on one host gave no result. The message says what happened, on which host, and what to do. */
public final class ProbeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What kind of failure it is. */
    public enum Kind {
        /** The program cannot be placed or does not run there. */
        NOT_DEPLOYED,
        /** Another run holds the host, or a process uses its GPUs. */
        BUSY,
        /** The agent said something that is not of the wire format. */
        GARBAGE,
        /** No answer within the deadline. */
        SILENT,
        /** The agent ended in the middle. */
        DIED,
        /** The operation itself failed and said why. */
        FAILED
    }

    private final Kind kind;

    public ProbeException(String host, Kind kind, String message, Throwable cause) {
        super(named("host " + host + ": ", message), cause);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    /** What lies below may have named the host already. */
    private static String named(String host, String message) {
        return message != null && message.startsWith(host) ? message : host + message;
    }

    /** Return what kind of failure it is. */
    public Kind kind() {
        return kind;
    }
}
