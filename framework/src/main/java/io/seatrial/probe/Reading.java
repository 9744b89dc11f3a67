package io.seatrial.probe;

import io.seatrial.measurement.Histogram;
import io.seatrial.measurement.Noise;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What an operation gave.
 *
 * @param fabric what it ran on, as the probe says it: {@code tcp}, {@code roce2}, {@code soft-roce} ...
 * @param numbers by name in base units; what is unknown is absent
 * @param texts device, verb, mode ... by name
 * @param histogram raw intervals, where the operation has them
 */
public record Reading(
        String fabric, Map<String, Long> numbers, Map<String, String> texts, Optional<Histogram> histogram) {
    /** No result at all. */
    static final Reading NOTHING = new Reading("", Map.of(), Map.of(), Optional.empty());

    public Reading {
        numbers = Collections.unmodifiableMap(new TreeMap<>(numbers));
        texts = Collections.unmodifiableMap(new TreeMap<>(texts));
    }

    /** Gather the events of the measuring side; of an agent that gave no result everything is absent. */
    static Reading of(List<Event> events) {
        Reading reading = NOTHING;
        for (Event event : events) {
            if (event instanceof Event.LatencyResult r) {
                reading = new Reading(r.fabric(), r.numbers(), r.texts(), reading.histogram);
            } else if (event instanceof Event.BandwidthResult r) {
                reading = new Reading(r.fabric(), r.numbers(), r.texts(), reading.histogram);
            } else if (event instanceof Event.HistogramPart part) {
                reading = reading.with(part.histogram());
            }
        }
        return reading;
    }

    private Reading with(Histogram part) {
        Histogram sum = histogram.map(earlier -> earlier.plus(part)).orElse(part);
        return new Reading(fabric, numbers, texts, Optional.of(sum));
    }

    /** Return a number by its name, empty where it is absent. */
    Optional<Long> number(String name) {
        return Optional.ofNullable(numbers.get(name));
    }

    /** Return a statistic of a latency result, ns; those of no sample are 0 on the wire and absent here. */
    OptionalLong statistic(String name) {
        return present(numbers.getOrDefault("n", 0L) > 0, name);
    }

    /** Return the rate of a bandwidth result, bit/s; that over no window is 0 on the wire and absent here. */
    OptionalLong rate() {
        return present(numbers.getOrDefault("window_ns", 0L) > 0, "rate");
    }

    private OptionalLong present(boolean counts, String name) {
        return counts && numbers.containsKey(name) ? OptionalLong.of(numbers.get(name)) : OptionalLong.empty();
    }

    /** Return an instant that is told in ns of CLOCK_REALTIME. */
    Optional<Instant> instant(String name) {
        return number(name).map(nanos -> Instant.ofEpochSecond(0, nanos));
    }

    /** Return what the measuring host did meanwhile, where it was observed. */
    Optional<Noise> noise() {
        return number("gap_max")
                .map(gap -> new Noise(gap, numbers.getOrDefault("vcsw", 0L), numbers.getOrDefault("icsw", 0L)));
    }
}
