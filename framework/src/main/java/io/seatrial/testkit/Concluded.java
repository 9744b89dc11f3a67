package io.seatrial.testkit;

import io.seatrial.measurement.Judgement;
import java.util.Map;

/**
 * A judgement with what the report needs to place it.
 *
 * @param judgement criterion, subject, verdict after waivers
 * @param historyId identity of the result across runs
 * @param labels tier, host, switch, rail: those that apply
 */
public record Concluded(Judgement judgement, String historyId, Map<String, String> labels) {
    public Concluded {
        labels = Map.copyOf(labels);
    }
}
