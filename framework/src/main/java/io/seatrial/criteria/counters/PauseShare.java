package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.TimeWindow;
import io.seatrial.measurement.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The share of a window in which a lossless priority was paused, the larger one of both directions, ppm. By the time that ports count; where
 * none does, frames give a bound: one frame pauses for 65,535 quanta of 512 bit times at most (IEEE 802.1Qbb), and one that ends a pause is a
 * frame too, so 2,000 frames/s at 200 Gb/s are anything between 0 and 33.6 %. A zero from one end alone certifies nothing.
 */
final class PauseShare implements Formula.OfLink {
    private static final double QUANTA = 65_535;
    private static final double QUANTUM_BITS = 512;
    private static final long WHOLE = 1_000_000;
    /** Steps of 0.1 % in which a bound is told, ppm. */
    private static final long SHOWN = 1_000;

    /** What one direction of one priority shows: a share, a bound, or why there is neither. */
    private record Share(Optional<Long> ppm, boolean bound, String where, Message why) {}

    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        List<Share> shares = new ArrayList<>();
        for (Direction direction : link.directions()) {
            for (int priority : terms.qos().lossless()) {
                shares.add(share(direction, priority, link.link().rate(), window, details));
            }
        }
        return found(shares, details);
    }

    private static Found found(List<Share> shares, Map<String, Long> details) {
        Optional<Share> worst = shares.stream()
                .filter(share -> share.ppm().isPresent() && !share.bound())
                .max(Comparator.comparing(share -> share.ppm().get()));
        Optional<Share> unknown =
                shares.stream().filter(share -> share.ppm().isEmpty()).findFirst();
        Optional<Share> bound = shares.stream()
                .filter(Share::bound)
                .max(Comparator.comparing(share -> share.ppm().get()));
        if (unknown.isEmpty() && bound.isEmpty()) {
            return new Found.Value(worst.orElseThrow().ppm().get(), worst.get().where(), details);
        }
        long seen = worst.map(share -> share.ppm().get()).orElse(0L);
        if (unknown.isPresent()) {
            return seen == 0
                    ? new Found.Nothing(unknown.get().why(), false, details)
                    : new Found.Between(
                            seen,
                            OptionalLong.empty(),
                            worst.get().where(),
                            unknown.get().why(),
                            details);
        }
        long most = Math.max(seen, bound.get().ppm().get());
        return new Found.Between(seen, OptionalLong.of(most), bound.get().where(), framesOnly(seen, most), details);
    }

    private static Message framesOnly(long least, long most) {
        Quantity bound = new Quantity(shown(most), Unit.PARTS_PER_MILLION);
        return least == 0
                ? Message.of("counter.frames-only.nothing-seen", "most", bound)
                : Message.of(
                        "counter.frames-only", "least", new Quantity(least, Unit.PARTS_PER_MILLION), "most", bound);
    }

    /** A bound has no more digits than it deserves, and is never shown as less than it is. */
    private static long shown(long most) {
        return (most + SHOWN - 1) / SHOWN * SHOWN;
    }

    private static Share share(
            Direction direction, int priority, long rate, TimeWindow window, Map<String, Long> details) {
        Pair time = Pair.of(direction, Kind.RX_PAUSE_TIME, Kind.TX_PAUSE_TIME, priority, window, details);
        Pair frames = Pair.of(direction, Kind.RX_PAUSE_FRAMES, Kind.TX_PAUSE_FRAMES, priority, window, details);
        String where = direction.text() + ", priority " + priority;
        Optional<Long> paused = time.largest(known -> ppm(known, window));
        if (time.bothKnown() || paused.filter(ppm -> ppm > 0).isPresent()) {
            return new Share(paused, false, where, null);
        }
        Optional<Long> bound = frames.largest(known -> bound(known, rate, window));
        if (frames.bothKnown() && bound.get() == 0) {
            return new Share(Optional.of(0L), false, where, null);
        }
        if (bound.filter(ppm -> ppm > 0).isPresent() && paused.isEmpty()) {
            return new Share(bound, true, where, null);
        }
        Pair told = paused.isPresent() ? time : frames;
        return new Share(Optional.empty(), false, where, told.whyNot("pause"));
    }

    /**
     * Of the window itself, not of the longer stretch that the readings span: nothing runs beside the window, so the pause belongs to it, and
     * where something did the share is told too large rather than too small.
     */
    private static long ppm(Change.Known time, TimeWindow window) {
        long length = window.length().toNanos();
        return length == 0 ? 0 : Math.min(WHOLE, Math.round((double) time.amount() / length * WHOLE));
    }

    private static long bound(Change.Known frames, long rate, TimeWindow window) {
        double seconds = window.length().toNanos() / 1e9;
        double longest = QUANTA * QUANTUM_BITS / rate;
        return seconds == 0 ? 0 : Math.min(WHOLE, Math.round(frames.amount() / seconds * longest * WHOLE));
    }
}
