package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * How two ways of doing the same compare over the same flow, one measured right after the other in the same round. The value is the first over the
 * second in ppm; the numbers of both stand beside it under the names of the parts.
 *
 * @param ask id of what is asked
 * @param metricId what the ratio is called
 * @param better the good direction of the ratio
 * @param first what is looked at
 * @param second what it is held against
 */
public record RatioProbe(String ask, String metricId, Direction better, Part first, Part second) implements FlowProbe {
    /**
     * One of the two.
     *
     * @param name prefix of its numbers, for example {@code tcp}
     * @param probe what is measured
     * @param holds how many of the thing that is compared a value holds: 2 for a round trip where messages are compared
     */
    public record Part(String name, FlowProbe probe, int holds) {
        public Part {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(probe, "probe");
            if (holds < 1) {
                throw new IllegalArgumentException("part " + name + ": expected 1 or more in a value, got " + holds);
            }
        }

        /** Return the name of the number that carries its value, in the unit of its metric. */
        String value() {
            return name + ".value";
        }
    }

    private static final double WHOLE = 1_000_000;

    public RatioProbe {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(metricId, "metricId");
        Objects.requireNonNull(better, "better");
    }

    @Override
    public Metric metric() {
        return new Metric(metricId, Unit.PARTS_PER_MILLION, better);
    }

    @Override
    public Conditions conditions() {
        return first.probe().conditions();
    }

    @Override
    public Conditions conditions(Reading reading) {
        return first.probe().conditions(reading);
    }

    @Override
    public boolean isRdma() {
        return first.probe().isRdma();
    }

    @Override
    public Duration expected() {
        return first.probe().expected().plus(second.probe().expected());
    }

    @Override
    public long bytes(long rate) {
        return first.probe().bytes(rate) + second.probe().bytes(rate);
    }

    @Override
    public Operation over(Ends ends) {
        return new InTurn(
                first, first.probe().over(ends), second, second.probe().over(ends));
    }

    @Override
    public OptionalLong value(Reading reading) {
        Long a = reading.numbers().get(first.value());
        Long b = reading.numbers().get(second.value());
        if (a == null || b == null || b <= 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Math.round(WHOLE * a / first.holds() / ((double) b / second.holds())));
    }

    @Override
    public String whyNot(Reading reading) {
        Part missing = reading.numbers().containsKey(first.value()) ? second : first;
        return missing.name() + ": " + missing.probe().whyNot(InTurn.of(missing, reading));
    }
}
