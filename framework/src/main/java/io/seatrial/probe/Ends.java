package io.seatrial.probe;

import io.seatrial.inventory.RdmaPort;
import io.seatrial.plan.Flow;
import java.util.Objects;
import java.util.Optional;

/**
 * A flow with the contacts of its two hosts, which are one where it goes from port to port of a host.
 *
 * @param from contact with the sending host
 * @param to contact with the receiving host
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

    PortFacts sender() {
        return new PortFacts(flow.from(), from.info());
    }

    PortFacts receiver() {
        return new PortFacts(flow.to(), to.info());
    }

    /** Return a port as a verbs request names it: with its address where that chooses among several GIDs, or is what the sides connect by. */
    static VerbsEnd verbs(PortFacts facts, VerbsSettings settings) {
        RdmaPort port = facts.port();
        boolean byAddress =
                facts.isIwarp() || settings.connect().orElse("").equals("rdma-cm") || facts.hasGidOfAddress();
        return new VerbsEnd(port.device(), port.number(), byAddress ? Optional.of(port.address()) : Optional.empty());
    }
}
