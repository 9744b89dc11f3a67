package io.seatrial.criteria.proof;

import io.seatrial.measurement.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What one run said.
 *
 * @param run its id
 * @param started when it began; a later run outranks an earlier one
 * @param whole whether it had every host of the cluster
 * @param judgements every result, waivers applied
 */
public record RunResults(String run, Instant started, boolean whole, List<Judgement> judgements) {
    public RunResults {
        Objects.requireNonNull(run, "run");
        Objects.requireNonNull(started, "started");
        judgements = List.copyOf(judgements);
    }
}
