package io.seatrial.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;
import java.util.Optional;

/**
 * One side of a verbs operation.
 *
 * @param device name of the RDMA device
 * @param port its port, from 1
 * @param bind numeric address whose GID is to be used; empty = the probe chooses
 */
record VerbsEnd(String device, int port, Optional<String> bind) {
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
    }
}
