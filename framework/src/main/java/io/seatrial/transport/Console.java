package io.seatrial.transport;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A switch that is asked one command after the other. Unlike a {@link Remote} it has its own command line and no POSIX shell, keeps no files
 * and runs nothing beyond an answer. Methods return at once; futures fail with {@link TransportException}. Thread-safe.
 */
public interface Console extends AutoCloseable {
    /** Tell whether the connection still stands, as far as is known. */
    boolean isOpen();

    /**
     * Run one command to its end, without a terminal and with nothing on its standard input.
     *
     * @param command one line for the switch's command line
     * @param limit largest answer, bytes; more of it fails the future
     * @param deadline longest time; afterwards the command's channel is closed and the connection kept
     */
    CompletableFuture<Exec.Finished> ask(String command, int limit, Duration deadline);

    /** End the connection. */
    @Override
    void close();
}
