package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Metric;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/** What is run over a flow, and how what it gave becomes one number. */
public interface FlowProbe {
    /** Return the id of what is asked, for example {@code latency.within-rail}. */
    String ask();

    /** Return what is measured. */
    Metric metric();

    /** Return what must be equal before two results of this probe may be compared, as far as it is known before: without fabric and path class. */
    Conditions conditions();

    /** Return the same as it turned out, for example with the MTU that was used. */
    default Conditions conditions(Reading reading) {
        return conditions();
    }

    /** Tell whether RDMA ports take part, so that their counters belong to the evidence. */
    default boolean isRdma() {
        return false;
    }

    /** Return how long one flow takes, for plans; the deadline is longer. */
    Duration expected();

    /**
     * Return the bytes that one flow moves.
     *
     * @param rate rated speed of the slower port, bit/s
     */
    long bytes(long rate);

    /** Make the operation over one flow. */
    Operation over(Ends ends);

    /** Return the judged statistic, empty where the reading does not have it. */
    OptionalLong value(Reading reading);

    /** Return why {@link #value} is empty. */
    default String whyNot(Reading reading) {
        return "the result has no " + metric().id() + ": too few samples";
    }

    /** Return further numbers that follow from the reading, to be shown beside it. */
    default Map<String, Long> derived(Reading reading) {
        return Map.of();
    }
}
