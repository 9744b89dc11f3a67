package io.seatrial.transport.ssh;

import java.util.Objects;

/** A password, and where it came from. Its text is for the login alone: no message and no log ever has it. */
final class Password {
    private final String text;
    private final String origin;

    Password(String text, String origin) {
        this.text = Objects.requireNonNull(text, "text");
        this.origin = Objects.requireNonNull(origin, "origin");
    }

    String text() {
        return text;
    }

    @Override
    public String toString() {
        return "the password in " + origin;
    }
}
