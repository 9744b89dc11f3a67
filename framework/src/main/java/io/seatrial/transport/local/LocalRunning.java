package io.seatrial.transport.local;

import io.seatrial.transport.Output;
import io.seatrial.transport.Running;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of this machine; blocking pipes are served by threads of their own, as Java offers nothing else for processes. */
final class LocalRunning implements Running {
    private static final int BUFFER = 8192;
    // after TERM, before KILL; a command that cleans up in longer time than this is not one of ours
    private static final long GRACE_MILLIS = 2000;

    private final String host;
    private final Output output;
    private final Executor threads;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private CompletableFuture<Void> input = CompletableFuture.completedFuture(null);
    private boolean inputClosed;
    private volatile Process process;
    private volatile CompletableFuture<Void> ended = CompletableFuture.completedFuture(null);

    LocalRunning(String host, Output output, Executor threads) {
        this.host = host;
        this.output = output;
        this.threads = threads;
    }

    void start(String command) {
        try {
            process = new ProcessBuilder("/bin/sh", "-c", command)
                    .directory(new File(System.getProperty("user.home")))
                    .start();
        } catch (IOException e) {
            exit.completeExceptionally(new TransportException(
                    host, Kind.FAILED_COMMAND, "/bin/sh could not be started: " + e.getMessage(), e));
            return;
        }
        CompletableFuture<Void> streams = CompletableFuture.allOf(
                pump(process.getInputStream(), output::out), pump(process.getErrorStream(), output::err));
        streams.thenCompose(done -> process.onExit()).whenComplete((done, failure) -> finish(done, failure));
    }

    @Override
    public boolean send(String line) {
        return write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    synchronized boolean write(byte[] bytes) {
        if (inputClosed || exit.isDone()) {
            return false;
        }
        input = input.thenRunAsync(() -> push(bytes), threads);
        return true;
    }

    @Override
    public synchronized void closeInput() {
        if (!inputClosed && process != null) {
            inputClosed = true;
            input = input.thenRunAsync(this::shut, threads);
        }
    }

    @Override
    public CompletableFuture<Integer> exit() {
        return exit.copy();
    }

    @Override
    public void close() {
        exit.completeExceptionally(
                new TransportException(host, Kind.LOST, "the command was let go of before it ended", null));
        Process started = process;
        if (started != null && started.isAlive()) {
            ended = end(started);
        }
    }

    void awaitEnd() {
        ended.join();
    }

    private CompletableFuture<Void> end(Process started) {
        List<ProcessHandle> tree = Stream.concat(started.descendants(), Stream.of(started.toHandle()))
                .toList();
        tree.forEach(ProcessHandle::destroy);
        CompletableFuture<?>[] ends = tree.stream()
                .map(handle -> handle.onExit()
                        .orTimeout(GRACE_MILLIS, TimeUnit.MILLISECONDS)
                        .exceptionally(late -> {
                            handle.destroyForcibly();
                            return handle;
                        }))
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(ends);
    }

    private void finish(Process done, Throwable failure) {
        if (failure != null) {
            exit.completeExceptionally(failure.getCause() == null ? failure : failure.getCause());
            close();
            return;
        }
        if (exit.isDone()) {
            return;
        }
        output.end();
        // the JDK already gives 128 + signal
        exit.complete(done.exitValue());
    }

    private CompletableFuture<Void> pump(InputStream from, Piece to) {
        return CompletableFuture.runAsync(() -> drain(from, to), threads);
    }

    private void drain(InputStream from, Piece to) {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                to.take(buffer, 0, n);
            }
        } catch (IOException e) {
            // the JDK closes the pipes of a process that was ended; its exit status tells the rest
        } catch (RuntimeException e) {
            exit.completeExceptionally(e);
            close();
        }
    }

    private void push(byte[] bytes) {
        try {
            OutputStream to = process.getOutputStream();
            to.write(bytes);
            to.flush();
        } catch (IOException e) {
            // the command no longer reads; its exit status tells why
        }
    }

    private void shut() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // closing flushes, and the command no longer reads
        }
    }

    private interface Piece {
        void take(byte[] bytes, int offset, int length);
    }
}
