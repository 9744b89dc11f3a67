package io.seatrial.transport.ssh;

import io.seatrial.transport.Output;
import io.seatrial.transport.Running;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.client.future.OpenFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.channel.StreamingChannel;

/** A command on an exec channel: its output is taken on I/O threads as it comes, and nothing waits. */
final class SshRunning implements Running {
    private final ClientSession session;
    private final Attempt login;
    private final Output output;
    private final Executor threads;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final CompletableFuture<Void> outEnd = new CompletableFuture<>();
    private final CompletableFuture<Void> errEnd = new CompletableFuture<>();
    // the outcome is decided once, on whatever thread sees it first; the future completes a moment later on another
    private final AtomicBoolean settled = new AtomicBoolean();
    private final ChannelInput input = new ChannelInput();
    private volatile ChannelExec channel;

    SshRunning(ClientSession session, Output output, Executor threads) {
        this.session = session;
        this.login = Attempt.of(session);
        this.output = output;
        this.threads = threads;
    }

    void start(String command) {
        try {
            ChannelExec exec = session.createExecChannel(command);
            exec.setStreaming(StreamingChannel.Streaming.Async);
            channel = exec;
            exec.addCloseFutureListener(
                    closed -> CompletableFuture.allOf(outEnd, errEnd).thenRun(this::finish));
            exec.addChannelListener(input);
            exec.open().addListener(this::opened);
        } catch (IOException | RuntimeException e) {
            fail(noChannel(e));
        }
    }

    @Override
    public boolean send(String line) {
        return write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    boolean write(byte[] bytes) {
        return !settled.get() && input.add(bytes);
    }

    @Override
    public void closeInput() {
        input.end();
    }

    @Override
    public CompletableFuture<Integer> exit() {
        return exit.copy();
    }

    @Override
    public void close() {
        letGo(new TransportException(host(), Kind.LOST, "the command was let go of before it ended", null));
    }

    private void opened(OpenFuture open) {
        if (!open.isOpened()) {
            fail(noChannel(open.getException()));
            return;
        }
        ChannelOutput.read(channel.getAsyncOut(), output::out).whenComplete((end, failure) -> ended(outEnd, failure));
        ChannelOutput.read(channel.getAsyncErr(), output::err).whenComplete((end, failure) -> ended(errEnd, failure));
        input.start(channel.getAsyncIn());
    }

    private void ended(CompletableFuture<Void> stream, Throwable failure) {
        if (failure != null) {
            letGo(failure);
        }
        stream.complete(null);
    }

    private void finish() {
        input.end();
        if (settled.get()) {
            return;
        }
        try {
            output.end();
        } catch (RuntimeException e) {
            fail(e);
            return;
        }
        Integer status = channel.getExitStatus();
        String signal = channel.getExitSignal();
        if (status == null && signal == null && !session.isOpen()) {
            fail(lost());
        } else {
            succeed(status != null ? status : Signals.status(signal));
        }
    }

    private void letGo(Throwable reason) {
        fail(reason);
        ChannelExec open = channel;
        if (open != null) {
            open.close(false);
        }
    }

    private void succeed(int status) {
        if (settled.compareAndSet(false, true)) {
            threads.execute(() -> exit.complete(status));
        }
    }

    private void fail(Throwable reason) {
        if (settled.compareAndSet(false, true)) {
            threads.execute(() -> exit.completeExceptionally(reason));
        }
    }

    private TransportException noChannel(Throwable cause) {
        return session.isOpen()
                ? new TransportException(
                        host(),
                        Kind.FAILED_COMMAND,
                        login.server().shown() + " opened no channel for the command: " + cause.getMessage()
                                + "; its MaxSessions may be reached",
                        cause)
                : lost();
    }

    private TransportException lost() {
        Throwable cause = login.causeOr(new IOException("the session was closed"));
        return new TransportException(
                host(),
                Kind.LOST,
                "the connection to " + login.server().shown() + " was lost while a command ran: " + cause.getMessage()
                        + "; see whether the host or its SSH server went down",
                cause);
    }

    private String host() {
        return login.server().name();
    }
}
