package io.seatrial.formats.environment;

import java.util.Objects;

/**
 * A variable that is set.
 *
 * @param line where it begins, counted from 1; of {@code /proc/PID/environ} the entry
 * @param name as it stands there; only in a {@code nccl.conf} can it hold blanks
 * @param value as the program will see it where that is known, else as it is written
 * @param known false where a shell, a template or another object makes the value
 * @param lost what {@code srun --export} cuts off at a comma, empty elsewhere
 */
public record Assignment(int line, String name, String value, boolean known, String lost) {
    public Assignment {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(lost, "lost");
        if (line < 1) {
            throw new IllegalArgumentException("assignment of " + name + ": expected a line from 1 on, got " + line);
        }
    }

    /** Make an assignment whose value is known. */
    public static Assignment of(int line, String name, String value) {
        return new Assignment(line, name, value, true, "");
    }

    /** Return it as it would stand in a text, without blanks around it: {@code NAME=value}. */
    public String text() {
        return name + "=" + value;
    }
}
