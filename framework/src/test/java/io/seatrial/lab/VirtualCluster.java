package io.seatrial.lab;

import io.seatrial.inventory.Cable;
import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.LabQos;
import io.seatrial.inventory.LabSettings;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.SshSettings;
import io.seatrial.inventory.Switch;
import io.seatrial.inventory.Tier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A cluster by hand: 4 hosts with 2 ports, 2 leaves (one for each rail), 2 spines. */
final class VirtualCluster {
    static final long RATE = 500_000_000;
    static final LabSettings SETTINGS = new LabSettings(2_000_000, 64 * 1024);

    /** Switches that mark and pause. */
    static final LabSettings CONGESTED = new LabSettings(2_000_000, 256 * 1024, Optional.of(LabQos.of(256 * 1024)));

    private VirtualCluster() {}

    static Cluster four() {
        return with(RATE, SETTINGS);
    }

    static Cluster congested() {
        return with(RATE, CONGESTED);
    }

    static Cluster with(long rate, LabSettings settings) {
        List<Host> hosts = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (int n = 1; n <= 4; n++) {
            hosts.add(host(n, rate));
            for (int rail = 0; rail < 2; rail++) {
                links.add(
                        link("gpu-0" + n, "mlx5_" + rail, "leaf-" + (rail + 1), "Ethernet" + n, Link.HOST_LEAF, rate));
            }
        }
        for (int leaf = 1; leaf <= 2; leaf++) {
            for (int spine = 1; spine <= 2; spine++) {
                links.add(link(
                        "leaf-" + leaf,
                        "Ethernet" + (4 + spine),
                        "spine-" + spine,
                        "Ethernet" + leaf,
                        "leaf-spine",
                        2 * rate));
            }
        }
        return new Cluster(
                "virtual",
                Path.of("inventory/virtual"),
                "cafe",
                "virtual",
                hosts,
                List.of(
                        node("leaf-1", "leaf", settings),
                        node("leaf-2", "leaf", settings),
                        node("spine-1", "spine", settings),
                        node("spine-2", "spine", settings)),
                List.of(new Tier(Link.HOST_LEAF, 1), new Tier("leaf-spine", 1)),
                links,
                links.stream()
                        .map(link -> new Cable(link.cable(), List.of(link.id())))
                        .toList(),
                List.of(),
                Optional.of(settings));
    }

    private static Host host(int n, long rate) {
        SshSettings ssh =
                new SshSettings("nobody", 22, List.of(), false, Optional.empty(), List.of(), Optional.empty());
        List<RdmaPort> ports = new ArrayList<>();
        for (int rail = 0; rail < 2; rail++) {
            ports.add(new RdmaPort(
                    "gpu-0" + n,
                    "mlx5_" + rail,
                    1,
                    "eth" + rail,
                    "127.77." + (rail + 1) + "." + n,
                    OptionalInt.of(rail),
                    OptionalInt.empty(),
                    OptionalInt.of(0),
                    Optional.empty(),
                    rate,
                    List.of("gpu-0" + n + "/mlx5_" + rail + "~leaf-" + (rail + 1) + "/Ethernet" + n)));
        }
        return new Host("gpu-0" + n, "127.77.0." + n, ssh, ports, 0);
    }

    private static Link link(String a, String aPort, String b, String bPort, String tier, long rate) {
        return new Link(new End(a, aPort), new End(b, bPort), tier, rate, a + "/" + aPort);
    }

    /** Switches that mark and pause have addresses, at which they answer. */
    private static Switch node(String name, String role, LabSettings settings) {
        String number = name.substring(name.length() - 1);
        String address = settings.qos().isEmpty() ? "" : "127.77." + (role.equals("leaf") ? 10 : 11) + "." + number;
        return new Switch(name, role, address, address.isEmpty() ? "" : "sonic");
    }

    static RdmaPort port(Cluster cluster, String id) {
        return cluster.ports().stream()
                .filter(port -> port.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
