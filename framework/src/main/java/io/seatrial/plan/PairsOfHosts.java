package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Every pair of hosts once, by the circle method: in each meeting every host has one partner, with an odd number one of them rests. A meeting
 * becomes several rounds where the uplinks do not carry all of it at once; all rails of a pair run in the same round.
 *
 * @param most largest number of meetings; empty = all of them up to {@value #COMPLETE} hosts, above that as many as it takes for every host to
 *     meet {@value #FEWEST} others
 * @param seed chooses the meetings where they are cut
 */
public record PairsOfHosts(OptionalInt most, long seed) implements GroupPattern {
    /** Up to so many hosts every pair meets if nothing else is asked for; 64 hosts take 63 meetings. */
    public static final int COMPLETE = 64;

    /** So many others each host meets at least where there are more hosts: three tell host from partner, the rest is for those that fail. */
    public static final int FEWEST = 8;

    /** More groups than this do not fit into a controller's memory. */
    public static final int MOST_GROUPS = 1_000_000;

    public PairsOfHosts {
        if (most.isPresent() && most.getAsInt() < 1) {
            throw new IllegalArgumentException("meetings: expected at most 1 or more, got " + most.getAsInt());
        }
    }

    /** Return the same pattern with so many meetings of all hosts at most, chosen by the seed. */
    public PairsOfHosts atMost(int meetings) {
        return new PairsOfHosts(OptionalInt.of(meetings), seed);
    }

    /** Return the same pattern with another choice of meetings. */
    public PairsOfHosts seed(long number) {
        return new PairsOfHosts(most, number);
    }

    /**
     * Return the rounds.
     *
     * @throws IllegalArgumentException if there are more than {@link #MOST_GROUPS} groups
     */
    @Override
    public GroupPlan plan(Cluster cluster, RankKind ranks) {
        Assembly assembly = new Assembly(cluster, ranks);
        GroupDraft draft = new GroupDraft(assembly);
        Circle circle = new Circle(assembly.roster().hosts().size());
        List<Integer> meetings = meetings(circle, draft);
        checkSize(assembly, meetings.size());
        Meeting meeting = new Meeting(assembly, draft);
        for (int number : meetings) {
            meeting.of(circle.pairs(number)).forEach(draft::round);
        }
        meeting.sayWhoIsNotJoined();
        return draft.finish("other host in its rail that it can reach");
    }

    private List<Integer> meetings(Circle circle, GroupDraft draft) {
        int all = circle.rounds();
        int enough = circle.size() <= COMPLETE ? all : FEWEST + circle.size() % 2;
        int kept = Math.min(all, most.orElse(enough));
        List<Integer> meetings = new ArrayList<>(IntStream.range(0, all).boxed().toList());
        if (kept < all) {
            Collections.shuffle(meetings, Dice.of(seed));
            draft.note("pairs of hosts cut at " + kept + " of " + all + " meetings of all hosts (seed " + seed
                    + "): each host meets " + (kept - circle.size() % 2) + " of " + (circle.size() - 1)
                    + " others or more");
        }
        return meetings.subList(0, kept);
    }

    private static void checkSize(Assembly assembly, int meetings) {
        long lanes = assembly.kind() == RankKind.NIC ? assembly.roster().order().size() : 1;
        long groups = assembly.roster().hosts().size() / 2L * meetings * lanes;
        if (groups > MOST_GROUPS) {
            throw new IllegalArgumentException("pairs of hosts of this cluster make " + groups + " groups, more than "
                    + MOST_GROUPS + "; expected a lower limit of meetings (atMost) or a selection of hosts");
        }
    }

    /** What hosts do when they meet. */
    private static final class Meeting {
        private final Assembly assembly;
        private final GroupDraft draft;
        private final List<String> apart = new ArrayList<>();

        Meeting(Assembly assembly, GroupDraft draft) {
            this.assembly = assembly;
            this.draft = draft;
        }

        List<List<Group>> of(List<Circle.Pair> pairs) {
            GroupPacking packing = new GroupPacking(assembly.paths());
            for (Circle.Pair pair : pairs) {
                String first = assembly.roster().hosts().get(Math.min(pair.first(), pair.second()));
                String second = assembly.roster().hosts().get(Math.max(pair.first(), pair.second()));
                meet(first, second, packing);
            }
            return packing.rounds();
        }

        private void meet(String first, String second, GroupPacking packing) {
            List<Group> groups = new ArrayList<>();
            List<Flow> flows = new ArrayList<>();
            String name = first + "+" + second;
            for (Lane lane : assembly.lanes(first, second)) {
                RdmaPort a = assembly.roster().port(lane, first).orElseThrow();
                RdmaPort b = assembly.roster().port(lane, second).orElseThrow();
                flows.add(assembly.paths().flow(a, b));
                groups.add(new Group(name + " " + lane.text(a), GroupShape.PAIRS, List.of(a, b)));
            }
            if (groups.isEmpty()) {
                apart.add(name);
            } else if (assembly.kind() == RankKind.NIC) {
                sayWhichLanesAreMissing(first, second);
                packing.add(groups, flows);
            } else {
                List<RdmaPort> all = assembly.portsThatMeet(List.of(first, second));
                packing.add(List.of(new Group(name, GroupShape.PAIRS, all)), flows);
            }
        }

        private void sayWhichLanesAreMissing(String first, String second) {
            for (Lane lane : assembly.roster().order()) {
                assembly.roster()
                        .port(lane, first)
                        .ifPresent(a -> assembly.roster()
                                .port(lane, second)
                                .filter(b -> !assembly.joins(a, b))
                                .ifPresent(b -> draft.omissions().unreachable(a, b)));
            }
        }

        void sayWhoIsNotJoined() {
            if (!apart.isEmpty()) {
                draft.note("not measured: no rail joins " + apart.get(0)
                        + (apart.size() == 1 ? "" : " (and " + (apart.size() - 1) + " more pairs of hosts)"));
            }
        }
    }
}
