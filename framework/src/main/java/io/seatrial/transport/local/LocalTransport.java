package io.seatrial.transport.local;

import io.seatrial.inventory.Host;
import io.seatrial.transport.Remote;
import io.seatrial.transport.Transport;
import io.seatrial.transport.TransportException;
import io.seatrial.transport.TransportException.Kind;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes every host for this machine. */
public final class LocalTransport implements Transport {
    private final Set<LocalRemote> remotes = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool(LocalTransport::daemon);
    private volatile boolean closed;

    @Override
    public CompletableFuture<Remote> open(Host host) {
        if (closed) {
            return CompletableFuture.failedFuture(
                    new TransportException(host.name(), Kind.LOST, "the transport is closed", null));
        }
        LocalRemote remote = new LocalRemote(host.name(), threads);
        remotes.add(remote);
        return CompletableFuture.completedFuture(remote);
    }

    @Override
    public void close() {
        closed = true;
        remotes.forEach(LocalRemote::close);
        remotes.forEach(LocalRemote::awaitEnd);
        threads.shutdown();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "seatrial-local");
        thread.setDaemon(true);
        return thread;
    }
}
