package io.seatrial.lab;

import io.seatrial.inventory.Link;
import java.util.Locale;
import java.util.Optional;

/**
 * A port of a virtual switch.
 *
 * @param name as in cluster.yaml
 * @param index from 1, in the order of the links
 * @param link that ends here
 * @param out the direction that it sends on
 * @param in the direction that it receives from
 * @param neighbor what LLDP hears at the other end, empty where the link is down
 */
record SwitchPort(String name, int index, Link link, LinkSide out, LinkSide in, Optional<Neighbor> neighbor) {
    /**
     * The other end.
     *
     * @param system name of the host or switch
     * @param port its interface: the netdev of a host
     */
    record Neighbor(String system, String port) {}

    /** Return the object id of the port in the switch's databases. */
    String id() {
        return "oid:0x1" + String.format(Locale.ROOT, "%012x", index);
    }

    /** Return the object id of one of its queues. */
    String queueId(int queue) {
        return "oid:0x15" + String.format(Locale.ROOT, "%012x", index * 16 + queue);
    }

    /** Return the object id of one of its ingress priority groups. */
    String groupId(int group) {
        return "oid:0x1a" + String.format(Locale.ROOT, "%012x", index * 16 + group);
    }
}
