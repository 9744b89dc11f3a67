package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is measured again before a flow is called failed: the same pair, and each end with a partner that is known to be good. The partner
 * has the rail of the end that it stands in for and the flow keeps its path class, so that the values may be compared.
 *
 * @param failing the flow in question
 * @param flows the same flow first, then sender to good partner, then good partner to receiver, as far as there are any
 * @param notes which end has no good partner, and why that matters
 */
public record Retest(Flow failing, List<Flow> flows, List<String> notes) {
    public Retest {
        flows = List.copyOf(flows);
        notes = List.copyOf(notes);
    }

    /**
     * Find the flows to measure again.
     *
     * @param cluster the cluster, restricted to the hosts that may be used
     * @param failing the flow in question
     * @param bad hosts, ports, links and flows that cannot vouch for anything; an end of a bad flow is no good partner
     *     either, unless the other end is one of the failing flow
     * @param seed chooses among good partners; the same seed gives the same partners
     */
    public static Retest withKnownGood(Cluster cluster, Flow failing, Set<SubjectId> bad, long seed) {
        Search search = new Search(Paths.of(cluster), Roster.of(cluster), failing, new Suspicion(failing, bad), seed);
        List<Flow> flows = new ArrayList<>(List.of(failing));
        List<String> notes = new ArrayList<>();
        search.instead(failing.to())
                .ifPresentOrElse(flows::add, () -> notes.add(search.nobodyFor(failing.from(), failing.to())));
        search.instead(failing.from())
                .ifPresentOrElse(flows::add, () -> notes.add(search.nobodyFor(failing.to(), failing.from())));
        return new Retest(failing, flows, notes);
    }

    /** Return the flows as rounds: those that share an end run one after the other. */
    public List<Round> rounds(Cluster cluster) {
        Packing packing = new Packing(Paths.of(cluster), false);
        flows.forEach(packing::add);
        return Round.numbered(packing.rounds());
    }

    private record Search(Paths paths, Roster roster, Flow failing, Suspicion suspicion, long seed) {
        /** Find the flow in which a good port of the same lane stands in for one end. */
        Optional<Flow> instead(RdmaPort end) {
            List<RdmaPort> candidates = new ArrayList<>(peers(end));
            Collections.shuffle(candidates, Dice.of(seed ^ failing.id().hashCode()));
            return candidates.stream()
                    .filter(port -> !suspicion.of(port))
                    .map(port ->
                            end == failing.to() ? paths.find(failing.from(), port) : paths.find(port, failing.to()))
                    .flatMap(Optional::stream)
                    .filter(flow -> flow.pathClass() == failing.pathClass())
                    .findFirst();
        }

        private List<RdmaPort> peers(RdmaPort end) {
            return roster.order().stream()
                    .filter(lane -> isIn(lane, end))
                    .flatMap(lane -> roster.ports(lane).stream())
                    .filter(port -> !port.host().equals(failing.from().host()))
                    .filter(port -> !port.host().equals(failing.to().host()))
                    .toList();
        }

        private boolean isIn(Lane lane, RdmaPort end) {
            Map<String, RdmaPort> ports = roster.lanes().get(lane);
            return ports.containsKey(end.host()) && ports.get(end.host()).id().equals(end.id());
        }

        String nobodyFor(RdmaPort kept, RdmaPort replaced) {
            return kept.id() + ": no known-good partner in place of " + replaced.id() + " with a path "
                    + failing.pathClass().text() + ", so that the two ends cannot be told apart by it";
        }
    }
}
