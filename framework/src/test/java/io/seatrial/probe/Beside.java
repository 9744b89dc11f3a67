package io.seatrial.probe;

import io.seatrial.transport.Lines;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import io.seatrial.transport.Shell;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * A host whose agent follows a script, while everything beside it runs for real.
 *
 * @param programs folder whose programs are found first
 */
record Beside(FakeRemote agent, Remote real, Path programs) implements Remote {
    static final String AGENT = "exec probe agent";

    @Override
    public String host() {
        return agent.host();
    }

    @Override
    public Running start(String command, Lines lines) {
        String path = "PATH=" + Shell.quote(programs.toString()) + ":$PATH; export PATH; ";
        return command.equals(AGENT) ? agent.start(command, lines) : real.start(path + command, lines);
    }

    @Override
    public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
        return real.upload(content, path, mode);
    }

    @Override
    public CompletableFuture<byte[]> download(String path, int limit) {
        return real.download(path, limit);
    }

    @Override
    public void close() {
        real.close();
    }
}
