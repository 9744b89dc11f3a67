package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every port receives once from several others at the same moment, more than its link can carry: a deliberate incast. Senders are on the
 * receiver's leaf where there are enough of them, so that no link but the receiver's is too narrow, and of different hosts. Receivers of one
 * round have different leaves.
 *
 * @param senders how many send to one receiver, where there are so many
 */
public record Incast(int senders) implements TrafficPattern {
    /** With one sender a link of the same speed is never too narrow. */
    private static final int FEWEST = 2;

    public Incast {
        if (senders < FEWEST) {
            throw new IllegalArgumentException("incast: expected " + FEWEST + " senders or more, got " + senders
                    + ": one alone overloads nothing");
        }
    }

    @Override
    public List<Round> rounds(Cluster cluster) {
        return plan(cluster).rounds();
    }

    @Override
    public Plan plan(Cluster cluster) {
        Paths paths = Paths.of(cluster);
        Map<String, List<RdmaPort>> leaves = new TreeMap<>();
        cluster.ports()
                .forEach(port -> leaves.computeIfAbsent(String.join("+", paths.leaves(port)), key -> new ArrayList<>())
                        .add(port));
        List<List<Flow>> rounds = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (List<RdmaPort> leaf : leaves.values()) {
            for (int i = 0; i < leaf.size(); i++) {
                List<Flow> flows = flows(paths, leaf, i);
                if (flows.size() < FEWEST) {
                    notes.add("not measured: " + leaf.get(i).id() + " has fewer than " + FEWEST
                            + " ports of other hosts on its leaf that could send to it at once");
                } else {
                    into(rounds, i).addAll(flows);
                }
            }
        }
        rounds.removeIf(List::isEmpty);
        return new Plan(Round.numbered(rounds), notes);
    }

    private static List<Flow> into(List<List<Flow>> rounds, int number) {
        while (rounds.size() <= number) {
            rounds.add(new ArrayList<>());
        }
        return rounds.get(number);
    }

    /** The senders are those that follow the receiver in the list, so that each port sends about as often. */
    private List<Flow> flows(Paths paths, List<RdmaPort> leaf, int receiver) {
        List<Flow> flows = new ArrayList<>();
        List<String> hosts = new ArrayList<>(List.of(leaf.get(receiver).host()));
        for (int step = 1; step < leaf.size() && flows.size() < senders; step++) {
            RdmaPort sender = leaf.get((receiver + step) % leaf.size());
            if (!hosts.contains(sender.host())) {
                paths.find(sender, leaf.get(receiver)).ifPresent(flows::add);
                hosts.add(sender.host());
            }
        }
        return flows;
    }
}
