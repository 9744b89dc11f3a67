package io.seatrial.criteria.experiment;

import java.util.Objects;
import java.util.Optional;

/**
 * What must not change while the factor does.
 *
 * @param name its name
 * @param command the shell command that reads it on a host; it changes nothing
 * @param expect what it must print; empty for whatever it printed before the first block
 */
public record Fixed(String name, String command, Optional<String> expect) {
    public Fixed {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(expect, "expect");
    }
}
