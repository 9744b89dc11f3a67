package io.seatrial.diagnosis;

import io.seatrial.inventory.Link;
import io.seatrial.plan.Flow;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** How a flow crosses links: each with the part of its vote that falls on it. */
final class Crossing {
    private Crossing() {}

    /**
     * Return the votes of a bad flow by link (007): 1/h on each of its h links. Under ECMP the path takes one link of each group of
     * alternatives, so these share the vote of one.
     */
    static Map<Link, Double> votes(Flow flow) {
        Map<String, Integer> alternatives = new LinkedHashMap<>();
        for (Link link : new LinkedHashSet<>(flow.possible())) {
            alternatives.merge(groupOf(link), 1, Integer::sum);
        }
        Set<Link> certain = new LinkedHashSet<>(flow.certain());
        double each = 1.0 / Math.max(1, certain.size() + alternatives.size());
        Map<Link, Double> votes = new LinkedHashMap<>();
        certain.forEach(link -> votes.put(link, each));
        flow.possible().forEach(link -> votes.putIfAbsent(link, each / alternatives.get(groupOf(link))));
        return votes;
    }

    /** ECMP chooses among links of one tier that leave the same lower switch. */
    private static String groupOf(Link link) {
        return link.tier() + " " + link.a().node();
    }
}
