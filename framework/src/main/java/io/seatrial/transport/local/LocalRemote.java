package io.seatrial.transport.local;

import io.seatrial.transport.ByteOutput;
import io.seatrial.transport.Exec;
import io.seatrial.transport.FileCopy;
import io.seatrial.transport.LineOutput;
import io.seatrial.transport.Lines;
import io.seatrial.transport.Output;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Running;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** This machine under a host's name. */
final class LocalRemote implements Remote {
    private final String host;
    private final Executor threads;
    private final Set<LocalRunning> commands = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    LocalRemote(String host, Executor threads) {
        this.host = host;
        this.threads = threads;
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
        closed = true;
        commands.forEach(LocalRunning::close);
    }

    void awaitEnd() {
        commands.forEach(LocalRunning::awaitEnd);
    }

    private CompletableFuture<Exec.Finished> run(String command, byte[] input, int limit) {
        ByteOutput output = new ByteOutput(host, limit);
        LocalRunning running = launch(command, output);
        running.write(input);
        running.closeInput();
        return running.exit().thenApply(output::finished);
    }

    private LocalRunning launch(String command, Output output) {
        LocalRunning running = new LocalRunning(host, output, threads);
        if (closed) {
            running.close();
            return running;
        }
        commands.add(running);
        running.start(command);
        running.exit().whenComplete((status, failure) -> commands.remove(running));
        if (closed) {
            running.close();
        }
        return running;
    }
}
