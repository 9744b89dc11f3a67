package io.seatrial.transport.local;

import io.seatrial.transport.Remote;
import io.seatrial.transport.RemoteContract;
import io.seatrial.transport.TestHost;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class LocalTransportTest implements RemoteContract {
    private final LocalTransport transport = new LocalTransport();
    private final Remote remote = transport.open(TestHost.named("here")).join();

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
}
