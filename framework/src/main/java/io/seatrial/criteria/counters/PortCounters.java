package io.seatrial.criteria.counters;

import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.CounterSource;
import io.seatrial.measurement.SubjectId;
import io.seatrial.measurement.TimeWindow;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Everything that was read of one port, from whatever source.
 *
 * @param port who counts
 * @param series one for each source, those that are renewed most often first
 * @param frozen names of the sources that stood still although traffic went by: no change that they tell counts
 */
public record PortCounters(SubjectId port, List<CounterSeries> series, Set<String> frozen) {
    /** Packets that prove that something went by. */
    static final long TRAFFIC = 1000;

    private static final List<Kind> SENT = List.of(Kind.TX_PACKETS, Kind.TX_UNICAST_PACKETS);

    public PortCounters {
        Objects.requireNonNull(port, "port");
        frozen = Set.copyOf(frozen);
        series = series.stream()
                .sorted(Comparator.comparing((CounterSeries s) -> s.source().refresh())
                        .thenComparing(s -> s.source().name()))
                .toList();
    }

    /**
     * A change, and who told it.
     *
     * @param source absent where no source has the counter
     */
    public record Seen(Change change, Optional<CounterSource> source) {
        private static final Seen ABSENT = new Seen(new Change.Unknown(Change.Why.ABSENT), Optional.empty());

        /** Return the amount where it is known. */
        public Optional<Change.Known> known() {
            return change instanceof Change.Known known ? Optional.of(known) : Optional.empty();
        }

        /** Return why it is not known; of a known one there is no reason. */
        public Optional<Change.Why> why() {
            return change instanceof Change.Unknown unknown ? Optional.of(unknown.why()) : Optional.empty();
        }
    }

    /** Return the host or switch that has the port. */
    public String node() {
        return port.name().substring(0, port.name().indexOf('/'));
    }

    /** Make one of which nothing stands still as far as it is known. */
    public PortCounters(SubjectId port, List<CounterSeries> series) {
        this(port, series, Set.of());
    }

    /** Return the same as something that stands still as a whole. */
    PortCounters asFrozen() {
        return new PortCounters(
                port, series, series.stream().map(s -> s.source().name()).collect(Collectors.toSet()));
    }

    /** Return the same with those sources marked as frozen whose queues sent nothing while the port did: a switch renews them apart. */
    PortCounters over(TimeWindow window) {
        boolean sent = SENT.stream()
                .flatMap(kind -> change(kind.one(), window).known().stream())
                .anyMatch(known -> known.amount() >= TRAFFIC);
        return sent
                ? new PortCounters(
                        port,
                        series,
                        series.stream()
                                .filter(s -> hasStillQueues(s, window))
                                .map(s -> s.source().name())
                                .collect(Collectors.toSet()))
                : this;
    }

    private static boolean hasStillQueues(CounterSeries series, TimeWindow window) {
        List<Long> sent = series.counters().stream()
                .filter(counter -> counter.kind() == Kind.QUEUE_PACKETS)
                .map(counter -> series.change(counter, window))
                .filter(Change.Known.class::isInstance)
                .map(change -> ((Change.Known) change).amount())
                .toList();
        return !sent.isEmpty() && sent.stream().allMatch(amount -> amount == 0);
    }

    boolean isFrozen(CounterSeries one) {
        return frozen.contains(one.source().name());
    }

    /** Return the series of a counter, from the source that is renewed most often. */
    public Optional<CounterSeries> seriesOf(Counter counter) {
        return series.stream().filter(s -> s.counts(counter)).findFirst();
    }

    /** Return the indexes for which some source has a counter of a kind: priorities, queues, lanes, bins. */
    public SortedSet<Integer> indexes(Kind kind) {
        SortedSet<Integer> indexes = new TreeSet<>();
        series.forEach(s -> s.counters().stream()
                .filter(counter -> counter.kind() == kind)
                .forEach(counter -> indexes.add(counter.index())));
        return indexes;
    }

    /** Tell by how much a counter grew over a window: by the source that is renewed most often of those that know. */
    public Seen change(Counter counter, TimeWindow window) {
        Seen best = Seen.ABSENT;
        for (CounterSeries one : series) {
            if (one.counts(counter)) {
                Seen seen = new Seen(one.change(counter, window), Optional.of(one.source()));
                if (isFrozen(one) && seen.known().isPresent()) {
                    return new Seen(new Change.Unknown(Change.Why.FROZEN), seen.source());
                }
                if (seen.known().isPresent()) {
                    return seen;
                }
                best = best == Seen.ABSENT ? seen : best;
            }
        }
        return best;
    }

    /** Return the largest value of a level or peak in the readings of a window, empty where there is none, or nobody renews them. */
    public Optional<Long> largest(Counter counter, TimeWindow window) {
        return seriesOf(counter).filter(s -> !isFrozen(s)).flatMap(s -> largest(s, counter, window));
    }

    private static Optional<Long> largest(CounterSeries series, Counter counter, TimeWindow window) {
        int last = Math.min(series.size() - 1, series.firstFrom(window.to()));
        return IntStream.rangeClosed(series.firstFrom(window.from()), last)
                .filter(reading -> series.has(reading, counter))
                .mapToObj(reading -> series.value(reading, counter))
                .max(Comparator.naturalOrder());
    }
}
