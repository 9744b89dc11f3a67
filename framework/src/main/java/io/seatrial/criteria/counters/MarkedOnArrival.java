package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.PortCounters.Seen;
import io.seatrial.measurement.Counter;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.Map;
import java.util.TreeMap;

/**
 * The share of the lossless packets that reached a host marked, whatever switch marked them, ppm: a packet that two switches marked counts
 * once. The number of notifications is no such ratio, because NICs send only so many of them.
 */
final class MarkedOnArrival implements Formula.OfLink {
    private static final long WHOLE = 1_000_000;

    @Override
    public Found of(LinkCounters link, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        PortCounters nic = link.a();
        Seen marked = Evidence.keep(details, nic, Kind.RX_MARKED.one(), window);
        if (marked.known().isEmpty()) {
            return new Found.Nothing(Evidence.why(nic, Kind.RX_MARKED.one(), marked), false, details);
        }
        long packets = 0;
        for (int priority : terms.qos().lossless()) {
            Counter counter = Kind.RX_PRIORITY_PACKETS.of(priority);
            Seen seen = Evidence.keep(details, nic, counter, window);
            if (seen.known().isEmpty()) {
                return new Found.Nothing(Evidence.why(nic, counter, seen), false, details);
            }
            packets += seen.known().get().amount();
        }
        return ratio(link, marked.known().get().amount(), packets, terms, details);
    }

    private static Found ratio(LinkCounters link, long marks, long packets, Terms terms, Map<String, Long> details) {
        String port = link.a().port().name();
        String leaf = link.link().b().node();
        if (packets < terms.minimumPackets()) {
            return new Found.Nothing(
                    Message.of(
                            "counter.few-packets", "port", port, "packets", packets, "needed", terms.minimumPackets()),
                    true,
                    details);
        }
        if (marks == 0 && !terms.provenMarking().containsKey(leaf)) {
            return new Found.Nothing(
                    Message.of("counter.marking-not-proven", "port", port, "switch", leaf), false, details);
        }
        return new Found.Value(Math.min(WHOLE, Math.round((double) marks / packets * WHOLE)), port, details);
    }
}
