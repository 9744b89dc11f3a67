package io.seatrial.telemetry;

import java.util.Objects;

/** A switch or server gave nothing. It is a fact about that one; the run goes on without it. */
public final class TelemetryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String node;
    private final String what;

    public TelemetryException(String node, String message, Throwable cause) {
        super(node + ": " + message, cause);
        this.what = message;
        this.node = Objects.requireNonNull(node, "node");
    }

    /** Return the name of the switch or server. */
    public String node() {
        return node;
    }

    /** Return the message without the name in front. */
    public String what() {
        return what;
    }
}
