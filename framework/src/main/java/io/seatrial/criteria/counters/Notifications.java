package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The share of the congestion notifications that hosts sent and no host obeyed or ignored, over the whole cluster, ppm: a notification is sent
 * by the receiver and counted by the sender of the data, so single ports say nothing. Some loss is the CNP class's own; much of it means that
 * notifications do not arrive.
 */
final class Notifications implements Formula.OfAll {
    private static final long WHOLE = 1_000_000;
    /** Fewer say nothing about a share. */
    private static final long LEAST = 100;

    @Override
    public Found of(List<LinkCounters> links, TimeWindow window, Terms terms) {
        long sent = 0;
        long seen = 0;
        Optional<Message> unknown = Optional.empty();
        for (LinkCounters link : links) {
            if (link.isOfHost()) {
                Map<String, Long> details = new TreeMap<>();
                Seen out = Evidence.keep(details, link.a(), Kind.CNP_SENT.one(), window);
                Seen handled = Evidence.keep(details, link.a(), Kind.CNP_HANDLED.one(), window);
                Seen ignored = Evidence.keep(details, link.a(), Kind.CNP_IGNORED.one(), window);
                sent += amount(out);
                seen += amount(handled) + amount(ignored);
                unknown = unknown.or(() -> unknown(link.a(), out, handled));
            }
        }
        return found(sent, seen, unknown);
    }

    @Override
    public boolean comparesPorts() {
        return true;
    }

    private static long amount(Seen seen) {
        return seen.known().map(known -> known.amount()).orElse(0L);
    }

    private static Optional<Message> unknown(PortCounters nic, Seen out, Seen handled) {
        if (out.known().isEmpty()) {
            return Optional.of(Evidence.why(nic, Kind.CNP_SENT.one(), out));
        }
        return handled.known().isEmpty()
                ? Optional.of(Evidence.why(nic, Kind.CNP_HANDLED.one(), handled))
                : Optional.empty();
    }

    private Found found(long sent, long seen, Optional<Message> unknown) {
        if (unknown.isPresent()) {
            return new Found.Nothing(unknown.get());
        }
        Map<String, Long> details = Map.of("cnp.sent", sent, "cnp.seen", seen);
        if (sent < LEAST) {
            return new Found.Nothing(
                    Message.of("counter.few-notifications", "sent", sent, "needed", LEAST), true, details);
        }
        return new Found.Value(
                Math.max(0, WHOLE * (sent - seen) / sent), sent + " sent, " + seen + " arrived", details);
    }
}
