package io.seatrial.inventory;

import java.util.Objects;

/**
 * A switch.
 *
 * @param name unique name
 * @param role {@code leaf}, {@code spine} or {@code core}
 * @param address management address, empty where not declared
 * @param system what it runs ({@code sonic}, {@code eos}, ...), empty where not declared
 */
public record Switch(String name, String role, String address, String system) {
    public Switch {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(system, "system");
    }
}
