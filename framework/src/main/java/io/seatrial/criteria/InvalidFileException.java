package io.seatrial.criteria;

import java.util.List;
import java.util.stream.Collectors;

/** A file of the cluster's folder cannot be used; it names every problem at once, each with file, line and expectation. */
public final class InvalidFileException extends RuntimeException {
    private final transient List<Problem> problems;

    InvalidFileException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Return the problems in the order of the file. */
    public List<Problem> problems() {
        return problems;
    }
}
