package io.seatrial.measurement;

import java.util.List;
import java.util.Objects;

/**
 * What logs say to one assertion.
 *
 * @param assertion its name, such as {@code gpu-direct}
 * @param outcome what it came to
 * @param messages why, each with its place: host, rank, channel, NIC; never empty
 */
public record LogFinding(String assertion, Outcome outcome, List<Message> messages) {
    /** What an assertion can come to; a line that is not there is never taken for a good one. */
    public enum Outcome {
        HOLDS("holds"),
        BROKEN("broken"),
        CANNOT_TELL("cannot tell");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        /** Return the word for people and files. */
        public String text() {
            return text;
        }
    }

    public LogFinding {
        Objects.requireNonNull(assertion, "assertion");
        Objects.requireNonNull(outcome, "outcome");
        messages = List.copyOf(messages);
        if (messages.isEmpty()) {
            throw new IllegalArgumentException("finding of " + assertion + ": expected a message, got none");
        }
    }

    /** What is broken outranks what cannot be told, and that outranks what holds. */
    public static LogFinding of(String assertion, List<Message> broken, List<Message> unknown, Message holds) {
        if (!broken.isEmpty()) {
            return new LogFinding(assertion, Outcome.BROKEN, broken);
        }
        return unknown.isEmpty()
                ? new LogFinding(assertion, Outcome.HOLDS, List.of(holds))
                : new LogFinding(assertion, Outcome.CANNOT_TELL, unknown);
    }
}
