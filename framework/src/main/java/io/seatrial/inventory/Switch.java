package io.seatrial.inventory;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A switch.
 *
 * @param name unique name
 * @param role {@code leaf}, {@code spine} or {@code core}
 * @param address management address, empty where not declared
 * @param system what it runs, one of {@link #SYSTEMS}; empty where not declared
 * @param ssh how SSH reaches its address
 */
public record Switch(String name, String role, String address, String system, SshSettings ssh) {
    /** The switch systems that can be asked: SONiC, Arista EOS, NVIDIA Cumulus Linux with NVUE, Cisco NX-OS, Juniper Junos, and Linux itself. */
    public static final List<String> SYSTEMS = List.of("sonic", "eos", "nvue", "nxos", "junos", "linux");

    private static final SshSettings NOBODY =
            new SshSettings("nobody", 22, List.of(), false, Optional.empty(), List.of(), Optional.empty());

    public Switch {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(ssh, "ssh");
        if (!system.isEmpty() && !SYSTEMS.contains(system)) {
            throw new IllegalArgumentException("switch " + name + ": system: expected one of "
                    + String.join(", ", SYSTEMS) + " or none, got " + system);
        }
    }

    /** Make a switch that no login is known for. */
    public Switch(String name, String role, String address, String system) {
        this(name, role, address, system, NOBODY);
    }

    /** Tell whether it can be asked at all: without an address or a system nothing is ever known from its side. */
    public boolean isAsked() {
        return !address.isEmpty() && !system.isEmpty();
    }

    Switch reachedBy(SshSettings other) {
        return new Switch(name, role, address, system, other);
    }
}
