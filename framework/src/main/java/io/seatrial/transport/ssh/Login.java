package io.seatrial.transport.ssh;

import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.password.PasswordIdentityProvider;
import org.apache.sshd.client.future.AuthFuture;
import org.apache.sshd.client.future.ConnectFuture;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;

/** Logs in to one server: tries again, after a pause that grows, where the connection failed, and never where a key was wrong. */
final class Login {
    private final SshClient client;
    private final SshTransport.Options options;
    private final Executor threads;
    private final Attempt blank;
    private final Hop.Way way;
    private final CompletableFuture<ClientSession> result = new CompletableFuture<>();
    private volatile Attempt attempt;
    private volatile ConnectFuture connecting;

    Login(SshClient client, SshTransport.Options options, Executor threads, Attempt blank, Hop.Way way) {
        this.client = client;
        this.options = options;
        this.threads = threads;
        this.blank = blank;
        this.attempt = blank;
        this.way = way;
    }

    CompletableFuture<ClientSession> start() {
        long limit = options.deadline().toMillis();
        CompletableFuture<ClientSession> bounded =
                result.orTimeout(limit, TimeUnit.MILLISECONDS).exceptionallyCompose(this::explainTimeout);
        threads.execute(() -> tryOnce(1, blank));
        return bounded;
    }

    private void tryOnce(int number, Attempt current) {
        if (result.isDone()) {
            return;
        }
        attempt = current;
        try {
            Hop hop = way.next();
            AttributeRepository context = AttributeRepository.ofKeyValuePair(Attempt.KEY, current);
            connecting = client.connect(current.server().user(), hop.address(), context, null);
            connecting.addListener(connected -> login(number, current, hop, connected));
        } catch (IOException | RuntimeException e) {
            again(number, current, e);
        }
    }

    private void login(int number, Attempt current, Hop hop, ConnectFuture connected) {
        if (!connected.isConnected()) {
            release(hop);
            again(number, current, connected.getException());
            return;
        }
        ClientSession session = connected.getClientSession();
        // not addPasswordIdentity: that logs a digest of the password
        current.credentials()
                .password()
                .ifPresent(password ->
                        session.setPasswordIdentityProvider(PasswordIdentityProvider.wrapPasswords(password.text())));
        try {
            session.auth().addListener(authenticated -> finish(number, current, hop, session, authenticated));
        } catch (IOException | RuntimeException e) {
            release(hop);
            session.close(true);
            again(number, current, e);
        }
        if (result.isDone()) {
            session.close(true);
        }
    }

    private void finish(int number, Attempt current, Hop hop, ClientSession session, AuthFuture authenticated) {
        release(hop);
        if (!authenticated.isSuccess()) {
            session.close(true);
            again(number, current, authenticated.getException());
            return;
        }
        current.reach(Attempt.Stage.LOGGED_IN);
        if (!result.complete(session)) {
            session.close(true);
        }
    }

    private void again(int number, Attempt current, Throwable seen) {
        Throwable cause = seen == null ? new IOException("the connect was given up") : seen;
        LoginFailure failure = LoginFailure.of(current, cause);
        Optional<Attempt> otherName = failure.wrongName() ? current.underNextName() : Optional.empty();
        if (otherName.isPresent()) {
            threads.execute(() -> tryOnce(number, otherName.get()));
            return;
        }
        if (!failure.transientOne() || number >= options.attempts()) {
            result.completeExceptionally(failure.explain(number));
            return;
        }
        Duration pause = options.backOff().multipliedBy(1L << (number - 1));
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS, threads)
                .execute(() -> tryOnce(number + 1, current.anew()));
    }

    private CompletableFuture<ClientSession> explainTimeout(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (!(cause instanceof TimeoutException)) {
            return CompletableFuture.failedFuture(cause);
        }
        Attempt current = attempt;
        giveUp();
        return CompletableFuture.failedFuture(new TransportException(
                current.server().name(),
                Kind.TIMEOUT,
                current.server().shown() + " gave " + current.reached() + " within "
                        + options.deadline().toSeconds()
                        + " s; check that an SSH server answers there (ssh -v shows how far it comes)",
                current.causeOr(cause)));
    }

    private void giveUp() {
        ConnectFuture current = connecting;
        if (current == null) {
            return;
        }
        current.cancel();
        if (current.isConnected()) {
            current.getClientSession().close(true);
        }
    }

    private static void release(Hop hop) {
        try {
            hop.release().close();
        } catch (IOException e) {
            // a listening socket that is already gone
        }
    }
}
