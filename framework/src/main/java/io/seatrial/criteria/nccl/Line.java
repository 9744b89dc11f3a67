package io.seatrial.criteria.nccl;

import io.seatrial.formats.environment.Assignment;
import io.seatrial.formats.environment.EnvironmentForm;
import java.util.Objects;

/**
 * A line that sets a variable.
 *
 * @param source file or other place
 * @param form of the source
 */
record Line(String source, EnvironmentForm form, Assignment assignment) {
    Line {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(form, "form");
        Objects.requireNonNull(assignment, "assignment");
    }

    String name() {
        return assignment.name();
    }

    String value() {
        return assignment.value();
    }

    String place() {
        return source + ":" + assignment.line();
    }

    boolean isOfConfFile() {
        return form == EnvironmentForm.CONF_FILE;
    }

    /** Return it with another name and value. */
    Line with(String name, String value) {
        return new Line(
                source, form, new Assignment(assignment.line(), name, value, assignment.known(), assignment.lost()));
    }
}
