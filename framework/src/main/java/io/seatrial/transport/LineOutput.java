package io.seatrial.transport;

import java.util.Objects;

/** Cuts what a command prints into UTF-8 lines. */
public final class LineOutput implements Output {
    /** Longest line, bytes: an agent's largest event is far below it, and a program that prints no line end must not fill the memory. */
    public static final int LONGEST_LINE = 1 << 20;

    private final LineSplitter out;
    private final LineSplitter err;

    /**
     * Give lines to a receiver.
     *
     * @param host name of the host, for messages
     * @param lines receives complete lines
     */
    public LineOutput(String host, Lines lines) {
        Objects.requireNonNull(lines, "lines");
        this.out = new LineSplitter(host, "standard output", lines::out, LONGEST_LINE);
        this.err = new LineSplitter(host, "standard error", lines::err, LONGEST_LINE);
    }

    @Override
    public void out(byte[] bytes, int offset, int length) {
        out.accept(bytes, offset, length);
    }

    @Override
    public void err(byte[] bytes, int offset, int length) {
        err.accept(bytes, offset, length);
    }

    @Override
    public void end() {
        out.end();
        err.end();
    }
}
