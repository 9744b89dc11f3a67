package io.seatrial.transport.ssh;

import java.util.concurrent.CompletableFuture;
import org.apache.sshd.common.Closeable;

/** Closes what the library opened. */
final class Closing {
    private Closing() {}

    /** Close, and complete when it is closed. */
    static CompletableFuture<Void> of(Closeable open, boolean immediately) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        open.close(immediately).addListener(future -> closed.complete(null));
        return closed;
    }
}
