package io.seatrial.transport;

import java.time.Instant;
import java.util.Objects;

/**
 * Something that a run changes on a host, as written down before it is done.
 *
 * @param sequence number within the journal, from 1
 * @param at when it was written
 * @param host name of the host
 * @param kind what it is
 * @param target absolute path, the token of a process, or the shell command that takes a setting back
 * @param run run that changes it
 * @param before what was there
 */
public record Change(long sequence, Instant at, String host, Kind kind, String target, String run, Before before) {
    /** What can be changed and taken back. */
    public enum Kind {
        FILE,
        DIRECTORY,
        PROCESS,
        /** Whatever one shell command changed and another one takes back; taking it back twice must do no harm. */
        COMMAND
    }

    /** What was there before; only what was absent is ever deleted. */
    public enum Before {
        ABSENT,
        PRESENT
    }

    public Change {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(before, "before");
        if (sequence < 1) {
            throw new IllegalArgumentException("change sequence: expected 1 or more, got " + sequence);
        }
        if (kind == Kind.PROCESS && !target.matches("[A-Za-z0-9._-]{8,}")) {
            throw new IllegalArgumentException(
                    "process token: expected 8 or more letters, digits, '.', '_' or '-', got " + target);
        }
        if (kind == Kind.COMMAND && (target.isBlank() || target.matches("(?s).*[\\n\\r\\x00].*"))) {
            throw new IllegalArgumentException(
                    "command that takes back: expected one line without a zero byte, got '" + target + "'");
        }
        boolean isPath = kind == Kind.FILE || kind == Kind.DIRECTORY;
        if (isPath && (!target.startsWith("/") || target.matches("(?s).*[\\n\\r\\x00].*"))) {
            throw new IllegalArgumentException(
                    "changed path: expected an absolute path without a line end or zero byte, got " + target);
        }
    }
}
