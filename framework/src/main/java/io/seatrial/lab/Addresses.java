package io.seatrial.lab;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.inventory.Switch;
import java.util.HashMap;
import java.util.Map;

/** Holds a virtual cluster to loopback addresses, one for each host, port and switch: a lab never listens where others can reach it. */
final class Addresses {
    private static final String LOOPBACK = "127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}";

    private Addresses() {}

    static void check(Cluster cluster) {
        Map<String, String> owners = new HashMap<>();
        for (Host host : cluster.hosts()) {
            check(cluster, owners, host.address(), "host " + host.name());
            for (RdmaPort port : host.ports()) {
                check(cluster, owners, port.address(), "port " + port.id());
            }
        }
        for (Switch node : cluster.switches()) {
            if (!node.address().isEmpty()) {
                check(cluster, owners, node.address(), "switch " + node.name());
            }
        }
    }

    private static void check(Cluster cluster, Map<String, String> owners, String address, String owner) {
        if (!address.matches(LOOPBACK)) {
            throw new IllegalArgumentException("cluster " + cluster.name() + ", " + owner
                    + ": address: a virtual cluster needs 127.x.y.z, got '" + address + "'");
        }
        String before = owners.put(address, owner);
        if (before != null) {
            throw new IllegalArgumentException("cluster " + cluster.name() + ", " + owner + ": address " + address
                    + " is already that of " + before + "; give it one of its own");
        }
    }
}
