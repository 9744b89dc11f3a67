package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.Locale;
import java.util.Map;

/** Keeps the numbers that formulas look at, and says why there are none. */
final class Evidence {
    private Evidence() {}

    /** Look at a change, and keep it for those who want to see what a number was made of: {@code PORT.COUNTER}. */
    static Seen keep(Map<String, Long> details, PortCounters port, Counter counter, TimeWindow window) {
        Seen seen = port.change(counter, window);
        seen.known().ifPresent(known -> details.put(port.port().name() + "." + counter.text(), known.amount()));
        return seen;
    }

    /** Say why a port does not tell a counter. */
    static Message why(PortCounters port, Counter counter, Seen seen) {
        Change.Why why = seen.why().orElseThrow();
        return Message.of(
                why.key(),
                "port",
                port.port().name(),
                "counter",
                counter.text(),
                "source",
                seen.source().map(source -> source.name()).orElse("-"));
    }

    /** Say why neither end of a direction tells. */
    static Message why(Direction direction, Seen sender, Seen receiver, String what) {
        return Message.of(
                "counter.neither-end",
                "what",
                what,
                "direction",
                direction.text(),
                "sender",
                text(sender),
                "receiver",
                text(receiver));
    }

    /** Say that a zero of one end certifies nothing, and why the other end does not tell. */
    static Message oneEnd(Direction direction, Seen sender, Seen receiver, String what) {
        boolean senderCounts = sender.known().isPresent();
        PortCounters counts = senderCounts ? direction.sender() : direction.receiver();
        PortCounters silent = senderCounts ? direction.receiver() : direction.sender();
        return Message.of(
                "counter.one-end",
                "what",
                what,
                "port",
                counts.port().name(),
                "other",
                silent.port().name(),
                "why",
                text(senderCounts ? receiver : sender));
    }

    /** Say that a ratio has nothing to divide by. */
    static Message nothingWentBy(PortCounters port) {
        return Message.of("counter.nothing-went-by", "port", port.port().name());
    }

    private static String text(Seen seen) {
        return seen.why()
                .map(why -> why.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .orElse("known");
    }
}
