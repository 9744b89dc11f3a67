package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The cables as they are plugged, which is not what the inventory says of a host whose rails are swapped. */
final class Wires {
    private Wires() {}

    /** Return every link with the ends that it really has, in the order of the inventory. */
    static List<Link> of(Cluster cluster, List<Fault> faults) {
        List<Link> links = new ArrayList<>(cluster.links());
        for (Host host : cluster.hosts()) {
            if (Fault.has(faults, Fault.Kind.SWAPPED_RAILS, host.name())) {
                swap(links, host);
            }
        }
        return links;
    }

    private static void swap(List<Link> links, Host host) {
        String first = host.ports().get(0).links().get(0);
        String second = host.ports().get(1).links().get(0);
        int one = position(links, first);
        int other = position(links, second);
        Link a = links.get(one);
        Link b = links.get(other);
        links.set(one, new Link(a.a(), b.b(), a.tier(), b.rate(), b.cable()));
        links.set(other, new Link(b.a(), a.b(), b.tier(), a.rate(), a.cable()));
    }

    private static int position(List<Link> links, String id) {
        return links.stream().map(Link::id).toList().indexOf(id);
    }

    /** Tell whether a host has two ports whose cables can be swapped: each with one link, at another switch than the other. */
    static boolean canSwap(Host host, Cluster cluster) {
        if (host.ports().size() < 2
                || host.ports().get(0).links().size() != 1
                || host.ports().get(1).links().size() != 1) {
            return false;
        }
        Optional<String> first = leaf(cluster, host.ports().get(0).links().get(0));
        return first.isPresent()
                && !first.equals(leaf(cluster, host.ports().get(1).links().get(0)));
    }

    private static Optional<String> leaf(Cluster cluster, String id) {
        return cluster.links().stream()
                .filter(link -> link.id().equals(id))
                .map(link -> link.b().node())
                .findFirst();
    }
}
