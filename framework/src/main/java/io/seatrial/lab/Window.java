package io.seatrial.lab;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How many bytes a stream may have inside the fabric: what the path holds in flight at the stream's share of its narrowest link, plus the
 * stream's share of that link's queue. A stream that reached it reads no more, which is the backpressure that the sender feels; nothing is
 * ever dropped. Before a receiver that is stuck the window does not follow the delay: an RDMA sender goes on until it is paused.
 *
 * <p>The share is found as FAST TCP finds it (Wei, Jin, Low, Hegde 2006, formula 1): each stream keeps the same number of bytes waiting in
 * the queues, so streams that share a link get equal parts of it, and a stream that is slowed elsewhere leaves its part to the others.
 */
final class Window {
    /** Step of the control law, 0..1: half of the distance per round trip. */
    private static final double STEP = 0.5;

    private final List<LinkSide> path;
    private final long delay;
    private final double nanosPerByte;
    private final boolean stuck;
    private double size;

    Window(List<LinkSide> path) {
        this.path = path;
        this.delay = path.stream().mapToLong(LinkSide::delay).sum();
        this.nanosPerByte = path.stream().mapToDouble(LinkSide::nanosPerByte).sum();
        this.stuck = path.stream().anyMatch(LinkSide::isStuck);
        this.size = stuck ? room(path) : least(side -> capacity(side) / side.streams());
    }

    /** Enough that every queue on the way passes XOFF. */
    private static double room(List<LinkSide> path) {
        return path.stream().mapToInt(LinkSide::room).sum() + 2.0 * Piece.SIZE * path.size();
    }

    /** Return the bytes that may be inside the fabric now; room for two pieces at least, so that the narrowest wire never idles. */
    long bytes() {
        return Math.max(2L * Piece.SIZE, (long) size);
    }

    /**
     * Learn from a piece that arrived.
     *
     * @param bytes its size
     * @param took time from entry to arrival, ns
     */
    void arrived(int bytes, long took) {
        if (stuck) {
            return;
        }
        double alone = delay + bytes * nanosPerByte;
        double target =
                size * Math.min(1, alone / Math.max(1, took)) + least(side -> (double) side.queue() / side.streams());
        size += STEP * Math.min(1, bytes / size) * (target - size);
        size = Math.min(size, least(this::capacity));
    }

    private double capacity(LinkSide side) {
        return side.queue() + (delay + Piece.SIZE * nanosPerByte) / side.nanosPerByte();
    }

    private double least(ToDoubleFunction<LinkSide> value) {
        return path.stream().mapToDouble(value).min().orElse(4.0 * Piece.SIZE);
    }
}
