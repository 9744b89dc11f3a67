package io.seatrial.cli;

import io.seatrial.criteria.Nvlink;
import io.seatrial.criteria.collectives.Algorithm;
import io.seatrial.criteria.collectives.CollectiveBound;
import io.seatrial.criteria.collectives.Layout;
import io.seatrial.criteria.collectives.Layouts;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Collective;
import io.seatrial.plan.Group;
import io.seatrial.plan.GroupPlan;
import io.seatrial.plan.GroupRound;
import io.seatrial.plan.GroupShape;
import io.seatrial.plan.RankKind;
import io.seatrial.report.Texts;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The largest bus bandwidth that the collectives of a cluster can reach, and why. */
@Command(
        name = "bound",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Show the largest bus bandwidth that collectives can reach on a cluster, each with how it comes about.")
final class BoundTable implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Mixin
    ClusterOption cluster;

    @Option(
            names = "--collective",
            paramLabel = "NAME",
            description =
                    "all-reduce, all-gather, reduce-scatter, all-to-all, broadcast or send-recv (default: all-reduce and all-to-all); repeatable.")
    List<String> collectives = List.of();

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            description =
                    "ring, tree, nvls, nvls-tree, pat, sharp, collnet-direct or collnet-chain, as in criteria.yaml (default: each).")
    String algorithm;

    @Override
    public Integer call() {
        Cluster known = cluster.cluster();
        Optional<Algorithm> declared = Optional.ofNullable(algorithm).map(BoundTable::algorithm);
        List<Collective> asked = asked(declared);
        declared.ifPresent(one -> refuseAbsent(known, asked, one));
        boolean gpus = known.hosts().stream().anyMatch(host -> host.gpus() > 0);
        print("A rank for each NIC, one rail at a time", rails(known), RankKind.NIC, known, asked, declared);
        if (gpus) {
            print("A rank for each GPU", wholeHosts(known), RankKind.GPU, known, asked, declared);
        }
        return Status.HOLDS;
    }

    /** An algorithm is nothing of all-to-all, which is shown only where none is named. */
    private List<Collective> asked(Optional<Algorithm> declared) {
        return collectives.isEmpty()
                ? Stream.of(Collective.ALL_REDUCE, Collective.ALL_TO_ALL)
                        .filter(each -> declared.isEmpty() || each == Collective.ALL_REDUCE)
                        .toList()
                : collectives.stream().map(BoundTable::collective).distinct().toList();
    }

    private void refuseAbsent(Cluster known, List<Collective> asked, Algorithm declared) {
        for (Collective each : asked) {
            if (!Algorithm.of(each).contains(declared)) {
                throw new UsageException("--algorithm: " + Algorithm.refusal(each, algorithm));
            }
            boolean anywhere = Stream.concat(
                            rails(known).stream().flatMap(group -> layout(group, RankKind.NIC, known).stream()),
                            wholeHosts(known).stream().flatMap(group -> layout(group, RankKind.GPU, known).stream()))
                    .anyMatch(layout -> CollectiveBound.has(each, layout, declared));
            if (!anywhere) {
                throw new UsageException("--algorithm: " + each.text() + " has no " + algorithm
                        + " on the layouts of this cluster (cluster.yaml: GPUs, NVLink, switches that add)");
            }
        }
    }

    private void print(
            String title,
            List<Group> groups,
            RankKind kind,
            Cluster known,
            List<Collective> asked,
            Optional<Algorithm> declared) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(title);
        for (Collective each : asked) {
            Map<List<String>, List<String>> alike = new LinkedHashMap<>();
            groups.forEach(
                    group -> alike.computeIfAbsent(said(group, kind, known, each, declared), s -> new ArrayList<>())
                            .add(group.name()));
            alike.forEach((sentences, names) -> {
                out.println("  " + String.join(", ", names) + ", " + each.text());
                sentences.forEach(sentence -> out.println("    " + sentence));
            });
        }
    }

    private static List<String> said(
            Group group, RankKind kind, Cluster known, Collective collective, Optional<Algorithm> declared) {
        return layout(group, kind, known)
                .map(layout -> sentences(collective, layout, declared))
                .orElse(List.of("fewer than 2 ranks: nothing to bound"));
    }

    private static Optional<Layout> layout(Group group, RankKind kind, Cluster known) {
        GroupPlan alone = new GroupPlan(List.of(new GroupRound(0, List.of(group))), List.of());
        return Optional.ofNullable(
                Layouts.of(known, kind, alone, Nvlink.of(known)).get(group.subject()));
    }

    private static List<String> sentences(Collective collective, Layout layout, Optional<Algorithm> declared) {
        if (declared.isPresent() && !CollectiveBound.has(collective, layout, declared.get())) {
            return List.of(collective.text() + " has no " + declared.get().text() + " here");
        }
        List<CollectiveBound> bounds = declared.isPresent()
                ? CollectiveBound.of(collective, layout, declared).stream().toList()
                : CollectiveBound.all(collective, layout);
        return bounds.isEmpty()
                ? List.of(Texts.sentence(CollectiveBound.whyNone()))
                : bounds.stream()
                        .map(bound -> Texts.sentence(bound.reason()))
                        .distinct()
                        .toList();
    }

    private static List<Group> rails(Cluster known) {
        Map<Integer, List<RdmaPort>> rails = new TreeMap<>();
        for (Host host : known.hosts()) {
            for (int i = 0; i < host.ports().size(); i++) {
                RdmaPort port = host.ports().get(i);
                rails.computeIfAbsent(port.rail().orElse(i), rail -> new ArrayList<>())
                        .add(port);
            }
        }
        List<Group> groups = new ArrayList<>();
        rails.forEach((rail, ports) -> groups.add(new Group("rail " + rail, GroupShape.RAIL, ports)));
        return groups;
    }

    /** Hosts of a class are alike, so the first one and the first two stand for all. */
    private static List<Group> wholeHosts(Cluster known) {
        List<Host> hosts =
                known.hosts().stream().filter(host -> host.gpus() > 0).toList();
        List<Group> groups = new ArrayList<>();
        groups.add(group("within " + hosts.get(0).name(), GroupShape.HOST, hosts.subList(0, 1)));
        if (hosts.size() > 1) {
            groups.add(group(hosts.get(0).name() + "+" + hosts.get(1).name(), GroupShape.PAIRS, hosts.subList(0, 2)));
        }
        if (hosts.size() > 2) {
            groups.add(group("all", GroupShape.ALL, hosts));
        }
        return groups;
    }

    private static Group group(String name, GroupShape shape, List<Host> hosts) {
        return new Group(
                name,
                shape,
                hosts.stream().flatMap(host -> host.ports().stream()).toList());
    }

    private static Collective collective(String name) {
        return Collective.named(name)
                .orElseThrow(() -> new UsageException("--collective: expected one of "
                        + Arrays.stream(Collective.values())
                                .map(Collective::text)
                                .toList() + ", got '" + name + "'"));
    }

    private static Algorithm algorithm(String name) {
        return Algorithm.named(name)
                .orElseThrow(() -> new UsageException(
                        "--algorithm: expected one of " + Algorithm.names() + ", got '" + name + "'"));
    }
}
