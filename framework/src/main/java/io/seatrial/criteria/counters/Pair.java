package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What both ends of a direction say of the same thing: what the sender received of it is what the receiver sent.
 *
 * @param direction the direction
 * @param sender what the sending end says
 * @param receiver what the receiving end says
 */
record Pair(Direction direction, Seen sender, Seen receiver) {
    /** Look at both, and keep the numbers. */
    static Pair of(
            Direction direction,
            Kind ofSender,
            Kind ofReceiver,
            int index,
            TimeWindow window,
            Map<String, Long> details) {
        return new Pair(
                direction,
                Evidence.keep(details, direction.sender(), ofSender.of(index), window),
                Evidence.keep(details, direction.receiver(), ofReceiver.of(index), window));
    }

    boolean bothKnown() {
        return sender.known().isPresent() && receiver.known().isPresent();
    }

    /** Return the larger one of what is known, empty where nothing is. */
    Optional<Long> largest(Function<Change.Known, Long> value) {
        return Stream.of(sender, receiver)
                .flatMap(seen -> seen.known().stream())
                .map(value)
                .max(Comparator.naturalOrder());
    }

    /** Say why it is not proven: neither end tells, or one alone. */
    Message whyNot(String what) {
        boolean none = sender.known().isEmpty() && receiver.known().isEmpty();
        return none
                ? Evidence.why(direction, sender, receiver, what)
                : Evidence.oneEnd(direction, sender, receiver, what);
    }
}
