package io.seatrial.transport;

import java.util.concurrent.CompletableFuture;

/** Runs one command with bytes for its input and bytes of its output: what {@link FileCopy} needs of a transport. */
public interface Exec {
    /**
     * Run a command to its end.
     *
     * @param command one shell command line
     * @param input given to its standard input, which is then closed
     * @param limit largest standard output, bytes; more of it fails the future
     */
    CompletableFuture<Finished> run(String command, byte[] input, int limit);

    /**
     * What a command left.
     *
     * @param status exit status
     * @param output standard output
     * @param errors standard error as text
     */
    record Finished(int status, byte[] output, String errors) {}
}
