package io.seatrial.run;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.Message;
import io.seatrial.measurement.Setting;
import io.seatrial.measurement.SubjectId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Holds what LLDP says of the other end of a cable against the inventory: counters of two ports say nothing about each other when they are not
 * the ends of one cable. A port at which nobody announces itself is not doubted.
 */
final class Cabling {
    private final Map<SubjectId, Map<String, String>> settings;
    private final Map<String, RdmaPort> ports = new HashMap<>();

    /** @param settings what was read at ports, by name */
    Cabling(Cluster cluster, Map<SubjectId, Map<String, String>> settings) {
        this.settings = settings;
        cluster.ports().forEach(port -> ports.put(port.id(), port));
    }

    /** Return why the two ends of a link must not be compared, empty where nothing speaks against it. */
    Optional<Message> objection(Link link) {
        return objection(link, link.a(), link.b()).or(() -> objection(link, link.b(), link.a()));
    }

    private Optional<Message> objection(Link link, End asked, End expected) {
        SubjectId port = new SubjectId(SubjectId.Kind.PORT, asked.toString());
        String seen = settings.getOrDefault(port, Map.of()).get(Setting.NEIGHBOUR);
        if (seen == null || List.of(seen.split(", ")).stream().anyMatch(one -> isExpected(one, expected))) {
            return Optional.empty();
        }
        return Optional.of(Message.of(
                "counter.other-neighbour",
                "link",
                link.id(),
                "port",
                asked.toString(),
                "seen",
                seen,
                "expected",
                String.join(" or ", names(expected))));
    }

    /** A host may announce itself by its domain name too. */
    private boolean isExpected(String seen, End expected) {
        int slash = seen.indexOf('/');
        String node = slash < 0 ? seen : seen.substring(0, slash);
        String shortened = node.contains(".") ? node.substring(0, node.indexOf('.')) : node;
        return names(expected).contains(seen) || names(expected).contains(shortened + seen.substring(node.length()));
    }

    /** What LLDP may call the end: a host tells its network interface, seldom its RDMA device. */
    private Set<String> names(End end) {
        Set<String> names = new TreeSet<>(List.of(end.toString()));
        Optional.ofNullable(ports.get(end.toString()))
                .map(RdmaPort::netdev)
                .filter(netdev -> !netdev.isEmpty())
                .ifPresent(netdev -> names.add(end.node() + "/" + netdev));
        return names;
    }
}
