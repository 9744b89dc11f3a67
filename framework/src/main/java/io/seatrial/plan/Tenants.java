package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two jobs on different hosts of one fabric. Where nobody names their hosts they are taken in turn, leaf after leaf, so that both have hosts on
 * every leaf and share its uplinks: neighbours that share nothing could not disturb each other.
 *
 * @param a hosts of the tenant that is measured; empty = every other host
 * @param b hosts of the tenant that loads the fabric; empty = the hosts between them
 */
public record Tenants(List<String> a, List<String> b) {
    /** Nobody is named. */
    public static final Tenants IN_TURN = new Tenants(List.of(), List.of());

    /** A ring of one, and an incast from nobody, are none. */
    public static final int FEWEST_HOSTS = 2;

    public Tenants {
        a = List.copyOf(a);
        b = List.copyOf(b);
        if (a.isEmpty() != b.isEmpty()) {
            throw new IllegalArgumentException("tenants: expected the hosts of both or of none, got those of one");
        }
        Set<String> common = new HashSet<>(a);
        common.retainAll(b);
        if (!common.isEmpty()) {
            throw new IllegalArgumentException("tenants: expected different hosts, got " + common + " in both");
        }
    }

    /** Return the groups of both; the same cluster gives the same ones. */
    public Tenancy plan(Cluster cluster, RankKind ranks) {
        Assembly assembly = new Assembly(cluster, ranks);
        GroupDraft draft = new GroupDraft(assembly);
        List<String> order = assembly.byLeaf(assembly.roster().hosts());
        List<Group> first = groups("tenant A", a.isEmpty() ? everyOther(order, 0) : a, assembly, draft);
        List<Group> second = groups("tenant B", b.isEmpty() ? everyOther(order, 1) : b, assembly, draft);
        if (first.isEmpty() || second.isEmpty()) {
            draft.note("not measured: two tenants need " + FEWEST_HOSTS
                    + " hosts each that reach each other; tenant A has " + first.size() + " groups, tenant B "
                    + second.size());
            return new Tenancy(
                    List.of(), List.of(), List.of(), Map.of(), draft.omissions().notes());
        }
        return new Tenancy(
                first,
                second,
                incast(assembly.paths(), second),
                witnesses(assembly.paths(), first),
                draft.omissions().notes());
    }

    private static List<String> everyOther(List<String> hosts, int from) {
        List<String> some = new ArrayList<>();
        for (int i = from; i < hosts.size(); i += 2) {
            some.add(hosts.get(i));
        }
        return some;
    }

    /** Of hosts that are named some may not be selected in this run. */
    private static List<Group> groups(String name, List<String> hosts, Assembly assembly, GroupDraft draft) {
        Set<String> there = new HashSet<>(hosts);
        there.retainAll(assembly.roster().hosts());
        return there.isEmpty() ? List.of() : assembly.together(name, GroupShape.ALL, there, draft);
    }

    /** In every ring all others send to the first port at once. */
    private static List<Flow> incast(Paths paths, List<Group> groups) {
        List<Flow> flows = new ArrayList<>();
        for (Group group : groups) {
            RdmaPort receiver = group.ranks().get(0);
            group.ranks().stream()
                    .filter(port -> !port.host().equals(receiver.host()))
                    .forEach(port -> paths.find(port, receiver).ifPresent(flows::add));
        }
        return flows;
    }

    /** From the first rank to the last one, which is the farthest in the order of the leaves. */
    private static Map<String, Flow> witnesses(Paths paths, List<Group> groups) {
        Map<String, Flow> flows = new LinkedHashMap<>();
        for (Group group : groups) {
            List<RdmaPort> ranks = group.ranks();
            paths.find(ranks.get(0), ranks.get(ranks.size() - 1)).ifPresent(flow -> flows.put(group.name(), flow));
        }
        return flows;
    }
}
