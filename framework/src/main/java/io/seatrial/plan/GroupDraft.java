package io.seatrial.plan;

import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Gathers rounds of groups, and at the end says who is in none of them. */
final class GroupDraft {
    private final Assembly assembly;
    private final Omissions omissions;
    private final List<GroupRound> rounds = new ArrayList<>();

    GroupDraft(Assembly assembly) {
        this.assembly = assembly;
        this.omissions = new Omissions(assembly.paths());
    }

    Omissions omissions() {
        return omissions;
    }

    void note(String note) {
        omissions.add(note);
    }

    void round(List<Group> groups) {
        if (!groups.isEmpty()) {
            rounds.add(new GroupRound(rounds.size(), groups));
        }
    }

    /**
     * Return the plan.
     *
     * @param lacking what those have not that are in no group, to follow <em>has no</em>
     */
    GroupPlan finish(String lacking) {
        assembly.absent().forEach((reason, hosts) -> leftOut(hosts, reason));
        leftOut(unused(), "no " + lacking);
        return new GroupPlan(rounds, omissions.notes());
    }

    /** With a rank for each GPU a host of which nothing is used is named once, and not by its ports. */
    private List<String> unused() {
        Set<String> ports = new HashSet<>();
        Set<String> hosts = new HashSet<>();
        rounds.forEach(round -> round.groups().forEach(group -> {
            group.ranks().forEach(port -> ports.add(port.id()));
            hosts.addAll(group.hosts());
        }));
        List<String> unused = new ArrayList<>();
        for (String host : assembly.roster().hosts()) {
            if (assembly.kind() == RankKind.GPU && !hosts.contains(host)) {
                unused.add(host);
            } else {
                assembly.ports(host).stream()
                        .map(RdmaPort::id)
                        .filter(port -> !ports.contains(port))
                        .forEach(unused::add);
            }
        }
        return unused;
    }

    private void leftOut(List<String> names, String reason) {
        if (!names.isEmpty()) {
            note("not measured: " + names.get(0)
                    + (names.size() == 1 ? " has " : " and " + (names.size() - 1) + " more have ") + reason);
        }
    }
}
