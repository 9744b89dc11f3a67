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
    /** Packets at one end that prove that something went over the link. */
    private static final long TRAFFIC = 1000;

    private static final List<Kind> PACKETS =
            List.of(Kind.TX_PACKETS, Kind.RX_PACKETS, Kind.TX_UNICAST_PACKETS, Kind.RX_UNICAST_PACKETS);
    private static final List<Kind> ALL_TRAFFIC = Stream.concat(
                    PACKETS.stream(), Stream.of(Kind.TX_BYTES, Kind.RX_BYTES))
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

    /** Return the same with an end marked as frozen whose traffic counters stood still in a window while the other end's went on. */
    public LinkCounters over(TimeWindow window) {
        return new LinkCounters(
                link, standsStill(a, b, window) ? a.asFrozen() : a, standsStill(b, a, window) ? b.asFrozen() : b);
    }

    private static boolean standsStill(PortCounters one, PortCounters other, TimeWindow window) {
        return isStill(one, window) && moved(other, window);
    }

    /** Sources differ in what they count of traffic (SONiC: unicast packets and bytes), so all that there is has to stand still. */
    private static boolean isStill(PortCounters end, TimeWindow window) {
        List<Long> amounts = amounts(end, ALL_TRAFFIC, window).toList();
        return !amounts.isEmpty() && amounts.stream().allMatch(amount -> amount == 0);
    }

    private static boolean moved(PortCounters end, TimeWindow window) {
        return amounts(end, PACKETS, window).anyMatch(amount -> amount >= TRAFFIC);
    }

    private static Stream<Long> amounts(PortCounters end, List<Kind> kinds, TimeWindow window) {
        return kinds.stream()
                .map(Kind::one)
                .flatMap(counter -> end.change(counter, window).known().stream())
                .map(Change.Known::amount);
    }
}
