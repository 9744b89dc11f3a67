package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The share of the packets of a lossless egress queue that the switch marked, the larger one of the switch ends, ppm: marked packets of the
 * queue over all packets that left by it, in the same window. A ratio of few packets is none. No mark at all is believed only of a switch that
 * was seen to mark: with ECN switched off there are none either.
 */
final class EcnRatio implements Formula.OfLink {
    private static final long WHOLE = 1_000_000;

    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        Optional<Found> worst = Optional.empty();
        for (Direction direction : link.directions()) {
            boolean ofSwitch = direction.sender() != link.a() || !link.isOfHost();
            for (int queue : ofSwitch ? terms.qos().losslessQueues() : java.util.Set.<Integer>of()) {
                Found found = ratio(direction, queue, window, terms, details);
                worst = Optional.of(worst.map(w -> Worst.of(w, found)).orElse(found));
            }
        }
        return worst.orElseThrow();
    }

    private static Found ratio(
            Direction direction, int queue, TimeWindow window, Terms terms, Map<String, Long> details) {
        PortCounters port = direction.sender();
        Seen marked = Evidence.keep(details, port, Kind.QUEUE_MARKED.of(queue), window);
        Seen packets = Evidence.keep(details, port, Kind.QUEUE_PACKETS.of(queue), window);
        if (marked.known().isEmpty()) {
            return new Found.Nothing(Evidence.why(port, Kind.QUEUE_MARKED.of(queue), marked), false, details);
        }
        if (packets.known().isEmpty()) {
            return new Found.Nothing(Evidence.why(port, Kind.QUEUE_PACKETS.of(queue), packets), false, details);
        }
        long all = packets.known().get().amount();
        long marks = marked.known().get().amount();
        if (all < terms.minimumPackets()) {
            Message few = Message.of(
                    "counter.few-packets",
                    "port",
                    port.port().name(),
                    "packets",
                    all,
                    "needed",
                    terms.minimumPackets());
            return new Found.Nothing(few, true, details);
        }
        if (marks == 0 && !terms.provenMarking().containsKey(port.node())) {
            return new Found.Nothing(
                    Message.of("counter.marking-not-proven", "port", port.port().name(), "switch", port.node()),
                    false,
                    details);
        }
        long ppm = Math.min(WHOLE, Math.round((double) marks / all * WHOLE));
        String where = port.port().name() + ", queue " + queue;
        String proven =
                marks == 0 ? "; seen to mark by run " + terms.provenMarking().get(port.node()) : "";
        return new Found.Value(ppm, where + proven, details);
    }
}
