package io.seatrial.transport;

import java.util.concurrent.CompletableFuture;

/** A command that was started. */
public interface Running extends AutoCloseable {
    /** Send a line to its standard input, with a line end added; false when the command is gone. */
    boolean send(String line);

    /** Close its standard input. */
    void closeInput();

    /**
     * Complete with the exit status after all output was given to {@link Lines}; a command that was killed by a signal gives 128 + signal
     * where the transport tells, else 255. Fails with {@link TransportException} when the connection is lost.
     */
    CompletableFuture<Integer> exit();

    /** Close its input and output and let go of it; the command's own leash ends it. */
    @Override
    void close();
}
