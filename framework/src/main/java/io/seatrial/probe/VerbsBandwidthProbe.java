package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What RDMA messages carry, bit/s: in the window in which all queue pairs were running, as far as the peer has acknowledged it (write, read) or its
 * memory got it (send). In both directions at once the value is the sum of both.
 *
 * @param ask id of what is asked
 * @param verb what is posted
 * @param size bytes of a message
 * @param duration how long the sender sends
 * @param bidirectional whether both sides send at the same time
 * @param settings how queue pairs are made
 */
public record VerbsBandwidthProbe(
        String ask, Verb verb, int size, Duration duration, boolean bidirectional, VerbsSettings settings)
        implements FlowProbe {
    private static final int BITS = 8;
    private static final int MILLIS = 1000;

    public VerbsBandwidthProbe {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(verb, "verb");
    }

    @Override
    public Metric metric() {
        return new Metric("rdma." + verb.text() + "-bandwidth", Unit.BITS_PER_SECOND, Direction.HIGHER_IS_BETTER);
    }

    @Override
    public boolean isRdma() {
        return true;
    }

    @Override
    public Conditions conditions() {
        Conditions declared = VerbsConditions.declared(verb, size, settings);
        return settings.depth().isPresent()
                ? declared.with("depth", Integer.toString(settings.depth().getAsInt()))
                : declared;
    }

    @Override
    public Conditions conditions(Reading reading) {
        return VerbsConditions.measured(conditions(), reading);
    }

    @Override
    public Duration expected() {
        return duration;
    }

    @Override
    public long bytes(long rate) {
        return rate / BITS * duration.toMillis() / MILLIS * (bidirectional ? 2 : 1);
    }

    @Override
    public Operation over(Ends ends) {
        return new VerbsFlow(ends, work());
    }

    /** Return the same for another time. */
    VerbsBandwidthProbe lasting(Duration other) {
        return new VerbsBandwidthProbe(ask, verb, size, other, bidirectional, settings);
    }

    VerbsWork work() {
        return new VerbsWork(
                "bandwidth", verb, size, OptionalInt.empty(), OptionalLong.empty(), duration, bidirectional, settings);
    }

    @Override
    public OptionalLong value(Reading reading) {
        return reading.rate();
    }

    @Override
    public String whyNot(Reading reading) {
        return "the result has no window in which all queue pairs were running; raise duration";
    }
}
