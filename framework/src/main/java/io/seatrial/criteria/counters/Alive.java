package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.TimeWindow;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many packets the switch marked on its way to a host under a deliberate incast: what has to mark then and does not is broken where its
 * queue is known to have been beyond the lower threshold (by its watermark, or because it paused its senders, which it does later than
 * marking), and not proven where that is not known.
 */
final class Alive implements Formula.OfLink {
    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        PortCounters port = link.b();
        long marks = 0;
        long packets = 0;
        for (int queue : terms.qos().losslessQueues()) {
            Seen seen = Evidence.keep(details, port, Kind.QUEUE_MARKED.of(queue), window);
            if (seen.known().isEmpty()) {
                return new Found.Nothing(Evidence.why(port, Kind.QUEUE_MARKED.of(queue), seen), false, details);
            }
            marks += seen.known().get().amount();
            packets += Evidence.keep(details, port, Kind.QUEUE_PACKETS.of(queue), window)
                    .known()
                    .map(known -> known.amount())
                    .orElse(0L);
        }
        return found(link, marks, packets, window, terms, details);
    }

    private static Found found(
            LinkCounters link, long marks, long packets, TimeWindow window, Terms terms, Map<String, Long> details) {
        String where = link.b().port().name();
        if (marks > 0) {
            return new Found.Value(marks, where, details);
        }
        if (packets < terms.minimumPackets()) {
            Message few = Message.of(
                    "counter.few-packets", "port", where, "packets", packets, "needed", terms.minimumPackets());
            return new Found.Nothing(few, true, details);
        }
        Optional<String> beyond = beyondThreshold(link, window, terms, details);
        return beyond.isPresent()
                ? new Found.Value(0, where + ", " + beyond.get(), details)
                : new Found.Nothing(Message.of("counter.no-stimulus", "port", where), false, details);
    }

    /** Return what shows that the queue had to mark. */
    private static Optional<String> beyondThreshold(
            LinkCounters link, TimeWindow window, Terms terms, Map<String, Long> details) {
        PortCounters port = link.b();
        for (int queue : terms.qos().losslessQueues()) {
            Optional<Long> least = terms.setting(port.port(), Setting.ECN + queue)
                    .flatMap(EcnThresholds::parse)
                    .map(EcnThresholds::kmin);
            for (Kind kind : new Kind[] {Kind.QUEUE_WATERMARK, Kind.QUEUE_OCCUPANCY}) {
                Counter counter = kind.of(queue);
                Optional<Long> seen = port.largest(counter, window);
                seen.ifPresent(value -> details.put(port.port().name() + "." + counter.text(), value));
                if (least.isPresent() && seen.filter(v -> v > least.get()).isPresent()) {
                    return Optional.of(counter.text() + " " + seen.get() + " B beyond Kmin " + least.get() + " B");
                }
            }
        }
        return terms.pausedBy(link.link().b().node(), window)
                ? Optional.of("the switch paused its senders")
                : Optional.empty();
    }
}
