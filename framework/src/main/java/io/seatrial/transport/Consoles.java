package io.seatrial.transport;

import io.seatrial.inventory.Switch;
import java.util.concurrent.CompletableFuture;

/** Opens connections to switches. */
public interface Consoles {
    /** Open a connection; fails with {@link TransportException}. */
    CompletableFuture<Console> openConsole(Switch node);
}
