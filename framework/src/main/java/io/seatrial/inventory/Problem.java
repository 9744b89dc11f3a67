package io.seatrial.inventory;

import java.util.Objects;
import java.util.Optional;

/**
 * One thing that is wrong in what a person wrote.
 *
 * @param where the file, or the option of the command line
 * @param line line in the file from 1; 0 where there is no file to point into
 * @param column column from 1; 0 where there is no file to point into
 * @param found what stands there, never a secret
 * @param expected what should stand there
 * @param nearest the valid name that is closest to the one found
 */
public record Problem(String where, int line, int column, String found, String expected, Optional<String> nearest) {
    public Problem {
        Objects.requireNonNull(where, "where");
        Objects.requireNonNull(found, "found");
        Objects.requireNonNull(expected, "expected");
        Objects.requireNonNull(nearest, "nearest");
    }

    /** Return {@code file:line:column: found ...; expected ...; did you mean ...?} on one line. */
    @Override
    public String toString() {
        String place = line > 0 ? where + ":" + line + ":" + column : where;
        String hint = nearest.map(name -> "; did you mean '" + name + "'?").orElse("");
        return place + ": found " + found + "; expected " + expected + hint;
    }
}
