package io.seatrial.transport.ssh;

import io.seatrial.transport.ByteOutput;
import io.seatrial.transport.Exec;
import io.seatrial.transport.FileCopy;
import io.seatrial.transport.LineOutput;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Output;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.sshd.client.session.ClientSession;

/** A host over its one session; every command is an exec channel on it. */
final class SshRemote implements Remote {
    private final ClientSession session;
    private final Executor threads;
    private final String host;

    SshRemote(ClientSession session, Executor threads) {
        this.session = session;
        this.threads = threads;
        this.host = Attempt.of(session).server().name();
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public Running start(String command, Lines lines) {
        return launch(command, new LineOutput(host, lines));
    }

    @Override
    public CompletableFuture<Void> upload(byte[] content, String path, int mode) {
        return new FileCopy(host, this::run).upload(content, path, mode);
    }

    @Override
    public CompletableFuture<byte[]> download(String path, int limit) {
        return new FileCopy(host, this::run).download(path, limit);
    }

    @Override
    public void close() {
        session.close(false);
    }

    private CompletableFuture<Exec.Finished> run(String command, byte[] input, int limit) {
        ByteOutput output = new ByteOutput(host, limit);
        SshRunning running = launch(command, output);
        running.write(input);
        running.closeInput();
        return running.exit().thenApply(output::finished);
    }

    private SshRunning launch(String command, Output output) {
        SshRunning running = new SshRunning(session, output, threads);
        running.start(command);
        return running;
    }
}
