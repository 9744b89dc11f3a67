package io.seatrial.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What every round must keep, counted anew from the links and not by the code under test. */
final class RoundRules {
    private final Map<String, String> leafOfPort = new HashMap<>();
    private final Map<String, Integer> uplinks = new HashMap<>();
    private final double ratio;

    RoundRules(Cluster cluster) {
        for (Link link : cluster.links()) {
            if (link.tier().equals("host-leaf")) {
                leafOfPort.put(link.a().toString(), link.b().node());
            } else if (link.tier().equals("leaf-spine")) {
                uplinks.merge(link.a().node(), 1, Integer::sum);
            }
        }
        ratio = cluster.tiers().get(1).oversubscription();
    }

    void check(List<Round> rounds) {
        for (int i = 0; i < rounds.size(); i++) {
            assertThat(rounds.get(i).number()).isEqualTo(i);
            assertThat(rounds.get(i).flows().isEmpty()).isFalse();
            disjoint(rounds.get(i));
            fitsTheUplinks(rounds.get(i));
        }
    }

    private static void disjoint(Round round) {
        List<Link> certain =
                round.flows().stream().flatMap(flow -> flow.certain().stream()).toList();
        assertThat(certain).doesNotHaveDuplicates();
        List<String> ports = round.flows().stream()
                .flatMap(flow -> Stream.of(flow.from().id(), flow.to().id()))
                .toList();
        assertThat(ports).doesNotHaveDuplicates();
    }

    private void fitsTheUplinks(Round round) {
        Map<List<String>, Integer> pairs = new HashMap<>();
        Map<String, Integer> out = new HashMap<>();
        Map<String, Integer> in = new HashMap<>();
        for (Flow flow : round.flows()) {
            String from = leaf(flow.from());
            String to = leaf(flow.to());
            if (!from.equals(to)) {
                pairs.merge(List.of(from, to), 1, Integer::sum);
                out.merge(from, 1, Integer::sum);
                in.merge(to, 1, Integer::sum);
            }
        }
        pairs.forEach((pair, flows) -> assertThat(flows).as(pair.toString()).isLessThanOrEqualTo((int)
                Math.min(limit(pair.get(0)), limit(pair.get(1)))));
        // all rates are equal in these fabrics, so that capacity is a number of flows too
        out.forEach((leaf, flows) -> assertThat(flows).as(leaf).isLessThanOrEqualTo((int) limit(leaf)));
        in.forEach((leaf, flows) -> assertThat(flows).as(leaf).isLessThanOrEqualTo((int) limit(leaf)));
    }

    private double limit(String leaf) {
        return uplinks.get(leaf) * ratio;
    }

    String leaf(RdmaPort port) {
        return leafOfPort.get(port.id());
    }

    static List<String> ids(List<Round> rounds) {
        List<String> ids = new ArrayList<>();
        rounds.forEach(round -> round.flows().forEach(flow -> ids.add(flow.id())));
        return ids;
    }
}
