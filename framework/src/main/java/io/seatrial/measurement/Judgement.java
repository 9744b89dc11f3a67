package io.seatrial.measurement;

import java.util.Objects;

/**
 * One result: a criterion, a subject, a verdict.
 *
 * @param criterion stable id, for example {@code latency.within-rail.limit}
 * @param subject what was judged
 * @param verdict what it came to
 */
public record Judgement(String criterion, SubjectId subject, Verdict verdict) {
    public Judgement {
        Objects.requireNonNull(criterion, "criterion");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(verdict, "verdict");
    }
}
