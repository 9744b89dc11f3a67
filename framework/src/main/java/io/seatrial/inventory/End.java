package io.seatrial.inventory;

import java.util.Objects;

/**
 * One end of a link: a host with its device, or a switch with its port.
 *
 * @param node name of the host or switch
 * @param port device of the host (with {@code :number} where it is not port 1), or port of the switch
 */
public record End(String node, String port) {
    public End {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(port, "port");
    }

    @Override
    public String toString() {
        return node + "/" + port;
    }
}
