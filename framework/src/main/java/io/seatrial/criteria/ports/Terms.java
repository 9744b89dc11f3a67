package io.seatrial.criteria.ports;

import io.seatrial.inventory.Qos;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What rules need beside the readings of a port.
 *
 * @param qos the classes of traffic as they are meant to be
 * @param value what is declared, in the form of the rule; empty where the rule needs none
 * @param mtuOfNics the MTU that most NICs have, bytes; empty where none was read
 */
public record Terms(Qos qos, Optional<String> value, OptionalLong mtuOfNics) {
    public Terms {
        Objects.requireNonNull(qos, "qos");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(mtuOfNics, "mtuOfNics");
    }
}
