package io.seatrial.run;

import io.seatrial.measurement.Collective;
import java.util.Objects;

/**
 * A collective that a suite asks of groups; its parameters stand in {@code criteria.yaml} under the same id.
 *
 * @param ask id, for example {@code collective.all-reduce.pairs}
 * @param collective what runs
 */
public record CollectiveQuestion(String ask, Collective collective) {
    public CollectiveQuestion {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(collective, "collective");
    }
}
