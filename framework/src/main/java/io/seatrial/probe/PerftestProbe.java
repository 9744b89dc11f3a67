package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Metric;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a probe over verbs measures, measured by the host's perftest instead: for a site that insists, and as the other half of a comparison. What both
 * print is the same thing, half of a round trip for write and send; results of the two are never compared with each other's baseline.
 *
 * @param instead the probe whose question is answered: {@link VerbsLatencyProbe} or {@link VerbsBandwidthProbe}
 */
public record PerftestProbe(FlowProbe instead) implements FlowProbe {
    /** Names the tool among the conditions. */
    public static final String TOOL = "tool";

    public PerftestProbe {
        Objects.requireNonNull(instead, "instead");
        if (!(instead instanceof VerbsLatencyProbe) && !(instead instanceof VerbsBandwidthProbe)) {
            throw new IllegalArgumentException("perftest measures latency and bandwidth over verbs, not " + instead);
        }
    }

    private VerbsWork work() {
        return instead instanceof VerbsLatencyProbe latency ? latency.work() : ((VerbsBandwidthProbe) instead).work();
    }

    @Override
    public String ask() {
        return instead.ask();
    }

    @Override
    public Metric metric() {
        return instead.metric();
    }

    @Override
    public Conditions conditions() {
        return instead.conditions().with(TOOL, "perftest");
    }

    @Override
    public Conditions conditions(Reading reading) {
        return instead.conditions(reading).with(TOOL, "perftest");
    }

    @Override
    public boolean isRdma() {
        return true;
    }

    @Override
    public Duration expected() {
        return asItRuns().expected();
    }

    @Override
    public long bytes(long rate) {
        return asItRuns().bytes(rate);
    }

    /** A bandwidth takes perftest's whole seconds, not the time that was asked for. */
    private FlowProbe asItRuns() {
        return instead instanceof VerbsBandwidthProbe bandwidth
                ? bandwidth.lasting(Duration.ofSeconds(work().perftestSeconds()))
                : instead;
    }

    @Override
    public Operation over(Ends ends) {
        return new PerftestFlow(ends, work());
    }

    /** Raw values of perftest are told for one message already. */
    @Override
    public OptionalLong value(Reading reading) {
        String name = instead instanceof VerbsLatencyProbe latency ? latency.statistic() : "rate";
        Long value = reading.numbers().get(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }

    @Override
    public String whyNot(Reading reading) {
        return instead instanceof VerbsLatencyProbe ? instead.whyNot(reading) : "perftest printed no average bandwidth";
    }

    @Override
    public Map<String, Long> derived(Reading reading) {
        return Map.of();
    }
}
