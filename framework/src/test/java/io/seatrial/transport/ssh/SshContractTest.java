package io.seatrial.transport.ssh;

import io.seatrial.transport.Remote;
import io.seatrial.transport.RemoteContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class SshContractTest implements RemoteContract {
    @TempDir
    Path folder;

    @TempDir
    Path settings;

    private TestServer server;
    private SshTransport transport;
    private Remote remote;

    @BeforeEach
    void connect() throws IOException {
        Hosts hosts = new Hosts(settings);
        server = TestServer.start(TestServer.newKey(), hosts.userKey());
        hosts.know(server.knownAs("127.0.0.1"));
        transport = SshTransport.open(Hosts.quick(), name -> null);
        remote = transport.open(hosts.host("near", "127.0.0.1", server.port())).join();
    }

    @AfterEach
    void close() throws IOException {
        transport.close();
        server.close();
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
