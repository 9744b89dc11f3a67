package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.NaturalOrder;
import io.seatrial.inventory.RdmaPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Hosts and lanes of a cluster in an order that depends on names alone, not on the order of the file.
 *
 * @param hosts names in natural order
 * @param lanes every lane with its ports by host
 * @param order the lanes in order
 */
record Roster(List<String> hosts, SortedMap<Lane, Map<String, RdmaPort>> lanes, List<Lane> order) {
    static Roster of(Cluster cluster) {
        List<String> hosts = cluster.hosts().stream()
                .map(Host::name)
                .sorted(NaturalOrder.INSTANCE)
                .toList();
        SortedMap<Lane, Map<String, RdmaPort>> lanes = Lane.of(cluster);
        return new Roster(hosts, lanes, List.copyOf(lanes.keySet()));
    }

    Optional<RdmaPort> port(Lane lane, String host) {
        return Optional.ofNullable(lanes.get(lane).get(host));
    }

    /** Return the ports of a lane by host. */
    List<RdmaPort> ports(Lane lane) {
        Map<String, RdmaPort> byHost = lanes.get(lane);
        List<RdmaPort> ports = new ArrayList<>();
        hosts.stream().filter(byHost::containsKey).forEach(host -> ports.add(byHost.get(host)));
        return ports;
    }
}
