package io.seatrial.criteria.experiment;

import io.seatrial.measurement.RoundValues;
import java.util.Objects;

/**
 * One run of an experiment.
 *
 * @param block number of its block, from 0
 * @param treatment what it was measured under
 * @param values what its rounds gave
 */
public record MeasuredRun(int block, Treatment treatment, RoundValues values) {
    public MeasuredRun {
        Objects.requireNonNull(treatment, "treatment");
        Objects.requireNonNull(values, "values");
        if (block < 0) {
            throw new IllegalArgumentException("block: expected 0 or more, got " + block);
        }
    }
}
