package io.seatrial.probe;

import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Unit;
import io.seatrial.plan.Group;
import java.time.Duration;
import java.util.Objects;

/**
 * What a collective keeps of its bus bandwidth when a neighbour loads the fabric.
 *
 * @param collective of the tenant that is measured
 * @param load of the other one
 */
public record TenantProbe(CollectiveProbe collective, TenantLoad load) {
    /** Loaded by alone, medians of rounds (domain notes, interference: B1/B0). */
    public static final Metric ISOLATION =
            new Metric("tenants.isolation", Unit.PARTS_PER_MILLION, Direction.HIGHER_IS_BETTER);

    /** The key of what the neighbour did. */
    public static final String LOAD = "load";

    /** Who keeps half of it is not isolated; the load lasts for one who keeps a third. */
    private static final int SLOWED = 3;

    private static final Duration LEAD = Duration.ofSeconds(1);

    public TenantProbe {
        Objects.requireNonNull(collective, "collective");
        Objects.requireNonNull(load, "load");
    }

    /** Return the id of what is asked. */
    public String ask() {
        return collective.ask();
    }

    /** Return how long the load lasts beside something that takes so long alone. */
    static Duration beside(Duration alone) {
        return alone.multipliedBy(SLOWED).plus(LEAD);
    }

    /** Return how long all rounds of a group take, if the links carry what they are rated for. */
    public Duration expected(Group group) {
        Duration alone =
                collective.expected(CollectiveProbe.rate(group), group.ranks().size());
        return alone.plus(beside(alone)).multipliedBy(load.rounds());
    }
}
