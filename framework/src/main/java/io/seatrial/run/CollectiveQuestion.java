package io.seatrial.run;

import io.seatrial.measurement.Collective;
import io.seatrial.measurement.Metric;
import io.seatrial.probe.CollectiveProbe;
import java.util.Objects;

/**
 * A collective that a suite asks of groups; its parameters stand in {@code criteria.yaml} under the same id.
 *
 * @param ask id, for example {@code collective.all-reduce.pairs}
 * @param collective what runs
 * @param metric what is measured of it
 */
public record CollectiveQuestion(String ask, Collective collective, Metric metric) {
    /** Ask for bus bandwidth. */
    public CollectiveQuestion(String ask, Collective collective) {
        this(ask, collective, CollectiveProbe.BUS_BANDWIDTH);
    }

    public CollectiveQuestion {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(collective, "collective");
        Objects.requireNonNull(metric, "metric");
    }
}
