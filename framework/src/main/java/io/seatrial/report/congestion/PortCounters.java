package io.seatrial.report.congestion;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.SubjectId;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that was read of one port.
 *
 * @param port the NIC or switch port
 * @param rate of its link, bit/s
 * @param lossless where its lossless traffic goes
 * @param series from each source one, in any order
 * @param cause why there is nothing, or nothing any more, where that is known: the switch did not answer, the host was lost
 */
public record PortCounters(
        SubjectId port, long rate, Lossless lossless, List<CounterSeries> series, Optional<Message> cause) {
    public PortCounters {
        Objects.requireNonNull(port, "port");
        Objects.requireNonNull(lossless, "lossless");
        Objects.requireNonNull(cause, "cause");
        series = series.stream()
                .filter(one -> one.size() > 0)
                .sorted(Comparator.comparing((CounterSeries one) -> one.source().refresh())
                        .thenComparing(one -> one.source().name()))
                .toList();
        if (rate <= 0) {
            throw new IllegalArgumentException(port + ": rate: expected more than 0 bit/s, got " + rate);
        }
    }

    /** Say that there is nothing of an end of a link. */
    public static PortCounters missing(SubjectId port, Link link, Message cause) {
        return new PortCounters(port, link.rate(), Lossless.USUAL, List.of(), Optional.of(cause));
    }

    /** Return the series that have a counter, the one with the shortest refresh interval first. */
    List<CounterSeries> with(Counter counter) {
        return series.stream().filter(one -> one.counters().contains(counter)).toList();
    }

    /** Return the counters of a kind that some source has. */
    Set<Counter> of(Counter.Kind kind) {
        Set<Counter> found = new TreeSet<>();
        series.forEach(one -> one.counters().stream()
                .filter(counter -> counter.kind() == kind)
                .forEach(found::add));
        return found;
    }
}
