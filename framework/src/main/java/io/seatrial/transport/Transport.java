package io.seatrial.transport;

import io.seatrial.inventory.Host;
import java.util.concurrent.CompletableFuture;

/** Opens connections to hosts; one instance serves a whole run. */
public interface Transport extends AutoCloseable {
    /** Open a connection; fails with {@link TransportException}. */
    CompletableFuture<Remote> open(Host host);

    /** Close every connection. */
    @Override
    void close();
}
