package io.seatrial.plan;

import io.seatrial.inventory.HostList;
import io.seatrial.inventory.NaturalOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Cuts rounds to the time that there is. */
public record Budget(Duration time) {
    public Budget {
        if (time.isNegative()) {
            throw new IllegalArgumentException("budget: expected 0 or more, got " + time);
        }
    }

    /**
     * What was kept and what was dropped.
     *
     * @param kept rounds that fit, the first ones
     * @param dropped rounds that do not
     * @param keptCost what the kept ones take
     * @param droppedCost what the dropped ones would have taken
     * @param unmeasured ids of ports that appear in dropped rounds only
     */
    public record Cut(
            List<Round> kept, List<Round> dropped, Estimate keptCost, Estimate droppedCost, List<String> unmeasured) {
        public Cut {
            kept = List.copyOf(kept);
            dropped = List.copyOf(dropped);
            Objects.requireNonNull(keptCost, "keptCost");
            Objects.requireNonNull(droppedCost, "droppedCost");
            unmeasured = List.copyOf(unmeasured);
        }

        /** Return in a sentence what is dropped; empty when nothing is. */
        public Optional<String> note() {
            if (dropped.isEmpty()) {
                return Optional.empty();
            }
            int all = kept.size() + dropped.size();
            String ports = unmeasured.isEmpty()
                    ? "every port is still measured"
                    : unmeasured.size() + " ports are not measured at all: " + HostList.fold(unmeasured);
            return Optional.of("budget: " + dropped.size() + " of " + all + " rounds dropped ("
                    + droppedCost.duration().toSeconds() + " s, " + droppedCost.flows() + " flows); " + ports);
        }
    }

    /** Keep the first rounds as long as they fit, and say what is dropped. */
    public Cut fit(List<Round> rounds, Function<Flow, Estimate.Cost> cost) {
        Estimate used = Estimate.of(List.of(), cost);
        int kept = 0;
        while (kept < rounds.size()) {
            Estimate next = used.plus(Estimate.of(rounds.get(kept), cost));
            if (next.duration().compareTo(time) > 0) {
                break;
            }
            used = next;
            kept++;
        }
        List<Round> head = rounds.subList(0, kept);
        List<Round> tail = rounds.subList(kept, rounds.size());
        return new Cut(head, tail, used, Estimate.of(tail, cost), onlyIn(tail, head));
    }

    private static List<String> onlyIn(List<Round> dropped, List<Round> kept) {
        Set<String> ports = ports(dropped);
        ports.removeAll(ports(kept));
        return new ArrayList<>(ports);
    }

    private static Set<String> ports(List<Round> rounds) {
        Set<String> ports = new TreeSet<>(NaturalOrder.INSTANCE);
        for (Round round : rounds) {
            for (Flow flow : round.flows()) {
                ports.add(flow.from().id());
                ports.add(flow.to().id());
            }
        }
        return ports;
    }
}
