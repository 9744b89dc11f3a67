package io.seatrial.transport;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.SshSettings;
import java.util.List;
import java.util.Optional;

/** Hosts for transports that need no settings. */
public final class TestHost {
    private TestHost() {}

    public static Host named(String name) {
        SshSettings unused =
                new SshSettings("user", 22, List.of(), false, Optional.empty(), List.of(), Optional.empty());
        return new Host(name, "127.0.0.1", unused, List.of(), 0);
    }
}
