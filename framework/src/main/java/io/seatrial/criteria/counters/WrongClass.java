package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.inventory.Qos;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * The share of packets that went by in a class that is not lossless while RDMA ran, ppm, in the worse direction: RDMA that is classified
 * wrongly is neither paused nor marked. A direction is looked at where it leaves (a NIC's priorities, a switch's queues) and at a NIC where it
 * arrives; switches do not count by class what comes in. Congestion notifications have a class of their own and are no fault. Whatever else
 * the hosts send is among it too, so that a limit has to leave room for it.
 */
final class WrongClass implements Formula.OfLink {
    private static final long WHOLE = 1_000_000;

    /**
     * Counters of classes at one end.
     *
     * @param lossless tells whether a class is meant to be lossless
     * @param notifications class of congestion notifications
     */
    private record Classes(PortCounters port, Kind kind, IntPredicate lossless, OptionalInt notifications) {
        static Classes ofPriorities(PortCounters port, Kind kind, Qos qos) {
            return new Classes(port, kind, qos.lossless()::contains, qos.notifications());
        }

        static Classes ofQueues(PortCounters port, Qos qos) {
            OptionalInt queue = qos.notifications().isPresent()
                    ? OptionalInt.of(qos.queueOf(qos.notifications().getAsInt()))
                    : OptionalInt.empty();
            return new Classes(port, Kind.QUEUE_PACKETS, qos.losslessQueues()::contains, queue);
        }

        boolean isWrong(int index) {
            return !lossless.test(index) && !(notifications.isPresent() && notifications.getAsInt() == index);
        }
    }

    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        Found worst = null;
        for (Direction direction : link.directions()) {
            boolean up = direction.sender() == link.a();
            boolean fromHost = link.isOfHost() && up;
            Classes leaving = fromHost
                    ? Classes.ofPriorities(direction.sender(), Kind.TX_PRIORITY_PACKETS, terms.qos())
                    : Classes.ofQueues(direction.sender(), terms.qos());
            Found found = share(leaving, window, terms, details);
            worst = worst == null ? found : Worst.of(worst, found);
            if (link.isOfHost() && !up) {
                Classes arriving = Classes.ofPriorities(direction.receiver(), Kind.RX_PRIORITY_PACKETS, terms.qos());
                worst = Worst.of(worst, share(arriving, window, terms, details));
            }
        }
        return worst;
    }

    private static Found share(Classes classes, TimeWindow window, Terms terms, Map<String, Long> details) {
        SortedSet<Integer> indexes = classes.port().indexes(classes.kind());
        String port = classes.port().port().name();
        if (indexes.isEmpty()) {
            String counters = classes.kind().of(0).text().replaceFirst("\\.0$", "");
            return new Found.Nothing(Message.of("counter.none-of", "port", port, "counters", counters), false, details);
        }
        long all = 0;
        long wrong = 0;
        for (int index : indexes) {
            Counter counter = classes.kind().of(index);
            Seen seen = Evidence.keep(details, classes.port(), counter, window);
            if (seen.known().isEmpty()) {
                return new Found.Nothing(Evidence.why(classes.port(), counter, seen), false, details);
            }
            all += seen.known().get().amount();
            wrong += classes.isWrong(index) ? seen.known().get().amount() : 0;
        }
        return ratio(classes, wrong, all, terms, details);
    }

    private static Found ratio(Classes classes, long wrong, long all, Terms terms, Map<String, Long> details) {
        String port = classes.port().port().name();
        if (all < terms.minimumPackets()) {
            Message few =
                    Message.of("counter.few-packets", "port", port, "packets", all, "needed", terms.minimumPackets());
            return new Found.Nothing(few, true, details);
        }
        // one packet of a billion is not none
        long ppm = (long) Math.ceil((double) wrong / all * WHOLE);
        String where = port + ", " + classes.kind().of(0).text().replaceFirst("\\.0$", "") + " but the lossless";
        return new Found.Value(ppm, where, details);
    }
}
