package io.seatrial.transport.ssh;

import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.sshd.client.session.ClientSession;

/** Keeps one session per bastion for the whole run: a session per target would be as many handshakes again on one machine. */
final class Bastions {
    private final Map<Endpoint, CompletableFuture<ClientSession>> sessions = new ConcurrentHashMap<>();
    private final Function<Endpoint, CompletableFuture<ClientSession>> login;

    Bastions(Function<Endpoint, CompletableFuture<ClientSession>> login) {
        this.login = login;
    }

    /** Return the session of the bastion before a target; one that ended is opened anew. */
    CompletableFuture<ClientSession> before(Endpoint target, Endpoint bastion) {
        CompletableFuture<ClientSession> session =
                sessions.compute(bastion, (key, kept) -> kept == null || ended(kept) ? login.apply(key) : kept);
        return session.exceptionallyCompose(failure -> CompletableFuture.failedFuture(about(target, failure)));
    }

    private static boolean ended(CompletableFuture<ClientSession> session) {
        return session.isCompletedExceptionally()
                || session.isDone() && !session.join().isOpen();
    }

    private static TransportException about(Endpoint target, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        Kind kind = cause instanceof TransportException known ? known.kind() : Kind.UNREACHABLE;
        return new TransportException(target.name(), kind, "its bastion failed: " + cause.getMessage(), cause);
    }
}
