package io.seatrial.telemetry;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.End;
import io.seatrial.inventory.Link;
import io.seatrial.measurement.SubjectId;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * The ports of one switch that the inventory knows; what a switch says of others is passed over.
 *
 * @param node name of the switch
 * @param rates declared rate of each port, bit/s
 */
public record SwitchPorts(String node, Map<String, Long> rates) {
    public SwitchPorts {
        Objects.requireNonNull(node, "node");
        rates = Collections.unmodifiableMap(new TreeMap<>(rates));
    }

    /** Return the ports at which links of the cluster end. */
    public static SwitchPorts of(Cluster cluster, String node) {
        Map<String, Long> rates = new TreeMap<>();
        for (Link link : cluster.links()) {
            take(link.a(), node, link.rate(), rates);
            take(link.b(), node, link.rate(), rates);
        }
        return new SwitchPorts(node, rates);
    }

    private static void take(End end, String node, long rate, Map<String, Long> rates) {
        if (end.node().equals(node)) {
            rates.merge(end.port(), rate, Long::sum);
        }
    }

    /** Return the names of the ports, sorted. */
    public Set<String> names() {
        return rates.keySet();
    }

    /** Return how a port is named in measurements. */
    public SubjectId subject(String port) {
        return new SubjectId(SubjectId.Kind.PORT, new End(node, port).toString());
    }
}
