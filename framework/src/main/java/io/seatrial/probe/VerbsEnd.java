package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One side of a verbs operation.
 *
 * @param device name of the RDMA device
 * @param port its port, from 1
 * @param bind numeric address whose GID is to be used; empty = the probe chooses
 * @param numa NUMA node of the device as declared; empty = as the device says
 */
record VerbsEnd(String device, int port, Optional<String> bind, OptionalInt numa) {
    VerbsEnd {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(bind, "bind");
        if (port < 1) {
            throw new IllegalArgumentException("device " + device + ": ports count from 1, got " + port);
        }
    }

    void fill(ObjectNode node) {
        node.put("fabric", "verbs").put("device", device).put("device_port", port);
        bind.ifPresent(address -> node.put("bind", address));
        numa.ifPresent(number -> node.put("numa", number));
    }
}
