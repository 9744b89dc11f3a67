package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        if (unknown.isPresent() && worst.filter(share -> share.ppm().get() > 0).isEmpty()) {
            return new Found.Nothing(unknown.get().why(), false, details);
        }
        if (bound.isPresent()
                && worst.filter(share -> share.ppm().get() >= bound.get().ppm().get())
                        .isEmpty()) {
            return new Found.AtMost(bound.get().ppm().get(), bound.get().where(), details);
        }
        return new Found.Value(worst.orElseThrow().ppm().get(), worst.get().where(), details);
    }

    private static Share share(
            Direction direction, int priority, long rate, TimeWindow window, Map<String, Long> details) {
        Seen sender = Evidence.keep(details, direction.sender(), Kind.RX_PAUSE_TIME.of(priority), window);
        Seen receiver = Evidence.keep(details, direction.receiver(), Kind.TX_PAUSE_TIME.of(priority), window);
        String where = direction.text() + ", priority " + priority;
        Optional<Long> sent = sender.known().map(PauseShare::ppm);
        Optional<Long> received = receiver.known().map(PauseShare::ppm);
        if (sent.isPresent() && received.isPresent()) {
            return new Share(Optional.of(Math.max(sent.get(), received.get())), false, where, null);
        }
        Optional<Long> one = sent.or(() -> received);
        if (one.filter(ppm -> ppm > 0).isPresent()) {
            return new Share(one, false, where, null);
        }
        return ofFrames(
                direction, priority, rate, window, details, one.isPresent() ? Optional.of(where) : Optional.empty());
    }

    private static long ppm(Change.Known time) {
        long covered = time.covered().length().toNanos();
        return covered == 0 ? 0 : Math.min(WHOLE, Math.round((double) time.amount() / covered * WHOLE));
    }

    /** @param zero where one end alone counts time, and has none */
    private static Share ofFrames(
            Direction direction,
            int priority,
            long rate,
            TimeWindow window,
            Map<String, Long> details,
            Optional<String> zero) {
        Seen sender = Evidence.keep(details, direction.sender(), Kind.RX_PAUSE_FRAMES.of(priority), window);
        Seen receiver = Evidence.keep(details, direction.receiver(), Kind.TX_PAUSE_FRAMES.of(priority), window);
        String where = direction.text() + ", priority " + priority;
        if (sender.known().isEmpty() && receiver.known().isEmpty()) {
            return new Share(Optional.empty(), false, where, Evidence.why(direction, sender, receiver, "pause"));
        }
        long bound = Math.max(bound(sender, rate), bound(receiver, rate));
        boolean bothCount = sender.known().isPresent() && receiver.known().isPresent();
        if (bound == 0 && bothCount) {
            return new Share(Optional.of(0L), false, where, null);
        }
        if (zero.isPresent() || bound == 0) {
            return new Share(Optional.empty(), false, where, Evidence.oneEnd(direction, sender, receiver, "pause"));
        }
        return new Share(Optional.of(bound), true, where, null);
    }

    private static long bound(Seen frames, long rate) {
        return frames.known()
                .map(known -> {
                    double seconds = known.covered().length().toNanos() / 1e9;
                    double longest = QUANTA * QUANTUM_BITS / rate;
                    return seconds == 0 ? 0L : Math.min(WHOLE, Math.round(known.amount() / seconds * longest * WHOLE));
                })
                .orElse(0L);
    }
}
