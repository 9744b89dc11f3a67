package io.seatrial.criteria;

import io.seatrial.inventory.Cluster;
import java.util.Optional;
import java.util.OptionalLong;

/** Says how fast the GPUs of a node are joined. */
public final class Nvlink {
    private Nvlink() {}

    /** Return what a GPU sends in one direction by the platform class of a cluster, B/s; empty where it names none that is known. */
    public static OptionalLong of(Cluster cluster) {
        return Optional.ofNullable(ShippedLimits.get().platforms().get(cluster.platform()))
                .map(platform -> OptionalLong.of(platform.nvlink()))
                .orElse(OptionalLong.empty());
    }
}
