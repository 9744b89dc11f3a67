package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Metric;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** What is run over a flow, and how its events become one number. */
public sealed interface FlowProbe permits LatencyProbe, BandwidthProbe {
    /** Return the id of what is asked, for example {@code latency.within-rail}. */
    String ask();

    /** Return what is measured. */
    Metric metric();

    /** Return what must be equal before two results of this probe may be compared, without fabric and path class. */
    Conditions conditions();

    /** Return how long one flow takes, for plans; the deadline is longer. */
    Duration expected();

    /**
     * Return the bytes that one flow moves.
     *
     * @param rate rated speed of the slower port, bit/s
     */
    long bytes(long rate);

    /** Return the operation's name on the wire. */
    String operation();

    /**
     * Make the request of the running side.
     *
     * @param rate rated speed of the slower port, bit/s
     */
    Request request(Request.Peer peer, long rate);

    /** Return the judged statistic, empty where the result does not have it. */
    OptionalLong value(List<Event> events);
}
