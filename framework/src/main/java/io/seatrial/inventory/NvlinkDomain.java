package io.seatrial.inventory;

import java.util.List;
import java.util.Objects;

/**
 * Hosts whose GPUs are joined by NVLink: the node of collective bounds.
 *
 * @param name its name
 * @param hosts names of its hosts
 */
public record NvlinkDomain(String name, List<String> hosts) {
    public NvlinkDomain {
        Objects.requireNonNull(name, "name");
        hosts = List.copyOf(hosts);
    }
}
