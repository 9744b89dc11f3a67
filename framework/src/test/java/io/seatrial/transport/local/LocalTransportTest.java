package io.seatrial.transport.local;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.SshSettings;
import io.seatrial.transport.Remote;
import io.seatrial.transport.RemoteContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class LocalTransportTest implements RemoteContract {
    private final LocalTransport transport = new LocalTransport();
    private final Remote remote = transport.open(host()).join();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        transport.close();
    }

    @Override
    public Remote remote() {
        return remote;
    }

    @Override
    public Path folder() {
        return folder;
    }

    private static Host host() {
        SshSettings unused =
                new SshSettings("user", 22, List.of(), false, Optional.empty(), List.of(), Optional.empty());
        return new Host("here", "127.0.0.1", unused, List.of(), 0);
    }
}
