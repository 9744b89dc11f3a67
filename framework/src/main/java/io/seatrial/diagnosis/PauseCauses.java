package io.seatrial.diagnosis;

import io.seatrial.diagnosis.Cause.About;
import io.seatrial.diagnosis.PauseGraph.Edge;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.Conditions;
import io.seatrial.measurement.Measurement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Causes of pauses: receivers that stopped, switches that more comes into than leaves them, cycles. */
final class PauseCauses {
    private static final String DEADLOCK = "congestion.deadlock";
    /** What shows which egress of a switch was full, most telling first: what it lost, how long it became, what it marked. */
    private static final List<String> FULLNESS = List.of(".queue.drops.", ".queue.watermark.", ".queue.marked.");

    private final Complaints complaints;
    private final Wiring wiring;
    private final Collection<Reading> all;
    private final FabricWording wording;
    private final PauseGraph graph;

    PauseCauses(Complaints complaints, Wiring wiring, Collection<Reading> all, FabricWording wording) {
        this.complaints = complaints;
        this.wiring = wiring;
        this.all = all;
        this.wording = wording;
        graph = new PauseGraph(complaints, wiring);
    }

    List<Cause> causes() {
        List<Cause> causes = new ArrayList<>();
        deadlock().ifPresent(causes::add);
        graph.receivers().forEach(port -> causes.add(receiver(port)));
        graph.congestedSwitches().forEach(node -> causes.add(congested(node)));
        rings(causes);
        return causes;
    }

    /** What is left is a ring that nobody called a deadlock: something leaves it now and then. Its strongest pause is where to begin. */
    private void rings(List<Cause> causes) {
        BitSet explained = new BitSet();
        causes.forEach(cause -> explained.or(cause.explains()));
        for (Optional<Edge> edge = graph.strongestBut(explained);
                edge.isPresent();
                edge = graph.strongestBut(explained)) {
            Cause cause = congested(edge.get().to());
            causes.add(cause);
            explained.or(cause.explains());
            explained.set(edge.get().reading());
        }
    }

    private Cause receiver(String port) {
        List<Edge> own = graph.pausedBy(port);
        List<Edge> reached = graph.upstream(own);
        return new Cause(
                About.RECEIVER,
                readings(own),
                standstill(reached),
                links(reached),
                explained -> wording.receiver(
                        wiring.linkAt(port).orElseThrow(),
                        own,
                        victims(reached, own),
                        graph.isPaused(port),
                        explained));
    }

    private Cause congested(String node) {
        List<Edge> own = graph.pausedByNode(node);
        List<Edge> reached = graph.upstream(own);
        Optional<String> egress = fullest(node, own);
        Set<String> links = links(reached);
        egress.flatMap(wiring::linkAt).map(Link::id).ifPresent(links::add);
        return new Cause(
                About.CONGESTED_SWITCH,
                readings(own),
                Complaints.union(standstill(reached), complaints.on(links, Complaints.OF_STANDSTILL)),
                links,
                explained -> wording.congested(node, egress.flatMap(wiring::linkAt), egress, senders(own), explained));
    }

    private Optional<Cause> deadlock() {
        BitSet own = complaints.where(reading -> reading.ask().equals(DEADLOCK));
        if (own.isEmpty()) {
            return Optional.empty();
        }
        Set<String> ports = new TreeSet<>();
        Set<String> links = new HashSet<>();
        complaints.at(own).forEach(reading -> ports.addAll(cycle(reading)));
        ports.forEach(port -> wiring.linkAt(port).map(Link::id).ifPresent(links::add));
        if (ports.isEmpty()) {
            return Optional.empty();
        }
        List<Edge> paused = new ArrayList<>();
        ports.forEach(port -> paused.addAll(graph.pausedByNode(Wiring.nodeOf(port))));
        BitSet explains = Complaints.union(standstill(graph.upstream(paused)), complaints.on(links));
        return Optional.of(
                new Cause(About.DEADLOCK, own, explains, links, explained -> wording.deadlock(ports, explained)));
    }

    /** Return the sending ports of a cycle, as the rule lists its directions. */
    private static Set<String> cycle(Reading reading) {
        Set<String> ports = new TreeSet<>();
        reading.worst()
                .map(worst -> worst.conditions().get(Conditions.COUNTED_AT))
                .ifPresent(text -> {
                    for (String direction : text.split(" ")) {
                        Place.parse(direction).flatMap(Place::sender).ifPresent(ports::add);
                    }
                });
        return ports;
    }

    private static BitSet readings(Collection<Edge> edges) {
        BitSet positions = new BitSet();
        edges.forEach(edge -> positions.set(edge.reading()));
        return positions;
    }

    /** What fails on the links of paused directions, and what their traffic suffers elsewhere. */
    private BitSet standstill(Collection<Edge> edges) {
        Set<String> links = links(edges);
        Set<String> sharing = new HashSet<>();
        BitSet positions = Complaints.union(readings(edges), complaints.on(links));
        complaints
                .at(readings(edges))
                .forEach(reading -> sharing.addAll(wiring.sharing(reading.subject(), reading.during())));
        positions.or(complaints.on(sharing, Complaints.OF_LOSS));
        return positions;
    }

    private Set<String> links(Collection<Edge> edges) {
        Set<String> links = new HashSet<>();
        edges.forEach(edge -> wiring.linkAt(edge.sender()).map(Link::id).ifPresent(links::add));
        return links;
    }

    private static Set<String> senders(Collection<Edge> edges) {
        Set<String> senders = new TreeSet<>();
        edges.forEach(edge -> senders.add(edge.sender()));
        return senders;
    }

    private static Set<String> victims(Collection<Edge> reached, Collection<Edge> own) {
        Set<String> victims = senders(reached);
        victims.removeAll(senders(own));
        return victims;
    }

    /** Return the port of a switch whose egress queue was fullest in the windows in which it paused, where something tells. */
    private Optional<String> fullest(String node, Collection<Edge> own) {
        Set<String> during = new HashSet<>();
        complaints.at(readings(own)).forEach(reading -> during.addAll(reading.during()));
        for (String what : FULLNESS) {
            Map<String, Long> byPort = new HashMap<>();
            all.stream()
                    .filter(reading -> wiring.linksOf(node).contains(reading.subject()))
                    .flatMap(reading -> reading.measurements().stream())
                    .filter(m -> during.contains(m.conditions().get(Conditions.DURING)))
                    .forEach(measurement -> collect(node, what, measurement, byPort));
            Optional<String> most = byPort.entrySet().stream()
                    .filter(entry -> entry.getValue() > 0)
                    .max(Map.Entry.<String, Long>comparingByValue()
                            .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                    .map(Map.Entry::getKey);
            if (most.isPresent()) {
                return most;
            }
        }
        return Optional.empty();
    }

    private static void collect(String node, String what, Measurement measurement, Map<String, Long> byPort) {
        measurement.details().forEach((name, value) -> {
            int at = name.indexOf(what);
            if (at > 0 && name.startsWith(node + "/")) {
                byPort.merge(name.substring(0, at), value, Math::max);
            }
        });
    }
}
