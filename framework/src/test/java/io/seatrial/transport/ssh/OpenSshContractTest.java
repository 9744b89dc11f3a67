package io.seatrial.transport.ssh;

import io.seatrial.transport.Remote;
import io.seatrial.transport.RemoteContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("services")
class OpenSshContractTest implements RemoteContract {
    @TempDir
    static Path settings;

    private static OpenSsh server;
    private static Path key;

    @TempDir
    Path folder;

    private SshTransport transport;
    private Remote remote;

    @BeforeAll
    static void start() throws IOException {
        server = OpenSsh.start(settings, List.of("127.0.0.2"));
        key = OpenSsh.key(settings.resolve("id"), "-t", "ed25519", "-N", "");
        server.authorize(settings.resolve("id.pub"));
        Files.writeString(settings.resolve("known_hosts"), server.known("127.0.0.2", "ed25519"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        transport = SshTransport.open(Hosts.quick(), name -> null);
        remote = transport
                .open(OpenSsh.host("real", "127.0.0.2", server.settings(List.of(key), settings.resolve("known_hosts"))))
                .join();
    }

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
