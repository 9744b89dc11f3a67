package io.seatrial.inventory;

import java.util.Objects;

/**
 * A level of the fabric.
 *
 * @param name {@code host-leaf}, {@code leaf-spine}, {@code spine-core}
 * @param oversubscription declared downlink over uplink capacity of the switches below this tier; 1.0 = non-blocking
 */
public record Tier(String name, double oversubscription) {
    public Tier {
        Objects.requireNonNull(name, "name");
        if (!(oversubscription > 0)) {
            throw new IllegalArgumentException(
                    "tier " + name + ": oversubscription: expected more than 0, got " + oversubscription);
        }
    }
}
