package io.seatrial.baseline.statistics;

import java.util.List;
import java.util.Optional;

/**
 * One run of a class held against the accepted ones.
 *
 * @param common relative shift that the whole class shares; above 0 is worse
 * @param commonP probability of a common shift at least as large if nothing changed, one-sided on the worse side
 * @param subjects by position in the class; empty for a subject that has no value in this run, or no reference
 */
public record Comparison(double common, double commonP, List<Optional<Deviation>> subjects) {
    public Comparison {
        subjects = List.copyOf(subjects);
    }
}
