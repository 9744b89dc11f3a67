package io.seatrial.criteria.counters;

import io.seatrial.criteria.counters.LinkCounters.Direction;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Counter.Kind;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.TimeWindow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How many cycles of ports wait for each other: directions of links that were paused all the time, from which nothing left meanwhile, and of
 * which each is paused by the switch from which the next one leaves (domain notes, deadlock; grade B for the mechanism, D for the share). Ports
 * that are paused in a chain which ends at a host are a receiver that stopped, not a deadlock; several chains that end at one host are an
 * incast.
 */
final class Deadlock implements Formula.OfAll {
    private static final double PAUSED = 0.98;

    /** A direction that stands still, from one node to the next. */
    private record Stuck(String from, String to, String text) {}

    @Override
    public Found of(List<LinkCounters> links, TimeWindow window, Terms terms) {
        Map<String, Long> details = new TreeMap<>();
        List<Stuck> stuck = new ArrayList<>();
        Optional<Message> unknown = Optional.empty();
        for (LinkCounters link : links) {
            for (Direction direction : link.directions()) {
                Optional<Boolean> stands = standsStill(direction, window, terms);
                if (stands.isEmpty()) {
                    unknown = unknown.or(
                            () -> Optional.of(Message.of("counter.deadlock-unknown", "direction", direction.text())));
                } else if (stands.get()) {
                    stuck.add(stuck(link.link(), direction));
                    details.put("stuck " + direction.text(), 1L);
                }
            }
        }
        Set<String> cycle = cycle(stuck);
        if (!cycle.isEmpty()) {
            return new Found.Value(1, String.join(" ", cycle), details);
        }
        return unknown.<Found>map(why -> new Found.Nothing(why, false, details))
                .orElseGet(() -> new Found.Value(0, stuck.isEmpty() ? "no port stood still" : shape(stuck), details));
    }

    private static Stuck stuck(Link link, Direction direction) {
        boolean up = direction.sender().port().name().equals(link.a().toString());
        return up
                ? new Stuck(link.a().node(), link.b().node(), direction.text())
                : new Stuck(link.b().node(), link.a().node(), direction.text());
    }

    /** Tell whether a direction was paused all the time with nothing leaving; a direction that is not paused needs no second counter. */
    private static Optional<Boolean> standsStill(Direction direction, TimeWindow window, Terms terms) {
        for (int priority : terms.qos().lossless()) {
            Map<String, Long> ignored = new TreeMap<>();
            Pair time = Pair.of(direction, Kind.RX_PAUSE_TIME, Kind.TX_PAUSE_TIME, priority, window, ignored);
            Optional<Long> paused = time.largest(known -> known.amount());
            if (paused.isEmpty()) {
                return Optional.empty();
            }
            if (paused.get() >= PAUSED * window.length().toNanos()) {
                return departures(direction, priority, window, terms).map(left -> left == 0);
            }
        }
        return Optional.of(false);
    }

    private static Optional<Long> departures(Direction direction, int priority, TimeWindow window, Terms terms) {
        Optional<Long> ofQueue = direction
                .sender()
                .change(Kind.QUEUE_PACKETS.of(terms.qos().queueOf(priority)), window)
                .known()
                .map(known -> known.amount());
        return ofQueue.or(() -> direction
                .sender()
                .change(Kind.TX_PRIORITY_PACKETS.of(priority), window)
                .known()
                .map(known -> known.amount()));
    }

    /** Return the texts of the directions of one cycle, empty where there is none: follow each direction to where it leads, and see whether it comes back. */
    private static Set<String> cycle(List<Stuck> stuck) {
        Map<String, List<Stuck>> from = new HashMap<>();
        stuck.forEach(one ->
                from.computeIfAbsent(one.from(), node -> new ArrayList<>()).add(one));
        for (Stuck start : stuck) {
            Set<String> path = new TreeSet<>();
            if (reaches(start, start, from, new HashSet<>(), path)) {
                return path;
            }
        }
        return Set.of();
    }

    private static boolean reaches(
            Stuck at, Stuck start, Map<String, List<Stuck>> from, Set<Stuck> been, Set<String> path) {
        if (!been.add(at)) {
            return false;
        }
        for (Stuck next : from.getOrDefault(at.to(), List.of())) {
            boolean turnsBack = next.to().equals(at.from());
            if (!turnsBack && (next.equals(start) || reaches(next, start, from, been, path))) {
                path.add(at.text());
                return true;
            }
        }
        return false;
    }

    /** Say where chains end: at one node they spread from there. */
    private static String shape(List<Stuck> stuck) {
        Set<String> senders = new TreeSet<>();
        stuck.forEach(one -> senders.add(one.from()));
        Set<String> ends = new TreeSet<>();
        stuck.stream().map(Stuck::to).filter(node -> !senders.contains(node)).forEach(ends::add);
        return "no cycle; stood still before " + String.join(", ", ends);
    }
}
