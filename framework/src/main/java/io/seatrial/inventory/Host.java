package io.seatrial.inventory;

import java.util.List;
import java.util.Objects;

/**
 * A host with its ports.
 *
 * @param name unique name
 * @param address where SSH reaches it: a name or a numeric address
 * @param ssh how SSH reaches it
 * @param ports its RDMA ports in the order of the file
 * @param gpus number of GPUs, 0 where none is declared
 */
public record Host(String name, String address, SshSettings ssh, List<RdmaPort> ports, int gpus) {
    public Host {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(ssh, "ssh");
        ports = List.copyOf(ports);
        if (gpus < 0) {
            throw new IllegalArgumentException("host " + name + ": gpus: expected 0 or more, got " + gpus);
        }
    }

    Host reachedBy(SshSettings other) {
        return new Host(name, address, other, ports, gpus);
    }
}
