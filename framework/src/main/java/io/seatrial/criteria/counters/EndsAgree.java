package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.TimeWindow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many pause frames one end of a link sent that the other did not receive, or the other way round, beyond what may be: what went by in one
 * refresh interval of either end, and 1 %. More than that is a cable, a counter or a priority map that is not what it seems.
 */
final class EndsAgree implements Formula.OfLink {
    private static final double SHARE = 0.01;

    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        Optional<Found> worst = Optional.empty();
        for (Direction direction : link.directions()) {
            for (int priority : terms.qos().lossless()) {
                Pair frames = Pair.of(direction, Kind.RX_PAUSE_FRAMES, Kind.TX_PAUSE_FRAMES, priority, window, details);
                Found found = found(frames, priority, window, details);
                worst = Optional.of(worst.map(w -> Worst.of(w, found)).orElse(found));
            }
        }
        return worst.orElseGet(() -> new Found.Value(0, "-", details));
    }

    private static Found found(Pair frames, int priority, TimeWindow window, Map<String, Long> details) {
        if (!frames.bothKnown()) {
            return new Found.Nothing(frames.whyNot("pause frames"), false, details);
        }
        long sent = frames.receiver().known().get().amount();
        long received = frames.sender().known().get().amount();
        double tolerated = Math.max(sent, received) * (SHARE + intervals(frames, window));
        long beyond = Math.max(0, (long) Math.floor(Math.abs(sent - received) - tolerated));
        return new Found.Value(beyond, frames.direction().text() + ", priority " + priority, details);
    }

    /** Return one refresh interval of each end as a share of the window. */
    private static double intervals(Pair frames, TimeWindow window) {
        Duration both = refresh(frames.sender()).plus(refresh(frames.receiver()));
        return (double) both.toNanos() / Math.max(1, window.length().toNanos());
    }

    private static Duration refresh(Seen seen) {
        return seen.source().map(source -> source.refresh()).orElse(Duration.ZERO);
    }
}
