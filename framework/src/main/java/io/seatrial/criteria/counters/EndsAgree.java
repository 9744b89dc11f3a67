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
 * refresh interval of either end or while only one of them was read, and 1 %. More than that is a cable, a counter or a priority map that is not what it seems.
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
                Found found = found(frames, priority, details);
                worst = Optional.of(worst.map(w -> Worst.of(w, found)).orElse(found));
            }
        }
        return worst.orElseThrow(); // a fabric that pauses has a lossless priority
    }

    private static Found found(Pair frames, int priority, Map<String, Long> details) {
        if (!frames.bothKnown()) {
            return new Found.Nothing(frames.whyNot("pause frames"), false, details);
        }
        long sent = frames.receiver().known().get().amount();
        long received = frames.sender().known().get().amount();
        double tolerated = Math.max(sent, received) * (SHARE + apart(frames));
        long beyond = Math.max(0, (long) Math.floor(Math.abs(sent - received) - tolerated));
        return new Found.Value(beyond, frames.direction().text() + ", priority " + priority, details);
    }

    /** Return, as a share of the shorter one, by how much the stretches may differ over which the two ends counted. */
    private static double apart(Pair frames) {
        TimeWindow sender = frames.sender().known().orElseThrow().covered();
        TimeWindow receiver = frames.receiver().known().orElseThrow().covered();
        Duration apart = Duration.between(sender.from(), receiver.from())
                .abs()
                .plus(Duration.between(sender.to(), receiver.to()).abs())
                .plus(refresh(frames.sender()))
                .plus(refresh(frames.receiver()));
        long shorter = Math.min(sender.length().toNanos(), receiver.length().toNanos());
        return (double) apart.toNanos() / Math.max(1, shorter);
    }

    private static Duration refresh(Seen seen) {
        return seen.source().map(source -> source.refresh()).orElse(Duration.ZERO);
    }
}
