package io.seatrial.criteria.counters;

import io.seatrial.inventory.Link;
import io.seatrial.measurement.Change;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.TimeWindow;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What both ends of a link counted.
 *
 * @param link the link
 * @param a the lower end: the host's in tier {@code host-leaf}
 * @param b the upper end
 */
public record LinkCounters(Link link, PortCounters a, PortCounters b) {
    private static final List<Kind> PACKETS =
            List.of(Kind.RX_PACKETS, Kind.TX_PACKETS, Kind.RX_UNICAST_PACKETS, Kind.TX_UNICAST_PACKETS);
    /** What moves at any port over which something goes. */
    private static final List<Kind> TRAFFIC_KINDS = Stream.concat(
                    PACKETS.stream(), Stream.of(Kind.RX_BYTES, Kind.TX_BYTES))
            .toList();

    public LinkCounters {
        Objects.requireNonNull(link, "link");
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
    }

    /**
     * One direction of a link.
     *
     * @param sender the end that sends, is paused, marks in its egress queue
     * @param receiver the end that receives, pauses, sees what was marked
     */
    public record Direction(PortCounters sender, PortCounters receiver) {
        /** Return {@code from>to}, for people. */
        public String text() {
            return sender.port().name() + ">" + receiver.port().name();
        }
    }

    /** Return both directions, upwards first. */
    public List<Direction> directions() {
        return List.of(new Direction(a, b), new Direction(b, a));
    }

    /** Return both ends, the lower one first. */
    public List<PortCounters> ends() {
        return List.of(a, b);
    }

    /** Tell whether the lower end is a host. */
    public boolean isOfHost() {
        return link.tier().equals(Link.HOST_LEAF);
    }

    /** Return the same with those sources of an end marked as frozen that stood still in a window while traffic went by: all of them where the other
     * end alone saw it. */
    public LinkCounters over(TimeWindow window) {
        return new LinkCounters(
                link,
                standsStill(a, b, window) ? a.asFrozen() : a.over(window),
                standsStill(b, a, window) ? b.asFrozen() : b.over(window));
    }

    private static boolean standsStill(PortCounters one, PortCounters other, TimeWindow window) {
        List<Long> own = amounts(one, TRAFFIC_KINDS, window);
        return !own.isEmpty()
                && own.stream().allMatch(amount -> amount == 0)
                && amounts(other, PACKETS, window).stream().anyMatch(amount -> amount >= PortCounters.TRAFFIC);
    }

    private static List<Long> amounts(PortCounters end, List<Kind> kinds, TimeWindow window) {
        return kinds.stream()
                .flatMap(kind -> end.change(kind.one(), window).known().stream())
                .map(Change.Known::amount)
                .toList();
    }
}
