package io.seatrial.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts flows into rounds, each into the first one with room for it. A round has room when the flow shares no port and no certain link with
 * the others, when its leaf pair has an uplink left, and when its leaves have capacity left; else the round would measure its own congestion.
 */
final class Packing {
    private final Paths paths;
    private final boolean hostsApart;
    private final List<Open> rounds = new ArrayList<>();

    /** @param hostsApart whether each host may take part in one flow of a round only */
    Packing(Paths paths, boolean hostsApart) {
        this.paths = paths;
        this.hostsApart = hostsApart;
    }

    /** Add a flow, and return the position of its round. */
    int add(Flow flow) {
        List<Route> routes = paths.routes(flow.from(), flow.to());
        for (int i = 0; i < rounds.size(); i++) {
            if (rounds.get(i).fits(flow, routes)) {
                rounds.get(i).put(flow, routes);
                return i;
            }
        }
        rounds.add(new Open());
        rounds.get(rounds.size() - 1).put(flow, routes);
        return rounds.size() - 1;
    }

    List<List<Flow>> rounds() {
        return rounds.stream().map(open -> List.copyOf(open.flows)).toList();
    }

    /** A round that still takes flows. */
    private final class Open {
        private final List<Flow> flows = new ArrayList<>();
        private final Set<Object> taken = new HashSet<>();
        private final Map<List<String>, Integer> pairs = new HashMap<>();
        private final Map<String, Long> outward = new HashMap<>();
        private final Map<String, Long> inward = new HashMap<>();

        boolean fits(Flow flow, List<Route> routes) {
            return flow.certain().stream().noneMatch(taken::contains)
                    && ends(flow).stream().noneMatch(taken::contains)
                    && routes.stream().allMatch(route -> hasRoom(flow, route));
        }

        private boolean hasRoom(Flow flow, Route route) {
            if (route.pathClass() == PathClass.WITHIN_LEAF) {
                return true;
            }
            long rate = Math.min(flow.from().rate(), flow.to().rate());
            return pairs.getOrDefault(pair(route), 0) + 1 <= Math.max(1, route.width())
                    && outward.getOrDefault(route.from(), 0L) + rate
                            <= paths.fabric().upwards(route.from())
                    && inward.getOrDefault(route.to(), 0L) + rate
                            <= paths.fabric().upwards(route.to());
        }

        void put(Flow flow, List<Route> routes) {
            flows.add(flow);
            taken.addAll(flow.certain());
            taken.addAll(ends(flow));
            long rate = Math.min(flow.from().rate(), flow.to().rate());
            for (Route route : routes) {
                if (route.pathClass() != PathClass.WITHIN_LEAF) {
                    pairs.merge(pair(route), 1, Integer::sum);
                    outward.merge(route.from(), rate, Long::sum);
                    inward.merge(route.to(), rate, Long::sum);
                }
            }
        }

        private List<String> pair(Route route) {
            return List.of(route.from(), route.to());
        }

        private List<String> ends(Flow flow) {
            return hostsApart
                    ? List.of(flow.from().host(), flow.to().host())
                    : List.of(flow.from().id(), flow.to().id());
        }
    }
}
