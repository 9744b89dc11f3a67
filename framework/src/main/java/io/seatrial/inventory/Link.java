package io.seatrial.inventory;

import io.seatrial.measurement.SubjectId;
import java.util.Objects;

/**
 * A link between two ends.
 *
 * @param a the lower end: the host's in tier {@code host-leaf}, the leaf's above
 * @param b the upper end
 * @param tier {@code host-leaf}, {@code leaf-spine}, {@code spine-core}
 * @param rate rated speed, bit/s
 * @param cable id of the cable that carries it
 */
public record Link(End a, End b, String tier, long rate, String cable) {
    /** The tier of the links of hosts. */
    public static final String HOST_LEAF = "host-leaf";

    public Link {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(cable, "cable");
        if (rate <= 0) {
            throw new IllegalArgumentException("link " + a + "~" + b + ": rate: expected more than 0, got " + rate);
        }
    }

    /** Return {@code a~b}, the same in every run. */
    public String id() {
        return a + "~" + b;
    }

    /** Return the link as the subject of a measurement. */
    public SubjectId subject() {
        return new SubjectId(SubjectId.Kind.LINK, id());
    }
}
