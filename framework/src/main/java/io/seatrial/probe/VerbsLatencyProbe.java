package io.seatrial.probe;

import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Direction;
import io.seatrial.measurement.Metric;
import io.seatrial.measurement.Quantile;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Latency of one RDMA message, back to back. What is judged of write and send is <em>half</em> of the round trip, as {@code ib_write_lat} and
 * {@code ib_send_lat} print it; of read it is the whole operation, never halved. The histogram and the numbers by their wire names stay raw
 * intervals; the halves stand beside them as {@code message.p50} and so on. A quantile needs 10 samples beyond it: p50 20, p99 1,000, p999 10,000.
 *
 * @param ask id of what is asked
 * @param verb what is posted
 * @param size bytes of a message
 * @param count intervals at most
 * @param duration time at most
 * @param warmup intervals before the first that counts
 * @param settings how queue pairs are made
 * @param statistic what is judged: {@code min}, {@code p50}, {@code p99}, {@code p999}
 */
public record VerbsLatencyProbe(
        String ask,
        Verb verb,
        int size,
        long count,
        Duration duration,
        int warmup,
        VerbsSettings settings,
        String statistic)
        implements FlowProbe {
    /** Twice what an interval takes over the longest path class of hardware. */
    private static final Duration INTERVAL = Duration.ofNanos(20_000);

    private static final Duration SET_UP = Duration.ofMillis(50);
    private static final String[] STATISTICS = {"min", "p50", "p90", "p99", "p999", "max", "mean"};

    public VerbsLatencyProbe {
        Objects.requireNonNull(ask, "ask");
        Objects.requireNonNull(statistic, "statistic");
    }

    VerbsWork work() {
        return new VerbsWork(
                "latency", verb, size, OptionalInt.of(warmup), OptionalLong.of(count), duration, false, settings);
    }

    @Override
    public Metric metric() {
        return new Metric("rdma." + verb.text() + "-latency." + statistic, Unit.NANOSECONDS, Direction.LOWER_IS_BETTER);
    }

    @Override
    public boolean isRdma() {
        return true;
    }

    @Override
    public Conditions conditions() {
        return VerbsConditions.declared(verb, size, settings);
    }

    @Override
    public Conditions conditions(Reading reading) {
        return VerbsConditions.measured(conditions(), reading);
    }

    /** On hardware the count ends it, long before the time does. */
    @Override
    public Duration expected() {
        Duration byCount = SET_UP.plus(INTERVAL.multipliedBy(count + warmup));
        return byCount.compareTo(duration) < 0 ? byCount : duration;
    }

    @Override
    public long bytes(long rate) {
        return 2L * size * (count + warmup);
    }

    @Override
    public Operation over(Ends ends) {
        return new VerbsFlow(ends, work());
    }

    @Override
    public OptionalLong value(Reading reading) {
        OptionalLong raw = reading.statistic(statistic);
        return raw.isPresent() ? OptionalLong.of(verb.ofInterval(raw.getAsLong())) : raw;
    }

    @Override
    public String whyNot(Reading reading) {
        long samples = reading.numbers().getOrDefault("n", 0L);
        long needed = Quantile.of(metric()).map(Quantile::needed).orElse(1L);
        return "the result has no " + metric().id() + ": " + samples + " samples, and it needs " + needed
                + "; raise count or duration";
    }

    @Override
    public Map<String, Long> derived(Reading reading) {
        Map<String, Long> messages = new TreeMap<>();
        for (String name : STATISTICS) {
            reading.statistic(name).ifPresent(raw -> messages.put("message." + name, verb.ofInterval(raw)));
        }
        return messages;
    }
}
