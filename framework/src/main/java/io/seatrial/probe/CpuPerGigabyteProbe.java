package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * CPU time of the sending host's measuring threads for 10^9 bytes, ns. What the kernel does in interrupts and what the receiver spends is not in it, so
 * that sockets look better than they are.
 *
 * @param bandwidth what carries the bytes
 */
public record CpuPerGigabyteProbe(FlowProbe bandwidth) implements FlowProbe {
    private static final double GIGABYTE = 1e9;

    @Override
    public String ask() {
        return bandwidth.ask();
    }

    @Override
    public Metric metric() {
        return new Metric("cpu-per-gigabyte", Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    }

    @Override
    public Conditions conditions() {
        return bandwidth.conditions();
    }

    @Override
    public Conditions conditions(Reading reading) {
        return bandwidth.conditions(reading);
    }

    @Override
    public boolean isRdma() {
        return bandwidth.isRdma();
    }

    @Override
    public Duration expected() {
        return bandwidth.expected();
    }

    @Override
    public long bytes(long rate) {
        return bandwidth.bytes(rate);
    }

    @Override
    public Operation over(Ends ends) {
        return bandwidth.over(ends);
    }

    @Override
    public OptionalLong value(Reading reading) {
        Long cpu = reading.numbers().get("cpu_ns");
        Long bytes = reading.numbers().get("bytes");
        return cpu == null || bytes == null || bytes <= 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.round(cpu * (GIGABYTE / bytes)));
    }

    @Override
    public String whyNot(Reading reading) {
        return "the result has no CPU time or no bytes";
    }
}
