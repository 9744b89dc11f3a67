package io.seatrial.criteria.counters;

import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The largest level that one of the ends showed in a window. An end that shows none leaves the answer open where it is asked. */
final class Level implements Formula.OfLink {
    private final Kind kind;
    private final boolean ofSwitches;
    private final Total.Index index;

    /** @param ofSwitches whether only switch ends are asked */
    Level(Kind kind, boolean ofSwitches, Total.Index index) {
        this.kind = kind;
        this.ofSwitches = ofSwitches;
        this.index = index;
    }

    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        Optional<Found> worst = Optional.empty();
        for (PortCounters end : link.ends()) {
            if (!ofSwitches || end != link.a() || !link.isOfHost()) {
                Found found = of(end, window, terms, details);
                worst = Optional.of(worst.map(w -> Worst.of(w, found)).orElse(found));
            }
        }
        return worst.orElseThrow();
    }

    private Found of(PortCounters end, TimeWindow window, Terms terms, Map<String, Long> details) {
        Optional<Found> worst = Optional.empty();
        for (Counter counter : counters(end, terms)) {
            Optional<Long> seen = end.largest(counter, window);
            if (seen.isPresent()) {
                String where = end.port().name() + ", " + counter.text();
                details.put(end.port().name() + "." + counter.text(), seen.get());
                Found found = new Found.Value(seen.get(), where, details);
                worst = Optional.of(worst.map(w -> Worst.of(w, found)).orElse(found));
            }
        }
        return worst.orElseGet(() -> new Found.Nothing(
                Message.of("counter.no-level", "port", end.port().name(), "counter", kind.family()), false, details));
    }

    private SortedSet<Counter> counters(PortCounters end, Terms terms) {
        SortedSet<Counter> counters = new TreeSet<>();
        if (kind.isIndexed()) {
            end.indexes(kind).stream().filter(i -> index.counts(i, terms.qos())).forEach(i -> counters.add(kind.of(i)));
        } else {
            counters.add(kind.one());
        }
        return counters;
    }
}
