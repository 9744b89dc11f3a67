package io.seatrial.inventory;

import java.util.Objects;
import java.util.Optional;

/**
 * What knows counters of ports beside the hosts and Ethernet switches themselves.
 *
 * @param prometheus a Prometheus server
 * @param infiniband the host from which the switches of an InfiniBand fabric are asked
 * @param ufm a Unified Fabric Manager
 */
public record Servers(
        Optional<PrometheusSettings> prometheus, Optional<InfinibandSettings> infiniband, Optional<UfmSettings> ufm) {
    /** None. */
    public static final Servers NONE = new Servers(Optional.empty(), Optional.empty(), Optional.empty());

    public Servers {
        Objects.requireNonNull(prometheus, "prometheus");
        Objects.requireNonNull(infiniband, "infiniband");
        Objects.requireNonNull(ufm, "ufm");
    }
}
