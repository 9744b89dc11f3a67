package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * How often something was counted at the ends of a link, all together. Each part names an end and what it counts there; an end whose part is
 * asked has to show at least one of its counters, and an end of which a counter is known to be unknown (reset, not sampled) makes the sum a
 * lower bound.
 */
final class Total implements Formula.OfLink {
    /** Which end of a link a part looks at. */
    enum Where {
        HOST,
        SWITCH
    }

    /**
     * What is counted at one kind of end.
     *
     * @param kinds counters, of which a source may have only some
     * @param index which priorities or queues count, for kinds that have them
     * @param needed whether an end without any of them leaves the answer open
     */
    record Part(Where where, List<Kind> kinds, Index index, boolean needed) {
        Part {
            kinds = List.copyOf(kinds);
        }

        boolean looksAt(PortCounters end, LinkCounters link) {
            boolean isHost = link.isOfHost() && end == link.a();
            return isHost == (where == Where.HOST);
        }
    }

    /** Which indexes of a kind count. */
    enum Index {
        LOSSLESS_PRIORITIES,
        LOSSLESS_QUEUES,
        OTHER_PRIORITIES,
        ALL;

        boolean counts(int index, Qos qos) {
            return switch (this) {
                case LOSSLESS_PRIORITIES -> qos.lossless().contains(index);
                case LOSSLESS_QUEUES -> qos.losslessQueues().contains(index);
                case OTHER_PRIORITIES -> !qos.lossless().contains(index);
                case ALL -> true;
            };
        }
    }

    private final List<Part> parts;

    private Total(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    static Total of(Part... parts) {
        return new Total(List.of(parts));
    }

    static Part host(Kind... kinds) {
        return new Part(Where.HOST, List.of(kinds), Index.ALL, true);
    }

    static Part ports(Kind... kinds) {
        return new Part(Where.SWITCH, List.of(kinds), Index.ALL, true);
    }

    /** What an end may show and need not. */
    static Part perhaps(Part part) {
        return new Part(part.where(), part.kinds(), part.index(), false);
    }

    static Part in(Index index, Part part) {
        return new Part(part.where(), part.kinds(), index, part.needed());
    }

    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        List<Found> found = new ArrayList<>();
        for (PortCounters end : link.ends()) {
            for (Part part : parts) {
                if (part.looksAt(end, link)) {
                    found.addAll(of(end, part, window, terms, details));
                }
            }
        }
        return sum(found, details);
    }

    private static List<Found> of(
            PortCounters end, Part part, TimeWindow window, Terms terms, Map<String, Long> details) {
        List<Found> found = new ArrayList<>();
        for (Kind kind : part.kinds()) {
            for (Counter counter : counters(end, kind, part.index(), terms.qos())) {
                found.add(of(end, counter, Evidence.keep(details, end, counter, window)));
            }
        }
        if (found.isEmpty() && part.needed()) {
            Message none = Message.of("counter.none-of", "port", end.port().name(), "counters", names(part));
            found.add(new Found.Nothing(none));
        }
        return found;
    }

    private static String names(Part part) {
        return String.join(", ", part.kinds().stream().map(Kind::family).toList());
    }

    private static List<Counter> counters(PortCounters end, Kind kind, Index index, Qos qos) {
        if (!kind.isIndexed()) {
            return Stream.of(kind.one())
                    .filter(counter -> end.seriesOf(counter).isPresent())
                    .toList();
        }
        return end.indexes(kind).stream()
                .filter(i -> index.counts(i, qos))
                .map(kind::of)
                .toList();
    }

    private static Found of(PortCounters end, Counter counter, Seen seen) {
        String where = end.port().name() + ", " + counter.text();
        return seen.known()
                .map(Change.Known::amount)
                .map((Function<Long, Found>) amount -> new Found.Value(amount, where, Map.of()))
                .orElseGet(() -> new Found.Nothing(Evidence.why(end, counter, seen)));
    }

    private static Found sum(List<Found> found, Map<String, Long> details) {
        long sum = 0;
        long largest = -1;
        String where = "-";
        Optional<Message> why = Optional.empty();
        for (Found one : found) {
            if (one instanceof Found.Value value) {
                sum += value.value();
                where = value.value() > largest ? value.where() : where;
                largest = Math.max(largest, value.value());
            } else if (one instanceof Found.Nothing nothing) {
                why = why.or(() -> Optional.of(nothing.why()));
            }
        }
        if (why.isPresent()) {
            return sum > 0
                    ? new Found.Between(sum, OptionalLong.empty(), where, why.get(), details)
                    : new Found.Nothing(why.get(), false, details);
        }
        return new Found.Value(sum, where, details);
    }
}
