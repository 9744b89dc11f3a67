package io.seatrial.transport;

import io.seatrial.transport.TransportException.Kind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Collects what a command prints: standard output up to a limit, of standard error the beginning. */
public final class ByteOutput implements Output {
    private static final int ERRORS_KEPT = 8192;

    private final String host;
    private final int limit;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /**
     * Collect bytes.
     *
     * @param host name of the host, for messages
     * @param limit largest standard output, bytes; more of it fails the command
     */
    public ByteOutput(String host, int limit) {
        this.host = host;
        this.limit = limit;
    }

    @Override
    public synchronized void out(byte[] bytes, int offset, int length) {
        if (out.size() + (long) length > limit) {
            throw new TransportException(
                    host, Kind.FAILED_COMMAND, "the command printed more than the " + limit + " B expected", null);
        }
        out.write(bytes, offset, length);
    }

    @Override
    public synchronized void err(byte[] bytes, int offset, int length) {
        err.write(bytes, offset, Math.min(length, ERRORS_KEPT - err.size()));
    }

    @Override
    public void end() {
        // both streams are kept as they came
    }

    /** Return what was printed, with the exit status. */
    public synchronized Exec.Finished finished(int status) {
        return new Exec.Finished(
                status, out.toByteArray(), err.toString(StandardCharsets.UTF_8).strip());
    }
}
