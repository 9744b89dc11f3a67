package io.seatrial.transport.ssh;

import io.seatrial.transport.ByteOutput;
import io.seatrial.transport.Console;
import io.seatrial.transport.Exec;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.sshd.client.session.ClientSession;

/** A switch over its one session; every command is an exec channel on it. */
final class SshConsole implements Console {
    private final ClientSession session;
    private final Executor threads;
    private final String name;

    SshConsole(ClientSession session, Executor threads) {
        this.session = session;
        this.threads = threads;
        this.name = Attempt.of(session).server().name();
    }

    @Override
    public boolean isOpen() {
        return session.isOpen();
    }

    @Override
    public CompletableFuture<Exec.Finished> ask(String command, int limit, Duration deadline) {
        ByteOutput output = new ByteOutput(name, limit);
        SshRunning running = new SshRunning(session, output, threads);
        running.start(command);
        running.closeInput();
        return running.exit()
                .orTimeout(deadline.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(failure -> {
                    running.close();
                    return CompletableFuture.failedFuture(explained(command, deadline, failure));
                })
                .thenApply(output::finished);
    }

    @Override
    public void close() {
        session.close(false);
    }

    private Throwable explained(String command, Duration deadline, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(cause instanceof TimeoutException)) {
            return cause;
        }
        String late = "'" + command + "' gave no whole answer within " + deadline.toMillis()
                + " ms; see by hand how long it takes, and whether it waits for a key";
        return new TransportException(name, Kind.TIMEOUT, late, cause);
    }
}
