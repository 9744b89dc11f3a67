package io.seatrial.criteria.nccl;

import java.util.Objects;
import java.util.Optional;

/**
 * What is to be said of a line.
 *
 * @param severity how much it weighs
 * @param rule short name of what is wrong, stable from release to release
 * @param source file or other place that sets the variable
 * @param line in it, counted from 1
 * @param variable its name
 * @param value as it stands there, without characters that steer a terminal
 * @param does what NCCL does with it
 * @param meant what was probably meant, where that can be said
 */
public record Finding(
        Severity severity,
        String rule,
        String source,
        int line,
        String variable,
        String value,
        String does,
        Optional<String> meant) {
    /** The value is made by a shell, a template or another object. */
    static final String NOT_JUDGED = "line.not-judged";

    public Finding {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(variable, "variable");
        Objects.requireNonNull(does, "does");
    }

    /** Tell whether the line could not be judged. */
    public boolean isNotJudged() {
        return rule.equals(NOT_JUDGED);
    }

    /** Return the sentence: variable, value, what NCCL does, what was meant. */
    public String sentence() {
        return variable + "=" + value + ": " + does
                + meant.map(text -> "; " + text).orElse("");
    }

    /** Return the sentence with the place before it. */
    public String text() {
        return source + ":" + line + ": " + severity.text() + ": " + sentence();
    }
}
