package io.seatrial.transport.ssh;

import io.seatrial.inventory.Host;
import io.seatrial.inventory.Switch;
import io.seatrial.transport.Console;
import io.seatrial.transport.Consoles;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Transport;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.session.ClientSession;

/** Reaches hosts and switches over SSH. Futures complete on threads of its own, where waiting for another host is allowed. */
public final class SshTransport implements Transport, Consoles {
    private static final Duration CLOSE = Duration.ofSeconds(5);

    /**
     * How connections are made and watched.
     *
     * @param deadline longest time from the first try of a host to its login
     * @param inFlight number of hosts that are logged in to at the same time
     * @param attempts number of tries where the connection fails; a wrong key is never tried again
     * @param backOff pause after the first try; it doubles
     * @param heartbeat time between two questions whether a host is still there
     * @param missedHeartbeats number of questions without an answer after which a host counts as lost
     */
    public record Options(
            Duration deadline, int inFlight, int attempts, Duration backOff, Duration heartbeat, int missedHeartbeats) {
        public Options {
            Objects.requireNonNull(deadline, "deadline");
            Objects.requireNonNull(backOff, "backOff");
            Objects.requireNonNull(heartbeat, "heartbeat");
            if (inFlight < 1 || attempts < 1 || missedHeartbeats < 1) {
                throw new IllegalArgumentException(
                        "ssh: expected inFlight, attempts and missedHeartbeats of 1 or more, got " + inFlight + ", "
                                + attempts + " and " + missedHeartbeats);
            }
        }

        /** Return what suits clusters of any size: 30 s, 64 at a time, 4 tries after 0.5 s and more, lost after 3 x 15 s. */
        public static Options standard() {
            return new Options(Duration.ofSeconds(30), 64, 4, Duration.ofMillis(500), Duration.ofSeconds(15), 3);
        }

        /** Return a copy with another deadline. */
        public Options withDeadline(Duration other) {
            return new Options(other, inFlight, attempts, backOff, heartbeat, missedHeartbeats);
        }
    }

    private final Options options;
    private final ExecutorService pool = Executors.newCachedThreadPool(SshTransport::daemon);
    private final Set<ClientSession> sessions = ConcurrentHashMap.newKeySet();
    private final Preparation preparation;
    private final Slots slots;
    private final Bastions bastions;
    private SshClient client;
    private boolean closed;

    private SshTransport(Options options, UnaryOperator<String> environment) {
        this.options = options;
        this.preparation = new Preparation(environment);
        this.slots = new Slots(options.inFlight());
        this.bastions = new Bastions(bastion -> login(bastion, () -> Hop.direct(bastion)));
    }

    /** Return a transport that has connected to nothing yet. */
    public static SshTransport open(Options options) {
        return open(options, System::getenv);
    }

    static SshTransport open(Options options, UnaryOperator<String> environment) {
        return new SshTransport(options, environment);
    }

    @Override
    public CompletableFuture<Remote> open(Host host) {
        return session(Endpoint.of(host))
                .thenApplyAsync(session -> new SshRemote(session, this::execute), this::execute);
    }

    @Override
    public CompletableFuture<Console> openConsole(Switch node) {
        return session(Endpoint.of(node))
                .thenApplyAsync(session -> new SshConsole(session, this::execute), this::execute);
    }

    private CompletableFuture<ClientSession> session(Endpoint server) {
        CompletableFuture<ClientSession> session = server.bastion()
                .map(bastion -> bastions.before(server, bastion)
                        .thenComposeAsync(
                                through -> slots.take(() -> login(server, () -> Hop.through(through, server))),
                                this::execute))
                .orElseGet(() -> slots.take(() -> login(server, () -> Hop.direct(server))));
        return session.thenApplyAsync(this::kept, this::execute);
    }

    @Override
    public void close() {
        SshClient started;
        synchronized (this) {
            closed = true;
            started = client;
        }
        if (started != null) {
            await(sessions.stream().map(session -> Closing.of(session, false)).toList());
            await(List.of(Closing.of(started, true)));
        }
        pool.shutdown();
    }

    /** Wait for all together, so that many dead hosts cost no more than one. */
    private static void await(List<CompletableFuture<Void>> ends) {
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new))
                .completeOnTimeout(null, CLOSE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    private CompletableFuture<ClientSession> login(Endpoint server, Hop.Way way) {
        return CompletableFuture.supplyAsync(() -> prepare(server, way), this::execute)
                .thenCompose(Login::start);
    }

    private Login prepare(Endpoint server, Hop.Way way) {
        SshClient started = client(server);
        return new Login(started, options, this::execute, preparation.of(server), way);
    }

    private synchronized SshClient client(Endpoint server) {
        if (closed) {
            throw new TransportException(server.name(), Kind.LOST, "the transport is closed", null);
        }
        if (client == null) {
            client = Clients.start(options);
        }
        return client;
    }

    private ClientSession kept(ClientSession session) {
        sessions.add(session);
        session.addCloseFutureListener(closing -> sessions.remove(session));
        synchronized (this) {
            if (closed) {
                session.close(false);
            }
        }
        return session;
    }

    private void execute(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            // after close() what is left to do is to fail futures
            task.run();
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "seatrial-ssh");
        thread.setDaemon(true);
        return thread;
    }
}
