package io.seatrial.diagnosis;

import io.seatrial.measurement.Evidence;
import io.seatrial.measurement.Measurement;
import io.seatrial.measurement.Quantity;
import io.seatrial.measurement.Unit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Who is paused by whom. A switch pauses because something behind it does not take what it sends, so the pause is followed to who pauses and is
 * not paused in turn: a host's port, or a switch whose egress carries less than comes in (domain notes, direction and victims; SIGCOMM 2016).
 */
final class PauseGraph {
    private static final long WHOLE = 1_000_000;
    /** The fail edge that the notes propose for a host's port (grade D), where the criterion does not tell its own, ppm. */
    private static final long EDGE = 50_000;

    /**
     * A direction that is paused.
     *
     * @param sender the port that is paused
     * @param receiver the port that pauses it
     * @param ppm share of the time, 0 where only a storm is known
     * @param reading position of the reading that says so
     */
    record Edge(String sender, String receiver, long ppm, int reading) {
        String from() {
            return Wiring.nodeOf(sender);
        }

        String to() {
            return Wiring.nodeOf(receiver);
        }
    }

    private final List<Edge> edges = new ArrayList<>();
    private final Wiring wiring;

    PauseGraph(Complaints complaints, Wiring wiring) {
        this.wiring = wiring;
        complaints.where(reading -> Complaints.OF_PAUSE.contains(reading.ask())).stream()
                .forEach(position -> add(complaints.at(position), position));
        edges.sort(Comparator.comparingLong(Edge::ppm)
                .reversed()
                .thenComparing(Edge::sender)
                .thenComparing(Edge::receiver));
    }

    private void add(Reading reading, int position) {
        Optional<String> counted = reading.place().flatMap(Place::sender);
        counted.flatMap(wiring::linkAt).ifPresent(link -> {
            String a = link.a().toString();
            String b = link.b().toString();
            long up = share(reading, a, b);
            long down = share(reading, b, a);
            long least = Math.min(edge(reading), Math.max(up, down));
            if (up > 0 && up >= least || counted.get().equals(a)) {
                edges.add(new Edge(a, b, up, position));
            }
            if (down > 0 && down >= least || counted.get().equals(b)) {
                edges.add(new Edge(b, a, down, position));
            }
        });
    }

    private static long edge(Reading reading) {
        return reading.verdict()
                .evidence()
                .flatMap(Evidence::limit)
                .filter(limit -> limit.unit() == Unit.PARTS_PER_MILLION)
                .map(Quantity::value)
                .orElse(EDGE);
    }

    /** Return the share of its worst window in which one end of a link was paused by the other, by the end that counts more, ppm. */
    private static long share(Reading reading, String sender, String receiver) {
        Optional<Measurement> worst = reading.worst();
        if (worst.isEmpty() || worst.get().metric().unit() != Unit.PARTS_PER_MILLION) {
            return 0;
        }
        Map<String, Long> details = worst.get().details();
        long paused =
                Math.max(largest(details, sender + ".rx.pause.time."), largest(details, receiver + ".tx.pause.time."));
        long length = Duration.between(
                        worst.get().provenance().start(),
                        worst.get().provenance().end())
                .toNanos();
        return length <= 0 ? 0 : Math.min(WHOLE, Math.round((double) paused / length * WHOLE));
    }

    private static long largest(Map<String, Long> details, String prefix) {
        return details.entrySet().stream()
                .filter(detail -> detail.getKey().startsWith(prefix))
                .mapToLong(Map.Entry::getValue)
                .max()
                .orElse(0);
    }

    /** Return the ports of hosts that pause: a host forwards nothing, so its pause is its own. */
    Set<String> receivers() {
        return receivers(edge -> wiring.isOfHost(edge.receiver()), Edge::receiver);
    }

    /** Return the switches that pause and are paused by nobody. */
    Set<String> congestedSwitches() {
        Set<String> paused = receivers(edge -> !wiring.isOfHost(edge.sender()), Edge::from);
        return receivers(edge -> !wiring.isOfHost(edge.receiver()) && !paused.contains(edge.to()), Edge::to);
    }

    private Set<String> receivers(Predicate<Edge> which, Function<Edge, String> name) {
        Set<String> found = new LinkedHashSet<>();
        edges.stream().filter(which).map(name).forEach(found::add);
        return found;
    }

    /** Return the directions that a port pauses. */
    List<Edge> pausedBy(String port) {
        return edges.stream().filter(edge -> edge.receiver().equals(port)).toList();
    }

    /** Return the directions that a switch pauses by any of its ports. */
    List<Edge> pausedByNode(String node) {
        return edges.stream().filter(edge -> edge.to().equals(node)).toList();
    }

    /** Tell whether a port is itself paused. */
    boolean isPaused(String port) {
        return edges.stream().anyMatch(edge -> edge.sender().equals(port));
    }

    /** Return these directions and all that are paused because of them, upstream. */
    List<Edge> upstream(Collection<Edge> from) {
        Set<Edge> reached = new LinkedHashSet<>(from);
        Deque<Edge> next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            Edge edge = next.remove();
            if (!wiring.isOfHost(edge.sender())) {
                pausedByNode(edge.from()).stream().filter(reached::add).forEach(next::add);
            }
        }
        return List.copyOf(reached);
    }

    /** Return the strongest direction of those that no other cause explains, for a ring of switches that has no end. */
    Optional<Edge> strongestBut(BitSet explained) {
        return edges.stream().filter(edge -> !explained.get(edge.reading())).findFirst();
    }
}
