package io.seatrial.report.congestion;

import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.report.picture.TimeChart.Curve;
import io.seatrial.report.picture.TimeChart.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Makes lines over time from counters.
 *
 * @param port whose
 * @param span the stretch that is drawn
 * @param zero the moment called 0
 */
record Curves(PortCounters port, TimeWindow span, Instant zero) {
    /** One per pixel of a chart; more could not be seen. */
    private static final int STEPS = 290;

    private static final double PPM = 1e6;

    /** How a change over a time becomes a value. */
    private interface Value {
        OptionalLong of(CounterSeries series, Cuts.Cut cut, long amount, long nanos);
    }

    /** Bit/s from a counter of bytes; where several steps share a pixel, their mean. */
    Curve rate(String name, Counter bytes) {
        return curve(
                name, bytes, false, (series, cut, amount, nanos) -> OptionalLong.of(Math.round(amount * 8e9 / nanos)));
    }

    /** Share of time, ppm, from a counter of ns; where several steps share a pixel, the worst, so that a short storm is seen. */
    Curve timeShare(String name, Counter time) {
        return curve(
                name,
                time,
                true,
                (series, cut, amount, nanos) ->
                        OptionalLong.of(Math.round(PPM * Math.min(1.0, (double) amount / nanos))));
    }

    /**
     * Upper bound of a share of time, ppm, from a counter of pause frames: each frame stops for 65535 quanta of 512 bit times at most (IEEE
     * 802.1Qbb), and no frames stop nobody.
     */
    Curve timeShareAtMost(String name, Counter frames) {
        Curve curve = curve(
                name,
                frames,
                true,
                (series, cut, amount, nanos) -> OptionalLong.of(
                        Math.round(PPM * Math.min(1.0, amount * Tallies.BITS_PER_FRAME / port.rate() * 1e9 / nanos))));
        return new Curve(name, curve.steps(), curve.resets(), true);
    }

    /** Share of packets, ppm; where no packets went by there is none. */
    Curve share(String name, Counter part, Counter whole) {
        return curve(name, part, true, (series, cut, amount, nanos) -> {
            OptionalLong all = around(whole, series, cut);
            return all.isEmpty() || all.getAsLong() == 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.round(PPM * Math.min(1.0, (double) amount / all.getAsLong())));
        });
    }

    private Curve curve(String name, Counter counter, boolean highest, Value value) {
        List<CounterSeries> with = port.with(counter);
        return with.isEmpty()
                ? new Curve(name, List.of(), List.of(), false)
                : curve(name, with.get(0), counter, highest, value);
    }

    private Curve curve(String name, CounterSeries series, Counter counter, boolean highest, Value value) {
        List<Step> steps = new ArrayList<>();
        TreeSet<Long> resets = new TreeSet<>();
        for (Cuts.Cut cut : Cuts.of(series, span)) {
            Change change = series.change(counter, cut.first(), cut.last());
            long from = nanos(series.at(cut.first()));
            long to = nanos(series.at(cut.last()));
            if (change instanceof Change.Known known) {
                value.of(series, cut, known.amount(), to - from).ifPresent(v -> steps.add(new Step(from, to, v)));
            } else if (change instanceof Change.Unknown unknown && unknown.why() == Change.Why.RESET) {
                resets.add(to);
            }
        }
        return new Curve(name, merged(steps, highest), List.copyOf(resets), false);
    }

    private long nanos(Instant at) {
        return Duration.between(zero, at).toNanos();
    }

    /** The growth of a counter between the moments of two readings of another, by the last readings up to them. */
    private OptionalLong around(Counter counter, CounterSeries other, Cuts.Cut cut) {
        Instant from = other.at(cut.first());
        Instant to = other.at(cut.last());
        Optional<CounterSeries> own = port.with(counter).stream().findFirst();
        if (own.isEmpty() || own.get().lastUpTo(from) < 0) {
            return OptionalLong.empty();
        }
        int first = own.get().lastUpTo(from);
        int last = own.get().lastUpTo(to);
        // Readings that stayed away must not stretch over another time than the marks.
        Duration late = Duration.between(own.get().at(last), to);
        boolean near = late.compareTo(Duration.between(from, to).dividedBy(2)) <= 0;
        return near && last > first && own.get().change(counter, first, last) instanceof Change.Known known
                ? OptionalLong.of(known.amount())
                : OptionalLong.empty();
    }

    private List<Step> merged(List<Step> steps, boolean highest) {
        long least = span.length().toNanos() / STEPS;
        List<Step> merged = new ArrayList<>();
        for (Step step : steps) {
            Step before = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (before != null && before.to() == step.from() && step.to() - before.from() <= least) {
                merged.set(merged.size() - 1, together(before, step, highest));
            } else {
                merged.add(step);
            }
        }
        return merged;
    }

    private static Step together(Step a, Step b, boolean highest) {
        double mean = ((double) a.value() * (a.to() - a.from()) + (double) b.value() * (b.to() - b.from()))
                / (b.to() - a.from());
        return new Step(a.from(), b.to(), highest ? Math.max(a.value(), b.value()) : Math.round(mean));
    }
}
