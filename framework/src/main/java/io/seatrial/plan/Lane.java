package io.seatrial.plan;

import io.seatrial.inventory.Cluster;
import io.seatrial.inventory.Host;
import io.seatrial.inventory.RdmaPort;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Ports of which each host has at most one and that belong together across hosts: the same rail and plane. Where no rail is declared, the
 * position of the port in its host stands for it.
 *
 * @param hasRail whether {@code rail} is a declared one
 * @param rail number of the rail, or position of the port
 * @param plane number of the plane, 0 where none is declared
 * @param occurrence distinguishes several ports of a host on the same rail and plane, from 0
 */
record Lane(boolean hasRail, int rail, int plane, int occurrence) implements Comparable<Lane> {
    private static final Comparator<Lane> ORDER = Comparator.comparing((Lane lane) -> !lane.hasRail)
            .thenComparingInt(Lane::rail)
            .thenComparingInt(Lane::plane)
            .thenComparingInt(Lane::occurrence);

    /** Return for each lane its ports by the name of their host. */
    static SortedMap<Lane, Map<String, RdmaPort>> of(Cluster cluster) {
        SortedMap<Lane, Map<String, RdmaPort>> lanes = new TreeMap<>();
        for (Host host : cluster.hosts()) {
            int position = 0;
            for (RdmaPort port : host.ports()) {
                Lane lane = first(port, position++);
                while (lanes.getOrDefault(lane, Map.of()).containsKey(host.name())) {
                    lane = new Lane(lane.hasRail, lane.rail, lane.plane, lane.occurrence + 1);
                }
                lanes.computeIfAbsent(lane, key -> new HashMap<>()).put(host.name(), port);
            }
        }
        return lanes;
    }

    private static Lane first(RdmaPort port, int position) {
        return new Lane(
                port.rail().isPresent(),
                port.rail().orElse(position),
                port.plane().orElse(0),
                0);
    }

    /** Tell whether traffic may be asked for between two lanes: planes are fabrics of their own. */
    boolean mayReach(Lane other) {
        return plane == other.plane;
    }

    /**
     * Return the lane in words: {@code rail 0}, {@code rail 0 plane 1}, {@code rail 0 no. 2}; {@code port 0} where no rail is declared.
     *
     * @param port one of its ports: it tells whether the plane is a declared one
     */
    String text(RdmaPort port) {
        return (hasRail ? "rail " : "port ")
                + rail
                + (port.plane().isPresent() ? " plane " + plane : "")
                + (occurrence > 0 ? " no. " + (occurrence + 1) : "");
    }

    boolean sameRail(Lane other) {
        return hasRail == other.hasRail && rail == other.rail;
    }

    @Override
    public int compareTo(Lane other) {
        return ORDER.compare(this, other);
    }
}
