package io.seatrial.lab;

/**
 * One direction of a link: a wire with a rate, a delay and a queue before it. Every stream that crosses it in this direction waits in the
 * same queue. Used by the engine's thread alone, but for the two counts.
 */
final class LinkSide {
    /** Payload of a packet at the usual RDMA path MTU, bytes. */
    static final int PACKET = 4096;

    private final String name;
    private final double nanosPerByte;
    private final long delay;
    private final int queue;
    private long free = Long.MIN_VALUE;
    private int streams;
    private volatile long bytes;
    private volatile long packets;

    /**
     * @param name from and to, for texts
     * @param rate bit/s
     * @param delay one way, ns
     * @param queue bytes that may stand before the wire
     */
    LinkSide(String name, long rate, long delay, int queue) {
        this.name = name;
        this.nanosPerByte = 8e9 / rate;
        this.delay = delay;
        this.queue = queue;
    }

    /**
     * Put a piece into the queue at a moment and return the moment at which its last byte reaches the far end, ns.
     *
     * <p>Moments must not go back by more than the engine is late: the queue is first in, first out.
     */
    long cross(long now, int size) {
        free = Math.max(now, free) + (long) (size * nanosPerByte);
        count(size);
        return free + delay;
    }

    @SuppressWarnings("NonAtomicOperationOnVolatileField") // one writer, the engine
    private void count(int size) {
        bytes = bytes + size;
        packets = packets + (size + PACKET - 1) / PACKET;
    }

    /** Return the bytes that stand in the queue at a moment. */
    long waiting(long now) {
        return free <= now ? 0 : (long) ((free - now) / nanosPerByte);
    }

    void join() {
        streams++;
    }

    void leave() {
        streams--;
    }

    /** Return the number of streams that have bytes in the fabric and cross this link, at least 1. */
    int streams() {
        return Math.max(1, streams);
    }

    double nanosPerByte() {
        return nanosPerByte;
    }

    long delay() {
        return delay;
    }

    int queue() {
        return queue;
    }

    /** Return the bytes that have crossed so far. */
    long bytes() {
        return bytes;
    }

    /** Return the packets that have crossed so far. */
    long packets() {
        return packets;
    }

    @Override
    public String toString() {
        return name;
    }
}
