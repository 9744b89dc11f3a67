package io.seatrial.transport;

import java.util.concurrent.CompletableFuture;

/**
 * A host that commands can be started on. Methods return at once; futures fail with {@link TransportException}. Thread-safe.
 */
public interface Remote extends AutoCloseable {
    /** Return the name of the host. */
    String host();

    /**
     * Start a command under the host's POSIX shell.
     *
     * @param command one shell command line; begin it with {@code exec} so that no shell stays between
     * @param lines receives complete lines; called on an I/O thread and must not block
     */
    Running start(String command, Lines lines);

    /**
     * Write a file: to a temporary name beside it, then renamed.
     *
     * @param content the bytes
     * @param path absolute path on the host
     * @param mode permission bits, for example {@code 0700}
     */
    CompletableFuture<Void> upload(byte[] content, String path, int mode);

    /**
     * Read a file.
     *
     * @param path absolute path on the host
     * @param limit largest number of bytes; a larger file fails the future
     */
    CompletableFuture<byte[]> download(String path, int limit);

    /** End everything that runs over this connection. */
    @Override
    void close();
}
