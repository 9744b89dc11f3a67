package io.seatrial.probe;

import io.seatrial.inventory.RdmaPort;
import io.seatrial.plan.Flow;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A flow with the contacts of its two hosts, which are one where it goes from port to port of a host.
 *
 * @param from the sending host
 * @param to the receiving host
 */
public record Ends(Flow flow, Contact from, Contact to) {
    public Ends {
        Objects.requireNonNull(flow, "flow");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
    }

    /** Return the rated speed of the slower port, bit/s. */
    public long rate() {
        return Math.min(flow.from().rate(), flow.to().rate());
    }

    /** Return the sending port as a verbs request names it. */
    VerbsEnd sender() {
        return end(flow.from(), from.info());
    }

    /** Return the receiving port as a verbs request names it. */
    VerbsEnd receiver() {
        return end(flow.to(), to.info());
    }

    private static VerbsEnd end(RdmaPort port, List<Event> info) {
        boolean named = isIwarp(port, info) || hasGid(port, info);
        return new VerbsEnd(
                port.device(), port.number(), named ? Optional.of(port.address()) : Optional.empty(), port.numa());
    }

    /** iWARP connects by address. */
    private static boolean isIwarp(RdmaPort port, List<Event> info) {
        return info.stream()
                .filter(Event.PortInfo.class::isInstance)
                .map(Event.PortInfo.class::cast)
                .filter(p -> p.device().equals(port.device()) && p.port() == port.number())
                .anyMatch(p -> p.fabric().orElse("").endsWith("iwarp"));
    }

    /** The declared address chooses among several GIDs of a RoCE port; on InfiniBand none carries it, and the probe chooses. */
    private static boolean hasGid(RdmaPort port, List<Event> info) {
        return info.stream()
                .filter(Event.Gid.class::isInstance)
                .map(Event.Gid.class::cast)
                .filter(g -> g.device().equals(port.device()) && g.port() == port.number())
                .anyMatch(g -> isSame(g.gid(), port.address()));
    }

    /** An IPv4-mapped GID is read as the IPv4 address; both are numeric, so that no name is looked up. */
    private static boolean isSame(String gid, String address) {
        try {
            return InetAddress.getByName(gid).equals(InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
