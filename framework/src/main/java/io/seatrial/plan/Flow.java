package io.seatrial.plan;

import io.seatrial.inventory.Link;
import io.seatrial.inventory.RdmaPort;
import io.seatrial.measurement.SubjectId;
import java.util.List;
import java.util.Objects;

/**
 * Traffic from one port to another.
 *
 * @param from the sending port
 * @param to the receiving port
 * @param pathClass how far it goes
 * @param certain links that it surely crosses
 * @param possible links of which it crosses some, as ECMP decides
 */
public record Flow(RdmaPort from, RdmaPort to, PathClass pathClass, List<Link> certain, List<Link> possible) {
    public Flow {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(pathClass, "pathClass");
        certain = List.copyOf(certain);
        possible = List.copyOf(possible);
    }

    /** Return {@code from>to}, the same in every run. */
    public String id() {
        return from.id() + ">" + to.id();
    }

    /** Return the flow as the subject of a measurement. */
    public SubjectId subject() {
        return new SubjectId(SubjectId.Kind.FLOW, id());
    }
}
