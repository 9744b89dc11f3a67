package io.seatrial.plan;

import io.seatrial.inventory.Cable;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.Switch;
import io.seatrial.inventory.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/** Clusters for tests of plans, built from a few numbers. */
final class Fabrics {
    static final long RATE = 400_000_000_000L;

    private static final SshSettings SSH =
            new SshSettings("root", 22, List.of(), true, Optional.empty(), List.of(), Optional.empty());

    private final List<Host> hosts = new ArrayList<>();
    private final List<Switch> switches = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    /**
     * Rail-optimised: NIC r of the hosts of a pod on leaf r of the pod, every leaf to every spine of the pod, every spine to every core.
     *
     * @param uplinks links from each leaf to each spine
     */
    static Cluster railOptimised(int hosts, int perPod, int rails, int spines, int uplinks, int cores) {
        Fabrics fabric = new Fabrics();
        int pods = (hosts + perPod - 1) / perPod;
        for (int pod = 1; pod <= pods; pod++) {
            for (int rail = 0; rail < rails; rail++) {
                fabric.leaf("leaf-" + pod + "-" + rail, "spine-" + pod + "-", spines, uplinks);
            }
            fabric.spines("spine-" + pod + "-", spines, cores);
        }
        for (int host = 0; host < hosts; host++) {
            fabric.host(host, rails, "leaf-" + (host / perPod + 1) + "-", true);
        }
        return fabric.cluster("railed");
    }

    /** All NICs of a host on the one leaf of its rack, without rails; every leaf to every spine. */
    static Cluster racks(int hosts, int perRack, int ports, int spines, int uplinks) {
        Fabrics fabric = new Fabrics();
        for (int rack = 1; rack <= (hosts + perRack - 1) / perRack; rack++) {
            fabric.leaf("leaf-" + rack, "spine-", spines, uplinks);
        }
        for (int host = 0; host < hosts; host++) {
            fabric.host(host, ports, "leaf-" + (host / perRack + 1), false);
        }
        return fabric.cluster("racked");
    }

    /** Return the same cluster with hosts, switches and links in another order of the file. */
    static Cluster shuffled(Cluster cluster, long seed) {
        return new Cluster(
                cluster.name(),
                cluster.folder(),
                cluster.hash(),
                cluster.platform(),
                shuffle(cluster.hosts(), seed),
                shuffle(cluster.switches(), seed),
                cluster.tiers(),
                shuffle(cluster.links(), seed),
                cluster.cables(),
                cluster.nvlinkDomains(),
                cluster.lab());
    }

    private static <T> List<T> shuffle(List<T> list, long seed) {
        List<T> copy = new ArrayList<>(list);
        Collections.shuffle(copy, new Random(seed));
        return copy;
    }

    /** Return the cluster with another declared ratio of its leaves. */
    static Cluster oversubscribed(Cluster cluster, double ratio) {
        List<Tier> tiers =
                List.of(new Tier("host-leaf", 1.0), new Tier("leaf-spine", ratio), new Tier("spine-core", 1.0));
        return new Cluster(
                cluster.name(),
                cluster.folder(),
                cluster.hash(),
                cluster.platform(),
                cluster.hosts(),
                cluster.switches(),
                tiers,
                cluster.links(),
                cluster.cables(),
                cluster.nvlinkDomains(),
                cluster.lab());
    }

    static RdmaPort port(Cluster cluster, String id) {
        return cluster.ports().stream()
                .filter(port -> port.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private void leaf(String name, String spine, int spines, int uplinks) {
        switches.add(new Switch(name, "leaf", "", ""));
        for (int s = 1; s <= spines; s++) {
            for (int u = 0; u < uplinks; u++) {
                link(new End(name, "u" + s + "." + u), new End(spine + s, name + "." + u), "leaf-spine");
            }
        }
    }

    private void spines(String prefix, int spines, int cores) {
        for (int s = 1; s <= spines; s++) {
            switches.add(new Switch(prefix + s, "spine", "", ""));
            for (int c = 1; c <= cores; c++) {
                link(new End(prefix + s, "c" + c), new End("core-" + c, prefix + s), "spine-core");
            }
        }
    }

    /** Add a host; a leaf prefix that ends in a dash gets the rail appended. */
    private void host(int number, int ports, String leaf, boolean rails) {
        String name = String.format("gpu-%04d", number + 1);
        List<RdmaPort> list = new ArrayList<>();
        for (int p = 0; p < ports; p++) {
            String on = leaf.endsWith("-") ? leaf + p : leaf;
            Link link = link(new End(name, "mlx5_" + p), new End(on, "d" + number + "." + p), Link.HOST_LEAF);
            list.add(port(name, p, rails ? OptionalInt.of(p) : OptionalInt.empty(), List.of(link.id())));
        }
        hosts.add(new Host(name, "192.0.2.1", SSH, list, 8));
    }

    private static RdmaPort port(String host, int p, OptionalInt rail, List<String> links) {
        return new RdmaPort(
                host,
                "mlx5_" + p,
                1,
                "",
                host + "." + p,
                rail,
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                RATE,
                links);
    }

    private Link link(End a, End b, String tier) {
        Link link = new Link(a, b, tier, RATE, a + "~" + b);
        links.add(link);
        return link;
    }

    private Cluster cluster(String name) {
        List<Tier> tiers =
                List.of(new Tier("host-leaf", 1.0), new Tier("leaf-spine", 1.0), new Tier("spine-core", 1.0));
        List<Cable> cables = links.stream()
                .map(link -> new Cable(link.id(), List.of(link.id())))
                .toList();
        return new Cluster(
                name, Path.of("."), "", "", hosts, switches, tiers, links, cables, List.of(), Optional.empty());
    }
}
