package io.seatrial.probe;

import java.util.concurrent.CompletableFuture;

/** What the two hosts of a flow do together, once: the receiving side gets ready, then the sending side measures. */
public interface Operation {
    /** Bring the receiving side into place; fails with {@link ProbeException} where it cannot be, and then nothing is left running. */
    CompletableFuture<Void> prepare();

    /** Measure; to be called once, after {@link #prepare} has completed. However it ends, nothing is left running. */
    CompletableFuture<Reading> measure();
}
