package io.seatrial.plan;

import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts pairs of hosts into rounds, each into the first one with room for it, by the rule of {@link Packing}: no certain link is shared, no
 * leaf pair has more flows than uplinks, and no leaf more than it has capacity. What a pair of hosts does by itself, on all its rails and in
 * both directions, stays together and is no reason to refuse it.
 */
final class GroupPacking {
    private final Paths paths;
    private final List<Open> rounds = new ArrayList<>();

    GroupPacking(Paths paths) {
        this.paths = paths;
    }

    /**
     * Add what two hosts do together.
     *
     * @param groups the groups of the pair; they share no port with those that were added before
     * @param flows one flow for each pair of ports; each has its way back too
     */
    void add(List<Group> groups, List<Flow> flows) {
        for (Open open : rounds) {
            if (open.takes(flows)) {
                open.groups.addAll(groups);
                return;
            }
        }
        Open open = new Open();
        open.load(flows, 1);
        open.groups.addAll(groups);
        rounds.add(open);
    }

    List<List<Group>> rounds() {
        return rounds.stream().map(open -> List.copyOf(open.groups)).toList();
    }

    /** A round that still takes pairs. */
    private final class Open {
        private final List<Group> groups = new ArrayList<>();
        private final Set<Link> taken = new HashSet<>();
        private final Map<List<String>, Integer> pairs = new HashMap<>();
        private final Map<String, Long> outward = new HashMap<>();
        private final Map<String, Long> inward = new HashMap<>();

        boolean takes(List<Flow> flows) {
            if (flows.stream().anyMatch(flow -> flow.certain().stream().anyMatch(taken::contains))) {
                return false;
            }
            load(flows, 1);
            boolean room =
                    flows.stream().allMatch(flow -> hasRoom(flow.from(), flow.to()) && hasRoom(flow.to(), flow.from()));
            if (!room) {
                load(flows, -1);
                flows.forEach(flow -> flow.certain().forEach(taken::remove));
            }
            return room;
        }

        void load(List<Flow> flows, int times) {
            for (Flow flow : flows) {
                taken.addAll(flow.certain());
                load(flow.from(), flow.to(), times);
                load(flow.to(), flow.from(), times);
            }
        }

        private void load(RdmaPort from, RdmaPort to, int times) {
            long rate = times * Math.min(from.rate(), to.rate());
            for (Route route : paths.routes(from, to)) {
                if (route.pathClass() != PathClass.WITHIN_LEAF) {
                    pairs.merge(List.of(route.from(), route.to()), times, Integer::sum);
                    outward.merge(route.from(), rate, Long::sum);
                    inward.merge(route.to(), rate, Long::sum);
                }
            }
        }

        private boolean hasRoom(RdmaPort from, RdmaPort to) {
            return paths.routes(from, to).stream()
                    .filter(route -> route.pathClass() != PathClass.WITHIN_LEAF)
                    .allMatch(route -> pairs.get(List.of(route.from(), route.to())) <= Math.max(1, route.width())
                            && outward.get(route.from()) <= paths.fabric().upwards(route.from())
                            && inward.get(route.to()) <= paths.fabric().upwards(route.to()));
        }
    }
}
