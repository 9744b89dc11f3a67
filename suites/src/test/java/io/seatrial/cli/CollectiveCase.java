package io.seatrial.cli;

import io.seatrial.archive.Closing;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.ClusterFile;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupPattern;
import io.seatrial.plan.Groups;
import io.seatrial.plan.Paths;
import io.seatrial.plan.RankKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/**
 * A row of the table of defects that collectives find (suites/COLLECTIVES.md): what a fault must bring about, what it may, and that everything
 * else it must not.
 *
 * @param fault name of the fault
 * @param of what it is injected at
 * @param must results that have to be so: {@code criterion subject}, or of a bare criterion at least one
 * @param may whether a group may fail
 * @param suspect what has to be suspected first
 */
record CollectiveCase(String fault, At of, Must must, BiPredicate<String, Group> may, Suspects suspect) {
    private static final String LIMIT = ".limit";

    /** What a fault is injected at. */
    enum At {
        NIC,
        UPLINK,
        HOST
    }

    /** Which results have to be there. */
    @FunctionalInterface
    interface Must {
        Set<String> by(String subject);
    }

    /** How the terminal's line of the first suspect begins. */
    @FunctionalInterface
    interface Suspects {
        String by(String subject);
    }

    private static final Cluster CLUSTER = ClusterFile.read(VirtualCopy.COLLECTIVES);

    /** Every ask of the cluster, and its groups. */
    private static final Map<String, List<Group>> ASKS = asks();

    static final List<CollectiveCase> TABLE = List.of(
            new CollectiveCase(
                    "slow-cable",
                    At.NIC,
                    port -> withGroups((ask, group) -> holds(group, port)),
                    (port, group) -> holds(group, port),
                    port -> "port " + port + ":"),
            new CollectiveCase(
                    "slow-cable",
                    At.UPLINK,
                    uplink -> Set.of(),
                    (uplink, group) -> crosses(group, uplink),
                    uplink -> "switch " + nodeOf(uplink) + ": one of its uplinks is slow"),
            new CollectiveCase(
                    "swapped-rails",
                    At.HOST,
                    CollectiveCase::bothLeafPorts,
                    (host, group) -> false,
                    host -> "host " + host + ": its rails are swapped"));

    private static Map<String, List<Group>> asks() {
        Map<String, GroupPattern> patterns = new LinkedHashMap<>();
        patterns.put("collective.all-reduce.host", Groups.withinEachHost());
        patterns.put("collective.all-reduce.pairs", Groups.pairsOfHosts());
        patterns.put("collective.all-reduce.rail", Groups.eachRail());
        patterns.put("collective.all-reduce.all", Groups.everybody());
        patterns.put("collective.send-recv.halves", Groups.halves());
        Map<String, List<Group>> asks = new LinkedHashMap<>();
        patterns.forEach((ask, pattern) -> asks.put(
                ask,
                pattern.plan(CLUSTER, RankKind.NIC).rounds().stream()
                        .flatMap(round -> round.groups().stream())
                        .toList()));
        return asks;
    }

    private static Set<String> withGroups(BiPredicate<String, Group> wanted) {
        Set<String> results = new TreeSet<>();
        ASKS.forEach((ask, groups) -> groups.stream()
                .filter(group -> wanted.test(ask, group))
                .forEach(group -> results.add(ask + LIMIT + " " + group.subject())));
        return results;
    }

    private static boolean holds(Group group, String port) {
        return group.ranks().stream().map(RdmaPort::id).anyMatch(port::equals);
    }

    private static String nodeOf(String port) {
        return port.substring(0, port.indexOf('/'));
    }

    /** Some of its ranks, and not all, are on that leaf, so that its ring leaves it and comes back. */
    private static boolean crosses(Group group, String uplink) {
        Paths paths = Paths.of(CLUSTER);
        List<RdmaPort> ranks = group.ranks();
        for (int i = 0; i < ranks.size(); i++) {
            boolean over = paths.find(ranks.get(i), ranks.get((i + 1) % ranks.size())).stream()
                    .flatMap(flow -> flow.possible().stream())
                    .anyMatch(link -> link.a().toString().equals(uplink));
            if (over) {
                return true;
            }
        }
        return false;
    }

    private static Set<String> bothLeafPorts(String host) {
        return CLUSTER.linksOfTier(Link.HOST_LEAF).stream()
                .filter(link -> link.a().node().equals(host))
                .map(link -> "configuration.cabling.expect port " + link.b())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Where a fault can be injected. */
    static List<String> subjects(At of) {
        return switch (of) {
            case NIC -> CLUSTER.ports().stream().map(RdmaPort::id).toList();
            case UPLINK ->
                CLUSTER.linksOfTier("leaf-spine").stream()
                        .map(link -> link.a().toString())
                        .toList();
            case HOST -> CLUSTER.hosts().stream().map(Host::name).toList();
        };
    }

    /** What a run with this fault did wrong; empty when it is as it must be. */
    List<String> wrong(String subject, Path runs) {
        CommandLineRun run = run(runs, "--fault", fault + ":" + subject);
        List<String> wrong = new ArrayList<>();
        if (run.status() != 1) {
            wrong.add("exit status " + run.status() + "; expected 1");
        }
        Set<String> seen = notPassed(FaultCase.closing(runs));
        must.by(subject).stream()
                .filter(result -> !seen.contains("failed " + result))
                .forEach(result -> wrong.add("must fail and did not: " + result));
        if (seen.isEmpty()) {
            wrong.add("something must fail, and nothing did");
        }
        seen.stream().filter(result -> !allowed(result, subject)).forEach(result -> wrong.add("must not: " + result));
        if (run.out().stream().noneMatch(line -> line.startsWith("suspect 1  " + suspect.by(subject)))) {
            wrong.add("first suspect is not " + suspect.by(subject));
        }
        if (of == At.UPLINK && !run.text().contains(subject + "~")) {
            wrong.add("nobody names " + subject);
        }
        if (!wrong.isEmpty()) {
            wrong.add(run.text());
        }
        return wrong;
    }

    private boolean allowed(String result, String subject) {
        Set<String> allowed = withGroups((ask, group) -> may.test(subject, group));
        allowed.addAll(must.by(subject));
        return allowed.stream().anyMatch(one -> result.equals("failed " + one));
    }

    /** What a run without faults did wrong. */
    static List<String> wrongWithoutFault(Path runs) {
        CommandLineRun run = run(runs);
        return run.status() == 0 && run.lastLine().equals("ACCEPTED") ? List.of() : List.of(run.text());
    }

    private static CommandLineRun run(Path runs, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "run",
                "--cluster",
                VirtualCopy.ofCollectives(runs).toString(),
                "--profile",
                "bringup",
                "--runs",
                runs.toString()));
        command.addAll(List.of(more));
        return CommandLineRun.of(command.toArray(String[]::new));
    }

    private static Set<String> notPassed(Closing closing) {
        return closing.results().stream()
                .filter(result ->
                        result.verdict().equals("failed") || result.verdict().equals("not-proven"))
                .map(result -> result.verdict() + " " + result.criterion() + " " + result.subject())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String toString() {
        return fault + " at " + of;
    }
}
