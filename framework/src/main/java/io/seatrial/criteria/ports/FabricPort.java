package io.seatrial.criteria.ports;

import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Objects;

/**
 * A port of the fabric and its place.
 *
 * @param id its name: {@code gpu-01/mlx5_0}, {@code leaf-1/Ethernet1}
 * @param node its host or switch
 * @param isNic whether it is a host's
 * @param tier tier of its links
 * @param rate rated speed of a link of it, bit/s
 * @param farEnds what is at the other ends of its cables
 * @param farNames how those may announce themselves: a host tells its network interface, seldom its RDMA device
 */
public record FabricPort(
        SubjectId id,
        String node,
        boolean isNic,
        String tier,
        long rate,
        List<SubjectId> farEnds,
        List<String> farNames) {
    public FabricPort {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(tier, "tier");
        farEnds = List.copyOf(farEnds);
        farNames = List.copyOf(farNames);
    }

    /** Return what has equal settings in a fabric that is built evenly: ports of one kind, tier and speed. */
    public Alike alike() {
        return new Alike(isNic, tier, rate);
    }

    /** Ports that are compared with each other. */
    public record Alike(boolean isNic, String tier, long rate) {}
}
