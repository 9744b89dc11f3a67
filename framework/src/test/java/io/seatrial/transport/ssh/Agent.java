package io.seatrial.transport.ssh;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real ssh-agent of the test. */
final class Agent implements AutoCloseable {
    private final Process process;
    private final Path socket;

    private Agent(Process process, Path socket) {
        this.process = process;
        this.socket = socket;
    }

    static Agent start(Path folder) throws IOException {
        Path socket = folder.resolve("agent");
        Process process = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("agent.log").toFile())
                .start();
        await().failFast(() -> !process.isAlive()).until(() -> Files.exists(socket));
        return new Agent(process, socket);
    }

    void add(Path key) throws IOException {
        OpenSsh.run(List.of("ssh-add", "-q", key.toString()), List.of("SSH_AUTH_SOCK=" + socket));
    }

    String socket() {
        return socket.toString();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
