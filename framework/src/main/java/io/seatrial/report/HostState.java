package io.seatrial.report;

import io.seatrial.measurement.Message;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether a host was left as it was found.
 *
 * @param host its name
 * @param state what was seen when the run closed
 * @param remark what is left, or why it is unknown
 */
public record HostState(String host, State state, Optional<Message> remark) {
    /** What was seen. */
    public enum State {
        AS_FOUND,
        CHANGED,
        UNKNOWN
    }

    public HostState {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(remark, "remark");
    }
}
