package io.seatrial.criteria;

import io.seatrial.inventory.Cable;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.LabSettings;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.PciLink;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.Switch;
import io.seatrial.inventory.Tier;
import io.seatrial.plan.Flow;
import io.seatrial.plan.PathClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** 4 hosts with 2 rails, each rail on its own leaf, 2 spines: small enough to name everything in a test. */
public final class SmallFabric {
    public static final long RATE = 500_000_000;
    public static final long DELAY = 2_000_000;
    private static final int HOSTS = 4;
    private static final int RAILS = 2;

    private SmallFabric() {}

    public static RdmaPort port(int host, int rail) {
        return new RdmaPort(
                hostName(host),
                "mlx5_" + rail,
                1,
                "",
                "127.1." + host + "." + (rail + 1),
                OptionalInt.of(rail),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                RATE,
                List.of(hostLink(host, rail).id()));
    }

    public static String hostName(int host) {
        return "gpu-0" + host;
    }

    public static Link hostLink(int host, int rail) {
        End up = new End("leaf-" + (rail + 1), "Ethernet" + host);
        return new Link(new End(hostName(host), "mlx5_" + rail), up, Link.HOST_LEAF, RATE, "cable-" + host + rail);
    }

    public static Link uplink(int leaf, int spine) {
        End down = new End("leaf-" + leaf, "Ethernet" + (10 + spine));
        return new Link(down, new End("spine-" + spine, "Ethernet" + leaf), "leaf-spine", RATE, "up-" + leaf + spine);
    }

    public static List<Link> hostLinks() {
        List<Link> links = new ArrayList<>();
        for (int host = 1; host <= HOSTS; host++) {
            for (int rail = 0; rail < RAILS; rail++) {
                links.add(hostLink(host, rail));
            }
        }
        return links;
    }

    public static List<Link> uplinks() {
        return List.of(uplink(1, 1), uplink(1, 2), uplink(2, 1), uplink(2, 2));
    }

    public static List<Link> links() {
        List<Link> links = new ArrayList<>(hostLinks());
        links.addAll(uplinks());
        return links;
    }

    /** Every ordered pair of hosts on each rail. */
    public static List<Flow> withinRail() {
        List<Flow> flows = new ArrayList<>();
        for (int rail = 0; rail < RAILS; rail++) {
            for (int from = 1; from <= HOSTS; from++) {
                for (int to = 1; to <= HOSTS; to++) {
                    if (from != to) {
                        flows.add(within(from, to, rail));
                    }
                }
            }
        }
        return flows;
    }

    public static Flow within(int from, int to, int rail) {
        return new Flow(
                port(from, rail),
                port(to, rail),
                PathClass.WITHIN_LEAF,
                List.of(hostLink(from, rail), hostLink(to, rail)),
                List.of());
    }

    /** From rail 0 of every host to rail 1 of every other; the uplinks are chosen by ECMP. */
    public static List<Flow> acrossLeaves() {
        List<Flow> flows = new ArrayList<>();
        for (int from = 1; from <= HOSTS; from++) {
            for (int to = 1; to <= HOSTS; to++) {
                if (from != to) {
                    flows.add(across(from, to));
                }
            }
        }
        return flows;
    }

    public static Flow across(int from, int to) {
        return new Flow(
                port(from, 0),
                port(to, 1),
                PathClass.ACROSS_LEAVES,
                List.of(hostLink(from, 0), hostLink(to, 1)),
                uplinks());
    }

    public static Cluster cluster() {
        return cluster(Optional.of(new LabSettings(DELAY, 65536)));
    }

    /** The same hosts with ports of another rate in declared slots, and no lab. */
    public static Cluster cluster(long rate, PciLink slot) {
        Cluster small = cluster(Optional.empty());
        List<Host> hosts = small.hosts().stream()
                .map(host -> new Host(
                        host.name(),
                        host.address(),
                        host.ssh(),
                        host.ports().stream()
                                .map(port -> plugged(port, rate, slot))
                                .toList(),
                        0))
                .toList();
        return new Cluster(
                small.name(),
                small.folder(),
                small.hash(),
                small.platform(),
                hosts,
                small.switches(),
                small.tiers(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    private static RdmaPort plugged(RdmaPort port, long rate, PciLink slot) {
        return new RdmaPort(
                port.host(),
                port.device(),
                port.number(),
                port.netdev(),
                port.address(),
                port.rail(),
                port.plane(),
                port.numa(),
                port.bond(),
                rate,
                port.links(),
                Optional.of(slot));
    }

    public static Cluster cluster(Optional<LabSettings> lab) {
        SshSettings ssh = new SshSettings("root", 22, List.of(), true, Optional.empty(), List.of(), Optional.empty());
        List<Host> hosts = new ArrayList<>();
        for (int host = 1; host <= HOSTS; host++) {
            List<RdmaPort> ports = List.of(port(host, 0), port(host, 1));
            hosts.add(new Host(hostName(host), "127.1.0." + host, ssh, ports, 0));
        }
        List<Switch> switches = List.of(
                new Switch("leaf-1", "leaf", "", ""),
                new Switch("leaf-2", "leaf", "", ""),
                new Switch("spine-1", "spine", "", ""),
                new Switch("spine-2", "spine", "", ""));
        List<Cable> cables = links().stream()
                .map(link -> new Cable(link.cable(), List.of(link.id())))
                .toList();
        return new Cluster(
                "small",
                Path.of("."),
                "0",
                "virtual",
                hosts,
                switches,
                List.of(new Tier(Link.HOST_LEAF, 1.0), new Tier("leaf-spine", 1.0)),
                links(),
                cables,
                List.of(),
                lab);
    }
}
