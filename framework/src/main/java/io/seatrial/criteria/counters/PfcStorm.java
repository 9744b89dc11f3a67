package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.CounterSeries;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How many PFC storms there were: events that a NIC or a switch's watchdog counts, and stretches in which a lossless priority was paused for
 * {@value #SHARE} of the time or more, over at least 200 ms and at least {@value #SAMPLES} readings. Stretches are claimed only of ports whose
 * readings are close enough together: NICs (domain notes, what counts as a storm: SONiC's detection time and share).
 */
final class PfcStorm implements Formula.OfLink {
    private static final double SHARE = 0.99;
    private static final int SAMPLES = 3;
    private static final Duration LENGTH = Duration.ofMillis(200);
    /** A source that is renewed less often would call two halves of a second one stretch. */
    private static final Duration SLOWEST = Duration.ofMillis(200);

    private static final Formula.OfLink EVENTS = Total.of(
            Total.perhaps(Total.host(Kind.STORM_ERRORS)),
            Total.perhaps(Total.in(Total.Index.LOSSLESS_QUEUES, Total.ports(Kind.WATCHDOG_STORMS))));

    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Found events = EVENTS.of(link, window, terms);
        Map<String, Long> details = new TreeMap<>(events.details());
        long stretches = 0;
        String where = "-";
        boolean watched = !terms.qos().lossless().isEmpty(); // with no class to watch nobody watched
        for (Direction direction : link.directions()) {
            for (int priority : terms.qos().lossless()) {
                Optional<Long> seen = stretches(direction, priority, window);
                stretches += seen.orElse(0L);
                where = seen.orElse(0L) > 0 ? direction.text() + ", priority " + priority : where;
                watched &= seen.isPresent();
            }
        }
        details.put("stretches", stretches);
        return found(link, events, stretches, where, watched, details);
    }

    private static Found found(
            LinkCounters link, Found events, long stretches, String where, boolean watched, Map<String, Long> details) {
        long counted = events instanceof Found.Value value ? value.value() : least(events);
        String at = counted > 0 ? where(events) : where;
        boolean told = link.isOfHost() ? watched : hasEvents(events);
        if (events instanceof Found.Value && told) {
            return new Found.Value(counted + stretches, at, details);
        }
        Message why = events instanceof Found.Nothing nothing
                ? nothing.why()
                : Message.of("counter.no-storm-evidence", "link", link.link().id());
        return counted + stretches > 0
                ? new Found.Between(counted + stretches, OptionalLong.empty(), at, why, details)
                : new Found.Nothing(why, false, details);
    }

    private static boolean hasEvents(Found events) {
        return events.details().keySet().stream().anyMatch(name -> name.contains("watchdog"));
    }

    private static long least(Found events) {
        return events instanceof Found.Between between ? between.least() : 0;
    }

    private static String where(Found events) {
        if (events instanceof Found.Value value) {
            return value.where();
        }
        return events instanceof Found.Between between ? between.where() : "-";
    }

    /** Return the stretches that the end tells which is read often enough, empty where neither is. */
    private static Optional<Long> stretches(Direction direction, int priority, TimeWindow window) {
        Optional<Long> sender = stretches(direction.sender(), Kind.RX_PAUSE_TIME.of(priority), window);
        return sender.isPresent() ? sender : stretches(direction.receiver(), Kind.TX_PAUSE_TIME.of(priority), window);
    }

    private static Optional<Long> stretches(PortCounters port, Counter time, TimeWindow window) {
        return port.seriesOf(time)
                .filter(series ->
                        !port.isFrozen(series) && series.source().refresh().compareTo(SLOWEST) <= 0)
                .flatMap(series -> stretches(series, time, window));
    }

    /** Readings are looked at one by one only where the whole window holds enough pause for a stretch. */
    private static Optional<Long> stretches(CounterSeries series, Counter time, TimeWindow window) {
        if (!(series.change(time, window) instanceof Change.Known paused)) {
            return Optional.empty();
        }
        if (paused.amount() < SHARE * LENGTH.toNanos()) {
            return Optional.of(0L);
        }
        int begin = Math.max(0, series.lastUpTo(window.from()));
        int last = Math.min(series.size() - 1, series.firstFrom(window.to()));
        long count = count(series, time, begin, last);
        // two readings far apart with enough pause between them may hide a storm that nobody saw
        boolean hidden = IntStream.rangeClosed(begin + 1, last).anyMatch(i -> mayHide(series, time, i));
        return count == 0 && hidden ? Optional.empty() : Optional.of(count);
    }

    private static boolean mayHide(CounterSeries series, Counter time, int reading) {
        boolean far =
                Duration.between(series.at(reading - 1), series.at(reading)).compareTo(LENGTH) > 0;
        return far && !isPaused(series, time, reading) && grown(series, time, reading) >= SHARE * LENGTH.toNanos();
    }

    private static long count(CounterSeries series, Counter time, int begin, int last) {
        long count = 0;
        int from = begin;
        for (int i = begin + 1; i <= last + 1; i++) {
            if (i > last || !isPaused(series, time, i)) {
                count += isStorm(series, from, i - 1) ? 1 : 0;
                from = i;
            }
        }
        return count;
    }

    private static boolean isPaused(CounterSeries series, Counter time, int reading) {
        long passed =
                Duration.between(series.at(reading - 1), series.at(reading)).toNanos();
        return series.has(reading, time)
                && series.has(reading - 1, time)
                && grown(series, time, reading) >= SHARE * passed;
    }

    private static long grown(CounterSeries series, Counter time, int reading) {
        return series.value(reading, time) - series.value(reading - 1, time);
    }

    private static boolean isStorm(CounterSeries series, int first, int last) {
        return last - first >= SAMPLES
                && Duration.between(series.at(first), series.at(last)).compareTo(LENGTH) >= 0;
    }
}
